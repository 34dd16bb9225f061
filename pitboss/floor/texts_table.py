"""What the table page says around the felt: bar, notices, the band of a finding."""

from __future__ import annotations

from django.utils.translation import gettext


def texts() -> dict[str, str]:
    return {
        "table.modes": gettext("Modo de registro"),
        "table.mode_exception": gettext("Excepción"),
        "table.mode_full": gettext("Cartas"),
        "table.round": gettext("Pase"),
        "table.dealer": gettext("Croupier"),
        "table.irregularity": gettext("Irregularidad"),
        "table.irregularity_what": gettext("Elegir qué pasó y ver qué corresponde"),
        "table.none_open": gettext("Nada por resolver"),
        "table.expects": gettext("Se espera"),
        "table.recent": gettext("Últimas irregularidades"),
        "table.limits": gettext("Límites"),
        "table.limits_of": gettext("{min} a {max}"),
        "table.flip": gettext("Girar la vista de la mesa"),
        "table.unreadable": gettext("No se pudo leer la mesa: sin red y sin copia en este dispositivo."),
        "table.retry": gettext("Intentar de nuevo"),
        "band.region": gettext("Irregularidad por resolver: {title}"),
        "band.of": gettext("{place} de {n}"),
        "band.previous": gettext("Irregularidad anterior"),
        "band.next": gettext("Irregularidad siguiente"),
        "band.other": gettext("Otra resolución"),
        "band.ask_cctv": gettext("Pedir CCTV"),
        "band.why": gettext("Regla"),
        "band.back": gettext("Volver"),
        "band.alert": gettext("{severity}: {title}. {imperative}"),
        "band.resolve": gettext("Elegir la resolución"),
        "band.failed": gettext("No se pudo anotar. Intentar de nuevo."),
        "notice.two": gettext("Otra tableta ya registraba en esta mesa: {who}."),
        "notice.two_since": gettext("Está desde las {at}. Los dos registros se conservan; el servidor pone el orden."),
        "notice.refused": gettext("El servidor no aceptó una entrada."),
        "notice.refused_what": gettext("{kind}, {at}. {field}: se esperaba {expected}"),
        "notice.again": gettext("Enviar otra vez"),
        "notice.let_go": gettext("Descartar"),
        "notice.not_taken": gettext("El servidor no acepta entradas de esta tableta en esta mesa."),
        "notice.device": gettext("Esta tableta ya no está inscrita: nada se enviará. Avisar a administración."),
        "notice.differs": gettext("Esta tableta y el servidor no concuerdan."),
        "notice.differs_what": gettext("Vale lo del servidor. Ya se avisó para que se revise."),
        "notice.no_engine": gettext("Sin red y sin reglas en esta tableta."),
        "notice.no_engine_what": gettext("Se guarda lo que se anote; lo que corresponde se verá al volver la red."),
        "notice.seen": gettext("Entendido"),
        "notice.signed_out": gettext("Nadie ha ingresado en esta tableta: se puede mirar, no registrar."),
        "notice.sign_in": gettext("Ingresar"),
    }
