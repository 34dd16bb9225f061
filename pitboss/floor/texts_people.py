"""What the tablets say about people: signing in, switching, locking, signing."""

from __future__ import annotations

from django.utils.translation import gettext


def texts() -> dict[str, str]:
    return {
        "people.sign_in": gettext("Ingresar"),
        "people.choose": gettext("¿Quién es usted?"),
        "people.badge_first": gettext("Primero, la credencial"),
        "people.other": gettext("Otra credencial"),
        "people.badge": gettext("Credencial"),
        "people.badge_hint": gettext("Como está escrita, por ejemplo R-1042"),
        "people.continue": gettext("Continuar"),
        "people.pin_of": gettext("PIN de {name}"),
        "people.pin": gettext("PIN"),
        "people.digits": gettext("%(n)s de 6 cifras") % {"n": "{n}"},
        "people.erase": gettext("Borrar la última cifra"),
        "people.cancel": gettext("Cancelar"),
        "people.back": gettext("Volver"),
        "people.switch": gettext("Cambiar de persona"),
        "people.who": gettext("%(name)s, cambiar de persona o bloquear") % {"name": "{name}"},
        "people.lock": gettext("Bloquear"),
        "people.leave": gettext("Salir"),
        "people.handover": gettext("Entrega de turno"),
        "people.locked_screen": gettext("Pantalla bloqueada"),
        "people.locked_hint": gettext("La mesa sigue como estaba."),
        "people.sign": gettext("Firmar la resolución"),
        "people.change": gettext("Elegir un PIN nuevo"),
        "people.change_hint": gettext("El que le dieron sirve una sola vez. Seis cifras que solo usted conozca."),
        "people.repeat": gettext("Repetir el PIN nuevo"),
        "people.not_equal": gettext("Los dos PIN no son iguales. Elegirlo otra vez."),
        "people.wrong": gettext("Credencial o PIN equivocados."),
        "people.wrong_left.one": gettext("PIN equivocado. Queda {n} intento."),
        "people.wrong_left.other": gettext("PIN equivocado. Quedan {n} intentos."),
        "people.locked": gettext(
            "Bloqueado hasta las {at} por cinco PIN equivocados. Un jefe de sección puede desbloquearlo antes."
        ),
        "people.none": gettext("Esta credencial aún no tiene PIN. Pedirlo a administración."),
        "people.weak_digits": gettext("El PIN tiene seis cifras."),
        "people.weak_easy": gettext("Ese PIN es de los primeros que cualquiera prueba. Elegir otro."),
        "people.weak_badge": gettext("El PIN no puede contener el número de la credencial. Elegir otro."),
        "people.weak_same": gettext("El PIN nuevo tiene que ser distinto del anterior."),
        "people.offline_unknown": gettext("Sin conexión solo entra quien ya entró en esta tableta con este PIN."),
        "people.offline_change": gettext("Para elegir un PIN nuevo hace falta la red."),
        "people.device": gettext("Esta tableta ya no está inscrita. Avisar a administración."),
        "people.failed": gettext("No se pudo comprobar el PIN. Probar otra vez."),
        "people.may_not_rule": gettext(
            "{name} es {role}: registra lo que pasa, pero no resuelve. Firma un jefe de mesa."
        ),
        "people.may_not": gettext("{name} es {role}: no puede hacer esto."),
        "people.in": gettext("Entró {name}."),
        "people.may_not_hand_over": gettext("{name} es {role}: el turno lo entrega y recibe un jefe de mesa."),
        "handover.leaves": gettext("Firma quien entrega"),
        "handover.leaves_hint": gettext("Con esto dice que lo de esta página es lo que deja."),
        "handover.comes": gettext("Firma quien recibe"),
        "handover.comes_hint": gettext("Con esto dice que lo leyó y lo toma."),
        "handover.half": gettext("Falta la firma de quien recibe: el turno no se entregó."),
        "handover.unsent": gettext("El turno no se entrega mientras una tableta tenga datos sin enviar."),
        "handover.unsent_here": gettext("Esta tableta tiene {n} datos sin enviar. Enviarlos primero."),
        "handover.unsent_there": gettext("Hay datos sin enviar en {names}. Enviarlos primero."),
        "handover.offline": gettext("Sin conexión. La entrega se firma con la red."),
        "handover.changed": gettext("Algo cambió desde que se abrió la página. Leerla otra vez y firmar."),
        "handover.taken": gettext("Este turno ya se entregó en otra tableta."),
        "handover.same": gettext("Entrega y recibe la misma persona: tienen que ser dos."),
        "handover.not_signed": gettext("Una firma no vale. Firmar otra vez."),
        "handover.done": gettext("Turno entregado. Acta n.º {n}."),
    }
