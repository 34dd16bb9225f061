"""The two pages of the live floor: the wall of a pit, and one table. What they show comes by JSON afterwards."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from pitboss.accounts.models import Person
from pitboss.casino.models import Casino, Pit, Table
from pitboss.floor.devices import device_of, enrolled


@require_safe
@enrolled
def wall(request: HttpRequest) -> HttpResponse:
    """The tables of a pit: that of `?pit=`, else the tablet's own, else the casino's first."""
    device = device_of(request)
    assert device is not None  # noqa: S101  what `enrolled` lets through
    pits = list(Pit.objects.filter(casino=device.casino))
    asked = request.GET.get("pit", "")
    pit = next((one for one in pits if str(one.pk) == asked), device.pit or (pits[0] if pits else None))
    tables = list(Table.objects.filter(pit=pit).order_by("name")) if pit else []
    shown = {"casino": device.casino, "names": names(device.casino), "pits": pits, "pit": pit, "tables": tables}
    return render(request, "floor/wall.html", shown)


@require_safe
@enrolled
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """One table. The page is a shell that the tablet keeps, and works from it without the network."""
    device = device_of(request)
    assert device is not None  # noqa: S101
    shown = get_object_or_404(Table.objects.select_related("pit"), pk=pk, casino=device.casino)
    around = {"casino": device.casino, "names": names(device.casino), "table": shown, "pit": shown.pit}
    return render(request, "floor/table.html", around)


def names(casino: Casino) -> dict[str, str]:
    """Badge to short name of everybody who works there: the events that the tablets draw know people by badge."""
    people = Person.objects.filter(memberships__casino=casino).exclude(badge="").distinct()
    return {badge: short_name(name) for badge, name in people.values_list("badge", "name")}


def short_name(name: str) -> str:
    """*R. Soto* for Rosa Soto; of four words the third is the surname that is used."""
    words = name.split()
    if len(words) < 2:
        return name
    return f"{words[0][0]}. {words[1] if len(words) == 2 else words[-2]}"
