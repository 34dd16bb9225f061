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
        "table.no_recent": gettext("Ninguna en este sabot."),
        "table.limits": gettext("Límites"),
        "table.limits_of": gettext("{min} a {max}"),
        "table.flip": gettext("Girar la vista de la mesa"),
        "table.loading": gettext("Leyendo la mesa…"),
        "table.unreadable": gettext("No se pudo leer la mesa: sin red y sin copia en este dispositivo."),
        "table.retry": gettext("Intentar de nuevo"),
        "table.source_engine": gettext("Calcula este dispositivo"),
        "table.source_server": gettext("Calcula el servidor"),
        "band.region": gettext("Irregularidad por resolver: {title}"),
        "band.of": gettext("{place} de {n}"),
        "band.previous": gettext("Irregularidad anterior"),
        "band.next": gettext("Irregularidad siguiente"),
        "band.other": gettext("Otra resolución"),
        "band.ask_cctv": gettext("Pedir CCTV"),
        "band.cctv_asked": gettext("CCTV pedido"),
        "band.why": gettext("Regla"),
        "band.choose": gettext("Elegir"),
        "band.back": gettext("Volver"),
        "band.alert": gettext("{severity}: {title}. {imperative}"),
        "band.rest": gettext("Ver la regla completa"),
        "band.failed": gettext("No se pudo anotar. Intentar de nuevo."),
        "notice.two": gettext("Otra tableta también registra en esta mesa: {who}."),
        "notice.two_since": gettext("Entró a las {at}. Los dos registros se conservan; el orden lo pone el servidor."),
        "notice.conflict": gettext("El servidor ordenó las entradas de otro modo que esta tableta."),
        "notice.conflict_what": gettext("Se muestra la mesa en ese orden. Revisar que coincida con lo que se ve."),
        "notice.rejected.one": gettext("El servidor no aceptó {n} entrada."),
        "notice.rejected.other": gettext("El servidor no aceptó {n} entradas."),
        "notice.rejected_what": gettext("{kind}, {at}: {field}, se esperaba {expected}"),
        "notice.seen": gettext("Entendido"),
        "notice.details": gettext("Ver cuáles"),
        "notice.signed_out": gettext("Nadie ha ingresado en esta tableta: se puede mirar, no registrar."),
        "notice.sign_in": gettext("Ingresar"),
    }
