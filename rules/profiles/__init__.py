"""House rules as data: one file a profile, each value with the clause that gives it.

A value that a text does not give is inherited from ``cl-scj``, whose text is the primary law, and the profile says
so: *silent*, value by value.
"""

from __future__ import annotations

from rules.profiles import ar_casino, cl_casino, cl_scj, es_casino, lccartas, us_sd
from rules.profiles.value import Profile, Value

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        cl_scj.PROFILE,
        es_casino.PROFILE,
        ar_casino.PROFILE,
        lccartas.PROFILE,
        cl_casino.PROFILE,
        us_sd.PROFILE,
    )
}
BASE = cl_scj.PROFILE


def profile_of(name: str) -> Profile:
    """The profile by its name; a name that nobody knows plays by ``cl-scj``."""
    return PROFILES.get(name, BASE)


def values_of(name: str) -> dict[str, Value]:
    """Every value of a profile, those of ``cl-scj`` where its own text is silent."""
    return BASE.values | profile_of(name).values


def is_silent(name: str, field: str) -> bool:
    """The profile's own text does not give this value."""
    return field not in profile_of(name).values or profile_of(name).values[field].cite is None
