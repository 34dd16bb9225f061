"""Findings as a person reads them in a terminal, and the words for their grades."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from rules.irregularity import Finding
from rules.sources import cited
from rules.words import Text, bet_name, money, spot_label, spot_name

WIDTH = 100
SEVERITY = {
    "minor": Text("leve", "minor"),
    "major": Text("grave", "major"),
    "critical": Text("crítica", "critical"),
}
OUTCOME = {
    "pending": Text("pendiente", "pending"),
    "followed": Text("cumplida", "followed"),
    "contrary": Text("contraria", "contrary"),
    "superseded": Text("reemplazada", "superseded"),
    "noted": Text("anotada", "noted"),
}
STANDING = {
    "prescribed": Text("prescrito", "prescribed"),
    "to_confirm": Text("por confirmar", "to confirm"),
    "no_rule": Text("texto en silencio", "the text is silent"),
    "breach": Text("falta de procedimiento", "breach of procedure"),
}
REASONS = {
    "code": Text("por el tipo de irregularidad", "by the kind of irregularity"),
    "contrary": Text("no se hizo lo prescrito", "the prescription was not followed"),
    "disputed": Text("hay una disputa", "it is disputed"),
    "money": Text("hay una diferencia de dinero", "there is a difference of money"),
}
LABELS = {
    "round": Text("pase", "round"),
    "prescribed": Text("Prescrito", "Prescribed"),
    "rule": Text("Regla", "Rule"),
    "video": Text("CCTV: se aconseja revisar", "CCTV: a look is advised"),
    "money": Text("Dinero", "Money"),
    "expected": Text("corresponde", "due"),
    "actual": Text("se movió", "moved"),
    "difference": Text("diferencia", "difference"),
    "decides": Text("Decide", "Decides"),
    "examples": Text("Ejemplos", "Worked examples"),
    "keep": Text(
        "Conservar video: {before} s antes, {after} s después",
        "Keep video: {before} s before, {after} s after",
    ),
    "announce": Text("Anunciar", "Announce"),
    "played": Text("como se jugó", "as played"),
    "regulation": Text("orden reglamentario", "regulation order"),
}


def label(name: str, lang: str) -> str:
    return LABELS[name].of(lang)


def finding_lines(finding: Finding, lang: str) -> Iterator[str]:
    """A finding in a few lines: what, how grave, what is prescribed, where it stands, the video, the money."""
    where = f"{label('round', lang)} {finding.round}" if finding.round is not None else "—"
    spot = "" if finding.spot is None else f" · {spot_label(finding.spot, lang)}"
    grade = f"{SEVERITY[finding.severity].of(lang)}, {OUTCOME[finding.outcome].of(lang)}"
    yield f"[{where}{spot}] {finding.title(lang)} ({finding.code}): {grade}"
    yield from _indented(finding.message(lang))
    for at, step in enumerate(finding.steps(lang), 1):
        head = f"{label('prescribed', lang)}: " if at == 1 else ""
        yield from _indented(f"{head}{at}. {step}")
    cites = cited(finding.rule.cites, lang)
    yield from _indented(f"{label('rule', lang)}: {cites} ({STANDING[finding.standing].of(lang)})")
    if finding.cctv:
        reasons = ", ".join(REASONS[reason].of(lang) for reason in finding.cctv_reasons)
        yield from _indented(f"{label('video', lang)} ({reasons})")
    for row in finding.money:
        if row["difference"] or row["expected"] != row["actual"]:
            yield from _indented(
                f"{label('money', lang)}: {spot_name(row['spot'], lang)}, {bet_name(row['on'], lang)}: "
                f"{label('expected', lang)} {money(row['expected'], lang)}, "
                f"{label('actual', lang)} {money(row['actual'], lang)}, "
                f"{label('difference', lang)} {money(row['difference'], lang)}"
            )


def _indented(text: str) -> Iterable[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="    ", subsequent_indent="      ")
