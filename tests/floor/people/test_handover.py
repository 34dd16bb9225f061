"""A shift changes hands: what is told, who may sign, what stops it, and the paper."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pypdfium2
import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from pitboss.floor.device_models import Device
from pitboss.floor.handover import digest, since_of, summary
from pitboss.floor.handover_models import Handover
from pitboss.floor.presence import Presence
from pitboss.floor.signatures import mac_of
from tests.floor.people.conftest import enter, post
from tests.played import BACKEND, say

if TYPE_CHECKING:
    from pitboss.casino.cast import Cast
    from pitboss.incidents.models import Incident

Enrolled = tuple[Device, Client]
Play = Callable[..., "list[Incident]"]
SOON = timedelta(minutes=20)


def facts_of(client: Client, pit: int) -> dict[str, Any]:
    page = client.get(f"/floor/handover/?pit={pit}").content.decode()
    start = page.index('<script id="handover" type="application/json">') + 46
    return dict(json.loads(page[start : page.index("</script>", start)]))


def half(facts: dict[str, Any], signing: dict[str, str], by: str, role: str, **fields: Any) -> dict[str, Any]:
    event = {
        "kind": "handover",
        "role": role,
        "id": str(uuid4()),
        "handover": "0192f0c1-2222-7000-8000-00000000000a",
        "at": datetime.now(UTC).isoformat(),
        "by": by,
        "notes": "",
        **{name: facts[name] for name in ("pit", "since", "until", "sha256")},
        **fields,
    }
    mac = mac_of(b64decode(signing["key"]), event)
    return {"event": event, "signed": {"by": by, "key_id": signing["key_id"], "mac": mac}}


@pytest.fixture
def keys(staff: Cast, enrolled: Enrolled) -> dict[str, dict[str, str]]:
    return {staff.people[who].badge: enter(enrolled[1], staff, who)["signing"] for who in ("ivan", "sergio", "rosa")}


def give(
    client: Client,
    keys: dict[str, Any],
    facts: dict[str, Any],
    *,
    out: str = "R-1042",
    into: str = "R-1007",
    **fields: Any,
) -> tuple[int, dict[str, Any]]:
    body = {
        "until": facts["until"],
        "sha256": facts["sha256"],
        "notes": fields.get("notes", ""),
        "outgoing": half(facts, keys[out], out, "outgoing", **fields),
        "incoming": half(facts, keys[into], into, "incoming", **fields),
    }
    return post(client, f"handover/{facts['pit']}/", body)


def test_the_summary_tells_the_shift_of_the_pit(staff: Cast, play: Play) -> None:
    pit = staff.table.pit
    play("deal-order", "nobody-put-it-right", ago=SOON, at="CDE/BJ-02")
    play("wrong-payout", "natural-overpaid-by-twenty-five", ago=timedelta(days=40), at="CDE/BJ-03")
    now = timezone.now()
    told = summary(pit, now - timedelta(hours=8), now)
    assert [(row["table"], row["code"], row["carried"]) for row in told["incidents"]] == [
        ("BJ-02", "deal-order", False)
    ]
    assert [one["name"] for one in told["tables"]] == ["BJ-01", "BJ-02", "BJ-03", "BJ-04"]
    assert digest(told) == digest(summary(pit, now - timedelta(hours=8), now))


OPENING = (
    "table_opened cl-scj\ndecks_checked 52,52,52,52,52,52 red,red,red,blue,blue,blue no\nshuffled chemin\n"
    "shuffled normal passes=2\ncut 78\nburned - first\nround_opened 1\nbet 1 10000\nbet 2 10000\n"
)


def test_what_is_pending_or_asked_for_is_carried_over_until_it_is_the_desk_s(
    staff: Cast,
    play: Play,
) -> None:
    now = timezone.now()
    nine, month = now - timedelta(hours=9), now - timedelta(days=30)
    say(f"@{nine.isoformat()} {OPENING}exposed Kd\n", at="CDE/BJ-01")
    play("deal-order", "nobody-put-it-right", ago=timedelta(hours=9), at="CDE/BJ-02")
    say(f"@{nine.isoformat()} {OPENING}exposed Kd\nburned Kd exposed\ncctv_requested pit_boss\n", at="CDE/BJ-03")
    say(f"@{month.isoformat()} {OPENING}exposed Kd\n", at="CDE/BJ-04")
    told = summary(staff.table.pit, now - timedelta(hours=1), now)
    carried = {row["table"]: row for row in told["incidents"]}
    assert [row["carried"] for row in carried.values()] == [True] * len(carried)
    assert carried["BJ-01"]["outcome"] == "pending"
    assert "BJ-02" not in carried
    assert "BJ-04" not in carried
    assert carried["BJ-03"]["asked_at"]


def test_a_shift_begins_with_the_jornada_and_then_where_the_last_one_ended(
    staff: Cast, enrolled: Enrolled, keys: dict[str, Any]
) -> None:
    pit = staff.table.pit
    facts = facts_of(enrolled[1], pit.pk)
    assert datetime.fromisoformat(facts["since"]).astimezone(timezone.get_current_timezone()).hour == 8
    status, said = give(enrolled[1], keys, facts, notes="Mesa 3 con sabot nuevo")
    assert (status, said["number"]) == (200, 1), said
    one = Handover.objects.get()
    assert (one.outgoing, one.incoming, one.notes) == (staff.rosa, staff.sergio, "Mesa 3 con sabot nuevo")
    assert one.outgoing_signature.person == staff.rosa
    assert since_of(pit, timezone.now()) == one.until
    assert give(enrolled[1], keys, facts)[1] == {"why": "taken", "devices": []}
    second = facts_of(enrolled[1], pit.pk)
    assert give(enrolled[1], keys, second, out="R-1007", into="R-1042")[1]["number"] == 2


def test_a_croupier_neither_gives_nor_takes_a_shift(staff: Cast, enrolled: Enrolled, keys: dict[str, Any]) -> None:
    facts = facts_of(enrolled[1], staff.table.pit.pk)
    for out, into in (("R-2117", "R-1007"), ("R-1042", "R-2117")):
        status, said = give(enrolled[1], keys, facts, out=out, into=into)
        assert (status, said["why"], said["field"]) == (422, "signed", "signed.by")
    assert not Handover.objects.exists()


def test_it_takes_two(staff: Cast, enrolled: Enrolled, keys: dict[str, Any]) -> None:
    facts = facts_of(enrolled[1], staff.table.pit.pk)
    assert give(enrolled[1], keys, facts, into="R-1042") == (422, {"why": "same", "devices": []})


@pytest.mark.parametrize("change", [{"sha256": "0" * 64}, {"until": "2026-01-01T00:00:00+00:00"}, {"notes": "otra"}])
def test_both_signatures_are_over_what_is_stored(
    staff: Cast, enrolled: Enrolled, keys: dict[str, Any], change: dict[str, str]
) -> None:
    facts = facts_of(enrolled[1], staff.table.pit.pk)
    body = {
        "until": facts["until"],
        "sha256": facts["sha256"],
        "notes": "",
        "outgoing": half(facts, keys["R-1042"], "R-1042", "outgoing"),
        "incoming": half(facts, keys["R-1007"], "R-1007", "incoming", **change),
    }
    status, said = post(enrolled[1], f"handover/{facts['pit']}/", body)
    assert (status, said["why"]) == (422, "signed")
    assert not Handover.objects.exists()


def test_a_signature_of_who_leaves_does_not_do_for_who_comes(
    staff: Cast, enrolled: Enrolled, keys: dict[str, Any]
) -> None:
    facts = facts_of(enrolled[1], staff.table.pit.pk)
    one = half(facts, keys["R-1042"], "R-1042", "outgoing")
    body = {"until": facts["until"], "sha256": facts["sha256"], "notes": "", "outgoing": one, "incoming": one}
    assert post(enrolled[1], f"handover/{facts['pit']}/", body)[0] == 422


def test_what_changed_since_it_was_read_is_read_again(
    staff: Cast,
    enrolled: Enrolled,
    keys: dict[str, Any],
    play: Play,
) -> None:
    facts = facts_of(enrolled[1], staff.table.pit.pk)
    play("deal-order", "nobody-put-it-right", ago=SOON, at="CDE/BJ-02")
    assert give(enrolled[1], keys, facts) == (409, {"why": "changed", "devices": []})


def test_no_shift_ends_over_entries_that_a_tablet_has_not_sent(
    staff: Cast, enrolled: Enrolled, keys: dict[str, Any]
) -> None:
    device, client = enrolled
    now = timezone.now()
    Presence.objects.create(device=device, table=staff.table, since=now, seen_at=now - timedelta(hours=2), unsent=3)
    facts = facts_of(client, staff.table.pit.pk)
    assert "Tableta 1 (3)" in client.get("/floor/handover/").content.decode()
    assert give(client, keys, facts) == (409, {"why": "unsent", "devices": [{"name": "Tableta 1", "unsent": 3}]})
    Presence.objects.update(unsent=0)
    assert give(client, keys, facts)[0] == 200


def test_a_hand_over_is_kept_for_good(staff: Cast, enrolled: Enrolled, keys: dict[str, Any]) -> None:
    give(enrolled[1], keys, facts_of(enrolled[1], staff.table.pit.pk))
    for statement in ("UPDATE floor_handover SET notes = 'x'", "DELETE FROM floor_handover", "TRUNCATE floor_handover"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)


def text_of(content: bytes) -> str:
    document = pypdfium2.PdfDocument(content)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def test_the_paper_says_what_was_signed_and_by_whom(
    staff: Cast,
    enrolled: Enrolled,
    keys: dict[str, Any],
    play: Play,
) -> None:
    _, client = enrolled
    (incident,) = play("deal-order", "nobody-put-it-right", ago=SOON, at="CDE/BJ-02")
    facts = facts_of(client, staff.table.pit.pk)
    said = give(client, keys, facts, notes="Mesa 3: sabot nuevo <b>a las 22</b> #import")[1]
    answer = client.get(said["pdf"])
    assert answer.headers["Content-Type"] == "application/pdf"
    text = " ".join(text_of(answer.content).split())
    for words in ("Entrega de turno", "N.º 1", incident.folio, "BJ-02", "Rosa Soto", "Sergio Lagos", "R-1007"):
        assert words in text
    assert "Mesa 3: sabot nuevo <b>a las 22</b> #import" in text
    assert facts["sha256"] in text.replace(" ", "")
    assert client.get(said["pdf"]).content == answer.content


def test_the_shift_so_far_is_printed_and_says_that_nobody_signed(staff: Cast, enrolled: Enrolled) -> None:
    text = text_of(enrolled[1].get(f"/floor/handover.pdf?pit={staff.table.pit.pk}").content)
    assert "Sin firmas: el turno no se ha entregado." in " ".join(text.split())


def test_papers_are_shown_to_their_casino_alone(staff: Cast, enrolled: Enrolled, keys: dict[str, Any]) -> None:
    said = give(enrolled[1], keys, facts_of(enrolled[1], staff.table.pit.pk))[1]
    assert Client().get(said["pdf"]).status_code == 302
    for who, status in (("marta", 200), ("tomas", 404)):
        client = Client()
        client.force_login(staff.people[who], backend=BACKEND)
        assert client.get(said["pdf"]).status_code == status
