"""South Dakota: what its irregularities section says; everything else is not read, and inherited."""

from __future__ import annotations

from rules import sources
from rules.profiles.value import Profile, Value
from rules.words import Text

PROFILE = Profile(
    name="us-sd",
    title=Text("Dakota del Sur, EE. UU.", "South Dakota, USA"),
    source=sources.SD_IRREGULARITIES.source,
    values={
        "refused_card": Value("pass_on", sources.SD_IRREGULARITIES.clause(3)),
        "refusal": Value("round", sources.SD_IRREGULARITIES.clause(3)),
        "shoe_out": Value("reshuffle", sources.SD_IRREGULARITIES.clause(8)),
    },
)
