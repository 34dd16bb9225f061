"""The form of the report's fields: a pick each, and what goes with the pick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pitboss.audit.act_forms import ActForm, moment, number, pick, text, words_field
from pitboss.audit.telling import bet_name
from pitboss.drawing.formats import difference
from pitboss.incidents import picks
from pitboss.incidents.gate import wanted_fields
from pitboss.incidents.models import Incident
from pitboss.incidents.summary import differences_of
from pitboss.incidents.verbs.complete import Named, complete

RECEIVERS: Final = tuple(str(receiver) for receiver in picks.Receiver)
ROWS: Final = (1, 2)
"""How many people can be named at once; whoever sends the form again names more."""
MOST_BETS: Final = 14
"""Bets whose correction can be told here: two on each of seven seats."""
HEADS: Final = (
    "announced", "persons", "witnesses", "player_choice", "money_corrected", "cards_seized", "passes_affected",
    "notifications", "action_taken", "source", "words",
)  # fmt: skip
"""Where a new group begins on the page."""


class CompleteForm(ActForm):
    """What is left empty stays as it was."""

    act, permission, title, verb = "complete", "complete", _("Completar el informe"), complete
    announced = pick(picks.Announced.choices, _("Anuncio a los jugadores"), required=False)
    persons = pick(picks.Persons.choices, _("Personas del caso"), required=False)
    person_1 = text(_("Persona 1"), 120, required=False)
    person_1_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    person_1_position = text(_("Cargo o casilla"), 60, required=False)
    person_1_contact = text(_("Contacto, si lo da"), 120, required=False)
    person_2 = text(_("Persona 2"), 120, required=False)
    person_2_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    person_2_position = text(_("Cargo o casilla"), 60, required=False)
    person_2_contact = text(_("Contacto, si lo da"), 120, required=False)
    witnesses = pick(picks.Witnesses.choices, _("Testigos"), required=False)
    witness_1 = text(_("Testigo 1"), 120, required=False)
    witness_1_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    witness_2 = text(_("Testigo 2"), 120, required=False)
    witness_2_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    player_choice = pick(picks.PlayerChoice.choices, _("Elección del jugador"), required=False)
    money_corrected = pick(picks.Corrected.choices, _("Dinero corregido"), required=False)
    cards_seized = pick(picks.CardsSeized.choices, _("Cartas retiradas"), required=False)
    seized_cards = text(_("Qué cartas"), 200, required=False)
    envelope = text(_("Sobre"), 60, required=False)
    initials = text(_("Iniciales en el sobre"), 60, required=False)
    custody = text(_("Quién las guarda y dónde"), 120, required=False)
    passes_affected = pick(picks.Passes.choices, _("Pases que pudieron afectarse"), required=False)
    first = number(_("Desde el pase"), 2**53, required=False)
    last = number(_("Hasta el pase"), 2**53, required=False)
    notifications = pick(picks.Notified.choices, _("Avisos"), required=False)
    compliance_at = moment(_("Cumplimiento, cuándo"), required=False)
    compliance_channel = pick(picks.Channel.choices, _("Por qué medio"), required=False)
    scj_at = moment(_("SCJ, cuándo"), required=False)
    scj_channel = pick(picks.Channel.choices, _("Por qué medio"), required=False)
    police_at = moment(_("Policía, cuándo"), required=False)
    police_channel = pick(picks.Channel.choices, _("Por qué medio"), required=False)
    action_taken = forms.MultipleChoiceField(
        label=_("Medidas tomadas"), required=False, choices=picks.Action.choices, widget=forms.CheckboxSelectMultiple
    )
    source = pick(picks.Source.choices, _("Origen de los datos"), required=False)
    confidence = pick(picks.Confidence.choices, _("Confianza"), required=False)
    words = words_field(label=_("Nota"))

    def __init__(self, data: Any = None, files: Any = None, *, incident: Incident) -> None:
        findings = list(incident.findings.all())
        wanted = wanted_fields(incident, findings)
        self.bets = list(differences_of(findings).items())[:MOST_BETS] if "money_corrected" in wanted else []
        super().__init__(data, files, incident=incident)
        for name in ("player_choice", "money_corrected"):
            if name not in wanted:
                del self.fields[name]

    def add_fields(self) -> None:
        for place, ((_round, spot, on, _owner), amount) in enumerate(self.bets):
            label = gettext("Casilla %(spot)s, %(bet)s: falta %(amount)s") % {
                "spot": spot,
                "bet": bet_name(on).lower(),
                "amount": difference(amount),
            }
            self.fields[f"corrected_{place}"] = forms.IntegerField(
                label=label,
                required=False,
                min_value=-(2**53),
                max_value=2**53,
                widget=forms.NumberInput({"class": "input", "inputmode": "numeric"}),
            )
        behind = list(self.fields)
        at = behind.index("money_corrected") + 1 if "money_corrected" in behind else len(behind)
        rows = [name for name in behind if name.startswith("corrected_")]
        rest = [name for name in behind[at:] if name not in rows]
        self.order_fields([*behind[:at], *rows, *rest])

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for field, name, value in (
            ("witnesses", "witness", picks.Witnesses.NAMED),
            ("persons", "person", picks.Persons.NAMED),
        ):
            self._needs(given, field, value, f"{name}_1", f"{name}_1_role")
            if given.get(f"{name}_2"):
                self._wanted(given, f"{name}_2_role")
        self._needs(given, "cards_seized", picks.CardsSeized.YES, "envelope", "initials", "custody")
        self._needs(given, "passes_affected", picks.Passes.RANGE, "first", "last")
        if given.get("passes_affected") == picks.Passes.RANGE and (given.get("last") or 0) < (given.get("first") or 0):
            self.add_error("last", gettext("El término es anterior al inicio."))
        if given.get("source"):
            self._wanted(given, "confidence")
        if given.get("money_corrected") in (picks.Corrected.ALL, picks.Corrected.PART) and not self._corrected(given):
            self._wanted(given, "corrected_0")
        if given.get("notifications") == picks.Notified.SENT:
            told = [name for name in RECEIVERS if given.get(f"{name}_at") or given.get(f"{name}_channel")]
            for name in told or RECEIVERS[:1]:
                self._wanted(given, f"{name}_at")
                self._wanted(given, f"{name}_channel")
        return given

    def _needs(self, given: Mapping[str, Any], field: str, value: str, *others: str) -> None:
        if given.get(field) == value:
            for other in others:
                self._wanted(given, other)

    def _wanted(self, given: Mapping[str, Any], field: str) -> None:
        if given.get(field) in (None, "") and field not in self.errors and field in self.fields:
            self.add_error(field, gettext("Falta este dato."))

    def told(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        details: dict[str, Any] = {}
        for name in HEADS:
            if name not in ("action_taken", "words") and given.get(name):
                details[name] = {"pick": given[name]}
        if given["cards_seized"] == picks.CardsSeized.YES:
            details["cards_seized"] |= {name: given[name] for name in ("envelope", "initials", "custody")}
            if given["seized_cards"]:
                details["cards_seized"]["cards"] = given["seized_cards"]
        if given["passes_affected"] == picks.Passes.RANGE:
            details["passes_affected"] |= {"first": given["first"], "last": given["last"]}
        if given["source"]:
            details["source"] |= {"confidence": given["confidence"]}
        if given.get("money_corrected") in (picks.Corrected.ALL, picks.Corrected.PART):
            details["money_corrected"] |= {"bets": self._corrected(given)}
        if given["notifications"] == picks.Notified.SENT:
            details["notifications"]["sent"] = [
                {"who": name, "at": given[f"{name}_at"].isoformat(), "channel": given[f"{name}_channel"]}
                for name in RECEIVERS
                if given[f"{name}_at"]
            ]
        if given["action_taken"]:
            details["action_taken"] = {"picks": sorted(given["action_taken"])}
        return {
            "details": details,
            "witnesses": self._named("witness", given["witnesses"] == picks.Witnesses.NAMED),
            "persons": self._named("person", given["persons"] == picks.Persons.NAMED),
            "words": given["words"],
        }

    def _corrected(self, given: Mapping[str, Any]) -> list[dict[str, Any]]:
        return [
            {"spot": str(spot), "on": str(on), "amount": given[f"corrected_{place}"]}
            for place, ((_round, spot, on, _owner), _amount) in enumerate(self.bets)
            if given.get(f"corrected_{place}") is not None
        ]

    def _named(self, name: str, wanted: bool) -> list[Named]:
        given = self.cleaned_data
        if not wanted:
            return []
        return [
            Named(
                name=given[f"{name}_{n}"],
                role=picks.WitnessRole(given[f"{name}_{n}_role"]),
                contact=given.get(f"{name}_{n}_contact") or "",
                position=given.get(f"{name}_{n}_position") or "",
            )
            for n in ROWS
            if given[f"{name}_{n}"]
        ]

    def groups(self) -> list[list[forms.BoundField]]:
        """The fields as they stand together on the page: a pick, and behind it what it may bring."""
        groups: list[list[forms.BoundField]] = []
        for field in self.visible_fields():
            if field.name in HEADS:
                groups.append([])
            groups[-1].append(field)
        return groups
