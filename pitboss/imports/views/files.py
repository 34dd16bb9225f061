"""Files of other systems: the list, a new one, and the page where its columns are mapped."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from pitboss.audit.signed_in import PersonRequest, signed_in
from pitboss.casino.models import Casino, Table
from pitboss.imports import page
from pitboss.imports.access import casinos_of, files_of, mappings_of
from pitboss.imports.form import Form, understood
from pitboss.imports.models import ImportFile, Mapping, Surveyed, Trial
from pitboss.imports.prepared import converter_of, definition_of, path_of
from pitboss.imports.reading import DELIMITERS, ENCODINGS, Looked, Reading, rows
from pitboss.imports.state import of_definition, proposed
from pitboss.imports.survey import Survey
from pitboss.imports.verbs.keep_file import keep_file
from pitboss.imports.verbs.survey_file import survey_file
from pitboss.imports.verbs.try_file import save_mapping, try_file
from pitboss.imports.words import DELIMITERS as DELIMITER_WORDS
from pitboss.imports.words import ENCODINGS as ENCODING_WORDS
from pitboss.incidents.refusal import Refused

SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def imports(request: PersonRequest) -> HttpResponse:
    """What was brought so far, and a form for another file."""
    casinos = list(casinos_of(request.user))
    if not casinos:
        raise PermissionDenied(f"{request.user} may not import anywhere")
    code = str(request.POST.get("casino", casinos[0].code))
    context: dict[str, Any] = {"casinos": casinos, "casino": code}
    status = 200
    if request.method == "POST":
        casino = next((one for one in casinos if one.code == code), None)
        if casino is None:
            raise PermissionDenied(f"{request.user} may not import at {code}")
        try:
            kept = keep_file(file=request.FILES.get("file"), casino=casino, by=request.user, now=timezone.now())
            return redirect("imports:mapping", pk=kept.pk)
        except Refused as refused:
            context["problems"], status = [reason.words for reason in refused.reasons], 400
    shown = Paginator(files_of(request.user), SHOWN).get_page(request.GET.get("page"))
    context |= {"page": shown, "files": _with_trials(list(shown))}
    return render(request, "imports/imports.html", context, status=status)


def _with_trials(files: list[ImportFile]) -> list[tuple[ImportFile, Trial | None]]:
    """Each file with what was done with it last: an import before a dry run."""
    trials = Trial.objects.filter(file__in=files).select_related("mapping", "job", "taken__job").order_by("at", "pk")
    last: dict[int, Trial] = {}
    for trial in trials:
        if trial.file_id not in last or not hasattr(last[trial.file_id], "taken") or hasattr(trial, "taken"):
            last[trial.file_id] = trial
    return [(file, last.get(file.pk)) for file in files]


@require_http_methods(["GET", "HEAD", "POST"])
@signed_in
def mapping(request: PersonRequest, pk: int) -> HttpResponse:
    """Columns to fields, with the first rows beside them. POST ``do=try`` keeps the mapping and asks for a dry run;
    any other shows the page as it was filled in."""
    file = get_object_or_404(files_of(request.user), pk=pk)
    looked = Looked(**{**file.looked, "encodings": tuple(file.looked["encodings"]),
                       "delimiters": tuple(file.looked["delimiters"])})  # fmt: skip
    said = request.POST if request.method == "POST" else request.GET
    saved = _saved(file, said.get("mapping", ""))
    reading = _reading(said, looked, saved)
    surveyed = survey_file(file=file, reading=reading, by=request.user, now=timezone.now())
    context = _about(file, looked, reading, surveyed)
    if surveyed.result is None:
        return render(request, "imports/mapping.html", context)
    survey = msgspec.convert(surveyed.result, Survey)
    if saved is None and "mapping" not in said and request.method != "POST":
        saved = _fitting(file.casino, survey, reading)
    tables = list(Table.objects.filter(casino=file.casino).order_by("name").values_list("name", flat=True))
    if request.method == "POST":
        # What the form did not show yet is as it would be proposed
        state = proposed(survey, tables) | {name: str(value) for name, value in request.POST.items()}
    else:
        state = proposed(survey, tables) if saved is None else of_definition(definition_of(saved), survey)
    form = understood(state, survey, reading, tables)
    name = state.get("name", saved.name if saved else file.name.rpartition(".")[0] or file.name)
    status = 200
    # A form that is drawn anew by itself sends the key that has the focus along, though nobody pressed it
    if request.method == "POST" and state.get("do") == "try" and not request.htmx:
        try:
            if form.definition is not None:
                kept = save_mapping(
                    casino=file.casino, name=name, definition=form.definition, by=request.user, now=timezone.now()
                )
                asked = try_file(file=file, mapping=kept, by=request.user, now=timezone.now())
                return redirect("imports:trial", pk=asked.pk)
        except Refused as refused:
            form.problems |= {reason.code: str(reason.words) for reason in refused.reasons}
        status = 400
    context |= {"name": name, "saved": saved, "tried": status == 400, **_filled(form, file)}
    return render(request, "imports/mapping.html", context, status=status)


def _saved(file: ImportFile, said: str) -> Mapping | None:
    if not (said.isascii() and said.isdigit() and len(said) < 19):
        return None
    return Mapping.objects.filter(casino=file.casino, pk=int(said)).select_related("by").first()


def _fitting(casino: Casino, survey: Survey, reading: Reading) -> Mapping | None:
    """The newest saved mapping that was made for just these columns, read just so."""
    names = [column.name for column in survey.columns]
    for one in sorted(mappings_of(casino), key=lambda one: one.at, reverse=True):
        if one.definition["columns"] == names and definition_of(one).reading == reading:
            return one
    return None


def _reading(said: Any, looked: Looked, saved: Mapping | None) -> Reading:
    usual = definition_of(saved).reading if saved is not None and "encoding" not in said else looked.reading
    encoding, delimiter = said.get("encoding", usual.encoding), said.get("delimiter", usual.delimiter)
    return Reading(
        encoding=encoding if encoding in ENCODINGS else usual.encoding,
        delimiter={"tab": "\t"}.get(delimiter, delimiter) if delimiter in (*DELIMITERS, "tab") else usual.delimiter,
        header=said.get("header", "1" if usual.header else "0") != "0",
    )


def _about(file: ImportFile, looked: Looked, reading: Reading, surveyed: Surveyed) -> dict[str, Any]:
    job = surveyed.job
    return {
        "file": file,
        "looked": looked,
        "reading": reading,
        "delimiter": "tab" if reading.delimiter == "\t" else reading.delimiter,
        "encodings": [(name, ENCODING_WORDS[name], name == reading.encoding) for name in ENCODINGS],
        "delimiters": [
            ("tab" if one == "\t" else one, DELIMITER_WORDS[one], one == reading.delimiter) for one in DELIMITERS
        ],
        "guessed": not looked.plain and len(looked.encodings) > 1,
        "job": job,
        "share": None if job is None or not job.total else min(100, int(100 * job.progress / job.total)),
        "mappings": list(mappings_of(file.casino)),
    }


def _filled(form: Form, file: ImportFile) -> dict[str, Any]:
    zone = ZoneInfo(file.casino.timezone)
    tokens, suits = page.suit_choices(form)
    fields = page.field_rows(form)
    context: dict[str, Any] = {
        "form": form,
        "survey": form.survey,
        "fields": fields,
        "folded": sum(not one.shown for one in fields),
        "steps": page.step_rows(form) if form.wide else [],
        "tokens": tokens,
        "has_c": any(letter == "c" for letter, _ in tokens),
        "suits": suits,
        "by_letter": form.state.get("suits") == "map",
        "letters": page.letters(form) if form.state.get("suits") == "map" else [],
        "ranks": page.ranks(form),
        "first_matters": page.first_matters(form),
        "orders": page.order_choices(form, zone),
        "marks": page.mark_choices(form, file.casino.currency),
        "sources": page.source_choices(form),
        "state": form.state,
    }
    if form.definition is not None:
        converter = converter_of(file, form.definition)
        context["preview"] = page.preview(converter, rows(path_of(file), form.reading))
    return context
