"""The form of the report's fields: a pick each, and what goes with the pick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pitboss.audit.act_forms import ActForm, moment, number, pick, text, words_field
from pitboss.incidents import picks
from pitboss.incidents.gate import wanted_fields
from pitboss.incidents.models import Incident
from pitboss.incidents.verbs.complete import Named, complete

RECEIVERS: Final = tuple(str(receiver) for receiver in picks.Receiver)
SEATS_FOR_WITNESSES: Final = (1, 2)


class CompleteForm(ActForm):
    """What is left empty stays as it was."""

    act, permission, title, verb = "complete", "complete", _("Completar el informe"), complete
    witnesses = pick(picks.Witnesses.choices, _("Testigos"), required=False)
    witness_1 = text(_("Testigo 1"), 120, required=False)
    witness_1_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    witness_2 = text(_("Testigo 2"), 120, required=False)
    witness_2_role = pick(picks.WitnessRole.choices, _("Quién es"), required=False)
    player_choice = pick(picks.PlayerChoice.choices, _("Elección del jugador"), required=False)
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
    words = words_field(label=_("Nota"))

    def __init__(self, data: Any = None, files: Any = None, *, incident: Incident) -> None:
        super().__init__(data, files, incident=incident)
        if "player_choice" not in wanted_fields(list(incident.findings.all())):
            del self.fields["player_choice"]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        self._needs(given, "witnesses", picks.Witnesses.NAMED, "witness_1", "witness_1_role")
        if given.get("witness_2"):
            self._wanted(given, "witness_2_role")
        self._needs(given, "cards_seized", picks.CardsSeized.YES, "envelope", "initials", "custody")
        self._needs(given, "passes_affected", picks.Passes.RANGE, "first", "last")
        if given.get("passes_affected") == picks.Passes.RANGE and (given.get("last") or 0) < (given.get("first") or 0):
            self.add_error("last", gettext("El término es anterior al inicio."))
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
        if given.get(field) in (None, "") and field not in self.errors:
            self.add_error(field, gettext("Falta este dato."))

    def told(self) -> Mapping[str, Any]:
        given = self.cleaned_data
        details: dict[str, Any] = {}
        for name in ("witnesses", "player_choice", "cards_seized", "passes_affected", "notifications"):
            if given.get(name):
                details[name] = {"pick": given[name]}
        if given["cards_seized"] == picks.CardsSeized.YES:
            details["cards_seized"] |= {name: given[name] for name in ("envelope", "initials", "custody")}
            if given["seized_cards"]:
                details["cards_seized"]["cards"] = given["seized_cards"]
        if given["passes_affected"] == picks.Passes.RANGE:
            details["passes_affected"] |= {"first": given["first"], "last": given["last"]}
        if given["notifications"] == picks.Notified.SENT:
            details["notifications"]["sent"] = [
                {"who": name, "at": given[f"{name}_at"].isoformat(), "channel": given[f"{name}_channel"]}
                for name in RECEIVERS
                if given[f"{name}_at"]
            ]
        if given["action_taken"]:
            details["action_taken"] = {"picks": sorted(given["action_taken"])}
        return {"details": details, "witnesses": self._named(), "words": given["words"]}

    def _named(self) -> list[Named]:
        given = self.cleaned_data
        if given["witnesses"] != picks.Witnesses.NAMED:
            return []
        rows = [(given[f"witness_{n}"], given[f"witness_{n}_role"]) for n in SEATS_FOR_WITNESSES]
        return [Named(name=name, role=picks.WitnessRole(role)) for name, role in rows if name]

    def groups(self) -> list[list[forms.BoundField]]:
        """The fields as they stand together on the page: a pick, and behind it what it may bring."""
        heads = ("witnesses", "player_choice", "cards_seized", "passes_affected", "notifications", "action_taken")
        groups: list[list[forms.BoundField]] = []
        for field in self.visible_fields():
            if field.name in heads or field.name == "words":
                groups.append([])
            groups[-1].append(field)
        return groups
