"""The rest of the report's fields: who else is part of a case, whom a case is about, and the hand-over of cards."""

from django.db import migrations, models

FORWARD = """
CREATE OR REPLACE FUNCTION incidents_lacks(case_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(', ',
        CASE WHEN NOT EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'ruled')
            THEN 'ruling' END,
        CASE WHEN (
                EXISTS (SELECT 1 FROM incidents_incident i WHERE i.id = case_id AND i.cctv)
                OR EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_asked')
            ) AND NOT EXISTS (
                SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_found'
            ) THEN 'footage' END,
        (SELECT string_agg(field, ', ') FROM unnest(ARRAY[
                'announced', 'persons', 'witnesses', 'money_corrected', 'cards_seized', 'passes_affected',
                'notifications', 'action_taken', 'source', 'player_choice'
            ]) AS field
         WHERE NOT EXISTS (
                SELECT 1 FROM incidents_step s
                WHERE s.incident_id = case_id AND s.verb = 'completed' AND (s.after -> 'details') ? field
            ) AND (field <> 'player_choice' OR EXISTS (
                SELECT 1 FROM incidents_incidentfinding link
                JOIN replay_finding finding ON finding.id = link.finding_id
                WHERE link.incident_id = case_id AND finding.outcome <> 'superseded'
                  AND finding.code IN ('stuck-cards', 'unrequested-card')
            )) AND (field <> 'money_corrected' OR EXISTS (
                SELECT 1 FROM incidents_incident i WHERE i.id = case_id AND (i.owed <> 0 OR i.overpaid <> 0)
            ))))
$$;

-- Beside incidents_hold_to_life, which says nothing of this verb: an envelope goes on after the case is closed
CREATE FUNCTION incidents_hold_custody() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this incidents_incident;
    seized jsonb;
    last incidents_step;
BEGIN
    SELECT * INTO this FROM incidents_incident WHERE id = NEW.incident_id FOR NO KEY UPDATE;
    IF NEW.entry_id IS NOT NULL OR NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = this.casino_id AND person.id = NEW.by_id AND person.is_active
          AND member.role IN ('pit_boss', 'section_head', 'surveillance', 'auditor')
    ) THEN
        RAISE EXCEPTION 'person % may not do that (%) at casino %', NEW.by_id, NEW.verb, this.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(NEW.signature) <> 64 THEN
        RAISE EXCEPTION 'a step (%) of a person is signed', NEW.verb USING ERRCODE = 'check_violation';
    END IF;
    SELECT after -> 'details' -> 'cards_seized' INTO seized FROM incidents_step
        WHERE incident_id = this.id AND verb = 'completed' AND (after -> 'details') ? 'cards_seized'
        ORDER BY number DESC LIMIT 1;
    IF (seized ->> 'pick') IS DISTINCT FROM 'yes' THEN
        RAISE EXCEPTION 'case % has no seized cards to hand over', this.folio USING ERRCODE = 'check_violation';
    END IF;
    SELECT * INTO last FROM incidents_step WHERE incident_id = this.id AND verb = 'cards_handed_over'
        ORDER BY number DESC LIMIT 1;
    IF (NEW.after ->> 'from') IS DISTINCT FROM COALESCE(last.after ->> 'to', seized ->> 'custody')
        OR COALESCE(NEW.after ->> 'to', '') = '' OR COALESCE(NEW.after ->> 'initials', '') = ''
        OR NOT COALESCE((NEW.after ->> 'at')::timestamptz <= NEW.at, false)
        OR (last.after ->> 'at')::timestamptz > (NEW.after ->> 'at')::timestamptz
    THEN
        RAISE EXCEPTION 'cards of case % are handed over by whoever has them, to somebody, one after the other',
            this.folio USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER steps_hold_custody BEFORE INSERT ON incidents_step
    FOR EACH ROW WHEN (NEW.verb = 'cards_handed_over') EXECUTE FUNCTION incidents_hold_custody();
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_hold_custody;

-- An envelope that goes on to its next keeper is no reason to review the case again
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('incidents_hold_to_life()'::regprocedure),
        'NOT IN (''commented'', ''assigned'')', 'NOT IN (''commented'', ''assigned'', ''cards_handed_over'')');
END $$;
"""

BACK = """
DROP TRIGGER steps_hold_custody ON incidents_step;
DROP FUNCTION incidents_hold_custody();
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('incidents_hold_to_life()'::regprocedure),
        'NOT IN (''commented'', ''assigned'', ''cards_handed_over'')', 'NOT IN (''commented'', ''assigned'')');
END $$;
CREATE OR REPLACE FUNCTION incidents_lacks(case_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(', ',
        CASE WHEN NOT EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'ruled')
            THEN 'ruling' END,
        CASE WHEN (
                EXISTS (SELECT 1 FROM incidents_incident i WHERE i.id = case_id AND i.cctv)
                OR EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_asked')
            ) AND NOT EXISTS (
                SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_found'
            ) THEN 'footage' END,
        (SELECT string_agg(field, ', ') FROM unnest(ARRAY[
                'witnesses', 'cards_seized', 'passes_affected', 'notifications', 'action_taken', 'player_choice'
            ]) AS field
         WHERE NOT EXISTS (
                SELECT 1 FROM incidents_step s
                WHERE s.incident_id = case_id AND s.verb = 'completed' AND (s.after -> 'details') ? field
            ) AND (field <> 'player_choice' OR EXISTS (
                SELECT 1 FROM incidents_incidentfinding link
                JOIN replay_finding finding ON finding.id = link.finding_id
                WHERE link.incident_id = case_id AND finding.outcome <> 'superseded'
                  AND finding.code IN ('stuck-cards', 'unrequested-card')
            ))))
$$;
"""

# The leading finding is the gravest that counts, the earliest of those; as in pitboss.incidents.summary
ABOUT = """
UPDATE incidents_incident incident
SET dealer = about.dealer, supervisor = about.supervisor, seat = about.seat
FROM (
    SELECT DISTINCT ON (link.incident_id) link.incident_id, finding.dealer, finding.supervisor,
        CASE WHEN finding.spot IS NULL OR finding.spot = 'dealer' THEN '' ELSE split_part(finding.spot, '.', 1) END
            AS seat
    FROM incidents_incidentfinding link JOIN replay_finding finding ON finding.id = link.finding_id
    ORDER BY link.incident_id, finding.outcome = 'superseded',
        array_position(ARRAY['critical', 'major', 'minor'], finding.severity::text), finding.entry_id, finding.code
) about
WHERE about.incident_id = incident.id;
"""


class Migration(migrations.Migration):
    dependencies = [("incidents", "0007_search_and_assignment"), ("replay", "0004_plays_by_the_hour")]

    operations = [
        *(
            migrations.AddField(
                model_name="incident",
                name=name,
                field=models.CharField(blank=True, db_default="", default="", max_length=length),
            )
            for name, length in (("dealer", 40), ("supervisor", 40), ("seat", 16))
        ),
        migrations.AddField(
            model_name="witness",
            name="part",
            field=models.CharField(
                choices=[("witness", "Testigo"), ("involved", "Persona del caso")],
                db_default="witness",
                default="witness",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="witness",
            name="position",
            field=models.CharField(blank=True, db_default="", default="", max_length=60),
        ),
        migrations.AlterField(
            model_name="step",
            name="verb",
            field=models.CharField(
                choices=[
                    ("opened", "Abierto"),
                    ("joined", "Otro hallazgo del mismo caso"),
                    ("answered", "Cambió el resultado"),
                    ("amended", "Cambió lo sabido"),
                    ("withdrawn", "Retirado por corrección"),
                    ("restored", "Vuelto a abrir por los hechos"),
                    ("ruled", "Resuelto"),
                    ("footage_asked", "Video pedido"),
                    ("footage_preserved", "Video guardado"),
                    ("footage_found", "Hallazgo de CCTV"),
                    ("completed", "Informe completado"),
                    ("cards_handed_over", "Cartas entregadas"),
                    ("assigned", "Asignado"),
                    ("commented", "Comentario"),
                    ("reviewed", "Revisado por cumplimiento"),
                    ("closed", "Cerrado"),
                    ("reopened", "Nueva revisión abierta"),
                ],
                max_length=24,
            ),
        ),
        migrations.RunSQL(ABOUT, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("dealer", ""), _negated=True),
                fields=["casino", "dealer", "-opened_at"],
                name="incident_dealer",
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("supervisor", ""), _negated=True),
                fields=["casino", "supervisor", "-opened_at"],
                name="incident_supervisor",
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("seat", ""), _negated=True),
                fields=["table", "seat", "-opened_at"],
                name="incident_seat",
            ),
        ),
        migrations.RunSQL(FORWARD, BACK),
    ]
