"""What the triggers would have refused, asked afterwards: gaps, strangers, chains that break, signatures that fail."""

from __future__ import annotations

from random import Random
from typing import Final

from django.db import connection, transaction

from pitboss.casino.models import TableSession
from pitboss.incidents.life import signature_holds
from pitboss.incidents.models import Step
from pitboss.ledger.verify import verify
from pitboss.replay.advance import replay_session

NONE_MAY_BE: Final = {
    "entries whose number is not that of the one before and one more":
        "SELECT count(*) FROM (SELECT number - row_number() OVER (PARTITION BY session_id ORDER BY number) AS off"
        " FROM ledger_entry) numbered WHERE off <> 0",
    "sessions whose head is not their last entry":
        "SELECT count(*) FROM ledger_head h LEFT JOIN ledger_entry e ON e.session_id = h.session_id"
        " AND e.number = h.number AND e.hash = h.hash WHERE e.id IS NULL",
    "entries of no session": "SELECT count(*) FROM (SELECT DISTINCT session_id FROM ledger_entry) e"
        " LEFT JOIN casino_tablesession s ON s.id = e.session_id WHERE s.id IS NULL",
    "casinos and years whose folios have gaps or a counter that is elsewhere":
        "SELECT count(*) FROM (SELECT casino_id, year, count(*) AS n, max(number) AS last FROM incidents_incident"
        " GROUP BY casino_id, year) i FULL JOIN incidents_foliocounter c USING (casino_id, year)"
        " WHERE i.n IS DISTINCT FROM i.last OR i.last IS DISTINCT FROM c.last",
    "cases whose steps have gaps": "SELECT count(*) FROM (SELECT incident_id FROM incidents_step GROUP BY incident_id"
        " HAVING count(*) <> max(number) OR min(number) <> 1) s",
    "cases without a step or a finding": "SELECT count(*) FROM incidents_incident i WHERE NOT EXISTS"
        " (SELECT 1 FROM incidents_step s WHERE s.incident_id = i.id) OR NOT EXISTS"
        " (SELECT 1 FROM incidents_incidentfinding l WHERE l.incident_id = i.id)",
    "cases whose status is not what their newest step of it says":
        "SELECT count(*) FROM incidents_incident i JOIN LATERAL (SELECT after ->> 'status' AS status"
        " FROM incidents_step WHERE incident_id = i.id AND after ? 'status' ORDER BY number DESC LIMIT 1) s"
        " ON s.status <> i.status",
    "closed cases that lack something": "SELECT count(*) FROM incidents_incident i WHERE status = 'closed'"
        " AND incidents_lacks(i.id) <> ''",
    "reviews and closings by somebody who had a hand in the case":
        "SELECT count(*) FROM incidents_step s WHERE verb IN ('reviewed', 'closed') AND EXISTS (SELECT 1"
        " FROM incidents_step o WHERE o.incident_id = s.incident_id AND o.by_id = s.by_id AND o.number < s.number"
        " AND o.verb IN ('opened', 'ruled', 'footage_found'))",
    "closings by whoever reviewed": "SELECT count(*) FROM incidents_step s JOIN incidents_step r ON r.id = s.answers_id"
        " WHERE s.verb = 'closed' AND (r.by_id = s.by_id OR r.verb <> 'reviewed')",
    "steps of people who have no such part at the casino":
        "SELECT count(*) FROM (SELECT DISTINCT i.casino_id, s.by_id, s.verb FROM incidents_step s"
        " JOIN incidents_incident i ON i.id = s.incident_id WHERE s.by_id IS NOT NULL) s WHERE NOT EXISTS"
        " (SELECT 1 FROM casino_membership m WHERE m.casino_id = s.casino_id AND m.person_id = s.by_id)",
    "steps said at the table by an entry of another session":
        "SELECT count(*) FROM incidents_step s JOIN incidents_incident i ON i.id = s.incident_id"
        " LEFT JOIN ledger_entry e ON e.id = s.entry_id AND e.session_id = i.session_id"
        " WHERE s.entry_id IS NOT NULL AND e.id IS NULL",
    "findings of an entry of another session": "SELECT count(*) FROM replay_finding f LEFT JOIN ledger_entry e"
        " ON e.id = f.entry_id AND e.session_id = f.session_id WHERE e.id IS NULL",
    "rounds of entries of another session": "SELECT count(*) FROM replay_round r"
        " LEFT JOIN ledger_entry a ON a.id = r.first_entry_id AND a.session_id = r.session_id"
        " LEFT JOIN ledger_entry b ON b.id = r.last_entry_id AND b.session_id = r.session_id"
        " WHERE a.id IS NULL OR b.id IS NULL OR b.number < a.number",
    "hours of play that the rounds do not come to":
        "SELECT count(*) FROM (SELECT session_id, count(*) AS n FROM replay_round GROUP BY 1) r FULL JOIN"
        " (SELECT session_id, sum(rounds) AS n FROM replay_play GROUP BY 1) p USING (session_id)"
        " WHERE r.n IS DISTINCT FROM p.n",
    "tables whose sessions overlap or are numbered with gaps":
        "SELECT count(*) FROM (SELECT number <> row_number() OVER w OR opened_at < lag(closed_at) OVER w AS wrong"
        " FROM casino_tablesession WINDOW w AS (PARTITION BY table_id ORDER BY number)) s WHERE wrong",
    "cases that cannot be searched": "SELECT count(*) FROM incidents_incident i"
        " LEFT JOIN incidents_searched s ON s.incident_id = i.id WHERE s.incident_id IS NULL",
}  # fmt: skip
"""A sentence for what must not be there, and the question that counts it."""


def check(sessions: int) -> int:
    """Tell what is there and what is wrong with it; 1 where anything is. So many sessions are walked and replayed."""
    from pitboss.database.roles import as_owner

    wrong = 0
    with as_owner(), connection.cursor() as cursor:
        for table in ("ledger_entry", "casino_tablesession", "replay_round", "replay_finding", "incidents_incident",
                      "incidents_step"):  # fmt: skip
            cursor.execute(f"SELECT count(*), pg_size_pretty(pg_total_relation_size('{table}')) FROM {table}")
            print("{:>12} {:<24} {}".format(*_swapped(cursor.fetchone(), table)), flush=True)
        for words, query in NONE_MAY_BE.items():
            cursor.execute(query)
            (count,) = cursor.fetchone() or (0,)
            wrong += bool(count)
            print(f"{count:>12} {words}", flush=True)
        wrong += _walked(sessions)
    return 1 if wrong else 0


def _walked(count: int) -> int:
    dice, wrong, entries = Random("scale:check"), 0, 0
    keys = list(TableSession.objects.values_list("pk", flat=True))
    for pk in dice.sample(keys, min(count, len(keys))):
        session = TableSession.objects.select_related("table__casino").get(pk=pk)
        verified = verify(session)
        entries += verified.entries
        with transaction.atomic():
            again = replay_session(session=session)
            transaction.set_rollback(True)
        steps = Step.objects.filter(incident__session=session).exclude(signature="")
        forged = sum(1 for step in steps if not signature_holds(step))
        wrong += bool(verified.breaks or again or forged)
    print(f"{wrong:>12} of {count} sessions ({entries} entries) break, replay otherwise or are not signed", flush=True)
    return wrong


def _swapped(row: tuple[object, ...] | None, table: str) -> tuple[object, ...]:
    assert row is not None
    return row[0], table, row[1]
