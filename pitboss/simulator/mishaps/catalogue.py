"""Every mishap by its code."""

from pitboss.simulator.mishaps.mishap import Mishap

KINDS: tuple[type[Mishap], ...] = ()

CATALOGUE: dict[str, type[Mishap]] = {kind.code: kind for kind in KINDS}
