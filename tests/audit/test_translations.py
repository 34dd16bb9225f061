"""Every sentence of a screen is said in both languages, and what is shipped is what is written."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"
FUNCTIONS = {
    "gettext": 1, "gettext_lazy": 1, "gettext_noop": 1, "_": 1, "ngettext": 2, "ngettext_lazy": 2, "pgettext": -1,
    "pgettext_lazy": -1, "npgettext": -2,
}  # fmt: skip
Key = tuple[str | None, str]


def entries(text: str) -> Iterator[tuple[Key, list[str], str]]:
    """Key, translations and flags of each entry of a .po file."""
    for block in re.split(r"\n{2,}", text):
        fields: dict[str, str] = {}
        flags, current = "", ""
        for line in block.splitlines():
            if line.startswith("#,"):
                flags += line
            elif found := re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) (".*")$', line):
                current = found[1]
                fields[current] = ast.literal_eval(found[2])
            elif line.startswith('"'):
                fields[current] += ast.literal_eval(line)
        if fields.get("msgid"):
            said = [value for name, value in fields.items() if name.startswith("msgstr")]
            yield (fields.get("msgctxt"), fields["msgid"]), said, flags


def written() -> dict[Key, list[str]]:
    return {key: said for key, said, _ in entries(CATALOGUE.read_text(encoding="utf-8"))}


def in_python(source: str) -> Iterator[Key]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        context = FUNCTIONS.get(name, 0) < 0
        strings = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if name in FUNCTIONS and strings:
            yield (strings[0] if context else None), strings[1 if context else 0]


def asked() -> set[Key]:
    """What Python and the templates ask to be translated, read without the gettext tools."""
    found: set[Key] = set()
    for path in (ROOT / "pitboss").rglob("*.py"):
        found.update(in_python(path.read_text(encoding="utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        code = templatize(path.read_text(encoding="utf-8"), origin=str(path))
        calls = re.findall(r"(?:n?p?gettext|_)\((?:u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\"|[^()'\"])*\)", code)
        for call in calls:
            found.update(in_python(call.replace("\n", "\\n")))
    return found


def test_every_sentence_is_in_the_catalogue_and_nothing_else_is() -> None:
    assert asked() == set(written())


def test_every_sentence_is_translated() -> None:
    assert [key for key, said in written().items() if not all(said)] == []


def test_no_translation_is_doubtful() -> None:
    assert [key for key, _, flags in entries(CATALOGUE.read_text(encoding="utf-8")) if "fuzzy" in flags] == []


def test_placeholders_are_the_same_in_both_languages() -> None:
    holes = re.compile(r"%\(\w+\)[.\d]*[a-z]")
    wrong = [
        key
        for key, said in written().items()
        for one in said
        if sorted(holes.findall(one)) != sorted(holes.findall(key[1]))
    ]
    assert wrong == []


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with CATALOGUE.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for (context, message), said in written().items():
        if len(said) > 1:
            assert [compiled.ngettext(message, "", 1), compiled.ngettext(message, "", 2)] == said
        elif context:
            assert compiled.pgettext(context, message) == said[0]
        else:
            assert compiled.gettext(message) == said[0]


def test_scripts_contain_no_words() -> None:
    for path in (ROOT / "pitboss" / "static" / "pitboss" / "js").glob("*.js"):
        code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        strings = re.findall(r'"([^"]*)"|\'([^\']*)\'', code)
        assert not [
            s
            for pair in strings
            for s in pair
            if re.search(r"[A-Za-zÁ-ú]{3,} [A-Za-zÁ-ú]{3,}", s) and not re.search(r"[\[#.,]", s)
        ]
