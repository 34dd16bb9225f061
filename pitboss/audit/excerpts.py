"""Where the words that were searched for stand in what a row shows.

PostgreSQL says which of the shown words fit, by the very folding and stemming that found the case, so *distribucion*
marks *distribuciones*; its own ``ts_headline`` knows nothing of our folding. Asked once for all rows of a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from django.db import connection

from pitboss.incidents.models import Incident, Searched
from pitboss.languages import of_two

AROUND: Final = 60
"""Letters shown before the first word that fits, where a text is long."""
LONGEST: Final = 4000
_WORD: Final = re.compile(r"[^\W_]+[♠♥♦♣]?(?:[-./][^\W_]+)*")
_FITTING: Final = """
    SELECT word FROM unnest(%s::text[]) word
    WHERE incidents_words(ARRAY[word], '{}', word, word, '', '', '') @@ incidents_asked(%s, true)
"""


class Piece(NamedTuple):
    """A stretch of text; ``hit``: it was searched for."""

    text: str
    hit: bool


Excerpts = dict[int, tuple[list[Piece], list[Piece], bool]]
"""By incident: title, sentence, and whether the sentence is what people said."""


def excerpts(typed: str, told: Sequence[tuple[Incident, str, str]], language: str) -> Excerpts:
    """``told``: incident, title and headline. Without words to search for nothing is asked of the database."""
    if not typed.strip() or not told:
        return {one.pk: ([Piece(title, False)], [Piece(headline, False)], False) for one, title, headline in told}
    rest = _rest([one.pk for one, _, _ in told], language)
    texts = [text for one, title, headline in told for text in (title, headline, *rest.get(one.pk, ("", "")))]
    hits = fitting(typed, texts)
    found: Excerpts = {}
    for one, title, headline in told:
        found[one.pk] = (marked(title, hits), *_sentence(title, headline, *rest.get(one.pk, ("", "")), hits))
    return found


def fitting(typed: str, texts: Iterable[str]) -> set[str]:
    """Which words of these texts are among those that were typed: one query."""
    words = sorted({word for text in texts for word in _WORD.findall(text)})
    with connection.cursor() as cursor:
        cursor.execute(_FITTING, [words, typed.replace("\0", "")])
        return {word for (word,) in cursor.fetchall()}


def marked(text: str, hits: set[str]) -> list[Piece]:
    """The text in pieces, those that fit apart."""
    pieces: list[Piece] = []
    end = 0
    for word in _WORD.finditer(text):
        if word[0] in hits:
            pieces += [Piece(text[end : word.start()], False), Piece(word[0], True)]
            end = word.end()
    return [piece for piece in (*pieces, Piece(text[end:], False)) if piece.text]


def _sentence(title: str, headline: str, told: str, said: str, hits: set[str]) -> tuple[list[Piece], bool]:
    """The headline, if a word stands in it; else the first line that has one, cut to where it stands."""
    pieces = marked(headline, hits)
    if any(piece.hit for piece in pieces):
        return pieces, False
    for text, by_people in ((said, True), (told, False)):
        for line in text.splitlines():
            if line != title and (cut := _cut(marked(line, hits))):
                return cut, by_people
    return pieces, False


def _cut(pieces: list[Piece]) -> list[Piece]:
    """From a little before the first word that fits; empty where none does."""
    first = next((place for place, piece in enumerate(pieces) if piece.hit), None)
    if first is None:
        return []
    before = "".join(piece.text for piece in pieces[:first])
    if len(before) > AROUND:
        before = "…" + before[-AROUND:].partition(" ")[2]
    return [Piece(before, False), *pieces[first:]] if before else pieces[first:]


def _rest(keys: Sequence[int], language: str) -> dict[int, tuple[str, str]]:
    """What else the rules say of these cases, and what people said: one query."""
    tongue = of_two(language)
    rows = Searched.objects.filter(incident__in=keys)
    wanted = rows.values_list("incident_id", f"titles_{tongue}", f"told_{tongue}", "said")
    return {pk: (f"{titles}\n{told}"[:LONGEST], said[:LONGEST]) for pk, titles, told, said in wanted}
