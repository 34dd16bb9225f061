"""What the wall says."""

from __future__ import annotations

from django.utils.translation import gettext


def texts() -> dict[str, str]:
    return {
        "state.playing": gettext("En juego"),
        "state.betting": gettext("Apuestas"),
        "state.shuffling": gettext("Barajando"),
        "state.between": gettext("Entre pases"),
        "state.waiting": gettext("En espera"),
        "state.closed": gettext("Cerrada"),
        "state.offline": gettext("Sin conexión"),
        "wall.to_resolve.one": gettext("{n} por resolver"),
        "wall.to_resolve.other": gettext("{n} por resolver"),
        "wall.in_cctv.one": gettext("{n} en CCTV"),
        "wall.in_cctv.other": gettext("{n} en CCTV"),
        "wall.cctv_review": gettext("En revisión CCTV"),
        "wall.ago": gettext("hace {age}"),
        "wall.round": gettext("Pase"),
        "wall.limits": gettext("{min} a {max}"),
        "wall.shoe": gettext("Sabot"),
        "wall.new_shoe": gettext("Sabot nuevo"),
        "wall.cut_in": gettext("corte en"),
        "wall.no_cut": gettext("sin corte"),
        "wall.cut_out": gettext("salió el corte"),
        "wall.last": gettext("Último dato"),
        "wall.no_data": gettext("Sin datos todavía"),
        "wall.see": gettext("Ver qué corresponde"),
        "wall.more.one": gettext("y otra más"),
        "wall.more.other": gettext("y otras {n}"),
        "wall.decides_pit_boss": gettext("resuelve el jefe de mesa"),
        "wall.decides_dealer": gettext("lo hace el croupier"),
        "wall.decides_section_head": gettext("resuelve el jefe de sección"),
        "wall.asked": gettext("pedida {at}"),
        "wall.keep_until": gettext("Conservar al"),
        "wall.spot": gettext("casilla"),
        "wall.spot_dealer": gettext("croupier"),
        "wall.open": gettext("Abrir mesa"),
        "wall.closed_note": gettext("Mesa cerrada"),
        "wall.closed_since": gettext("Cerró el {day} a las {at}"),
        "wall.shuffle_note": gettext("Preparando el sabot"),
        "wall.alert": gettext("Mesa {table}. {severity}: {headline}"),
        "wall.sign_in": gettext("Ingresar"),
        "wall.contrary.one": gettext("{n} contraria"),
        "wall.contrary.other": gettext("{n} contrarias"),
    }
