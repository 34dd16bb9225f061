"""Every sentence that a module of the floor asks for is there, in both languages, with its places."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from pitboss.floor.texts import texts
from tests.conftest import CHECKOUT

MODULES = CHECKOUT / "pitboss" / "static" / "pitboss" / "floor" / "js"
ASKED = re.compile(r"""\bt\("([a-z_]+(?:\.[a-z_0-9]+)+)\"""")
COUNTED = re.compile(r"""\btn\("([a-z_]+(?:\.[a-z_0-9]+)+)\"""")


@pytest.mark.parametrize("language", ["es-cl", "en"])
def test_no_module_asks_for_a_sentence_that_is_not_there(language: str) -> None:
    with translation.override(language):
        known = texts()
    missing = set()
    for module in MODULES.glob("*.js"):
        source = module.read_text(encoding="utf-8")
        wanted = {name for name in ASKED.findall(source) if f"{name}.one" not in known}
        wanted |= {f"{name}.{form}" for name in COUNTED.findall(source) for form in ("one", "other")}
        missing |= {f"{module.name}: {name}" for name in wanted - known.keys()}
    assert missing == set()


def test_an_english_sentence_has_the_places_of_the_spanish_one() -> None:
    with translation.override("es-cl"):
        spanish = texts()
    with translation.override("en"):
        english = texts()
    assert spanish.keys() == english.keys()
    places = re.compile(r"\{(\w+)\}")
    wrong = {
        name
        for name, sentence in spanish.items()
        if sorted(places.findall(sentence)) != sorted(places.findall(english[name]))
    }
    assert wrong == set()
