"""Until when footage is held, and that its clock is kept: ``preserve_by``, when the recorder may lose it, is never
moved once it is set; ``hold_until`` only to later, behind a step that says so; and whoever keeps footage after the
recorder's time says how it was still there."""

from django.db import migrations, models

FORWARD = """
UPDATE incidents_incident incident SET hold_until = (
    date_trunc('day', incident.opened_at AT TIME ZONE casino.timezone) + interval '15 days 23:59:59'
) AT TIME ZONE casino.timezone
FROM casino_casino casino WHERE casino.id = incident.casino_id;

CREATE FUNCTION incidents_keep_footage_clock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.preserve_by IS NOT NULL AND NEW.preserve_by IS DISTINCT FROM OLD.preserve_by
        OR OLD.retention_days IS NOT NULL AND NEW.retention_days IS DISTINCT FROM OLD.retention_days
    THEN
        RAISE EXCEPTION 'incident % keeps the date by which its footage has to be kept', OLD.folio
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.hold_until IS DISTINCT FROM OLD.hold_until AND (
        NEW.hold_until IS NULL OR NEW.hold_until < OLD.hold_until OR NOT EXISTS (
            SELECT 1 FROM incidents_step step
            WHERE step.incident_id = NEW.id
              AND step.number = (SELECT max(number) FROM incidents_step WHERE incident_id = NEW.id)
              AND step.verb = 'amended' AND (step.after ->> 'hold_until')::timestamptz = NEW.hold_until
        )
    ) THEN
        RAISE EXCEPTION 'the footage of incident % is only held longer, by a step that says so', OLD.folio
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER incidents_keep_footage_clock BEFORE UPDATE ON incidents_incident
    FOR EACH ROW WHEN (
        (OLD.preserve_by, OLD.retention_days, OLD.hold_until)
        IS DISTINCT FROM (NEW.preserve_by, NEW.retention_days, NEW.hold_until)
    ) EXECUTE FUNCTION incidents_keep_footage_clock();
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_keep_footage_clock;

CREATE FUNCTION incidents_explain_late_footage() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    lapsed timestamptz;
BEGIN
    SELECT preserve_by INTO lapsed FROM incidents_incident WHERE id = NEW.incident_id;
    IF NEW.at > lapsed AND btrim(COALESCE(NEW.after ->> 'late', '')) = '' THEN
        RAISE EXCEPTION 'the footage of case % could be lost since %: keeping it now needs words', NEW.incident_id, lapsed
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER steps_explain_late_footage BEFORE INSERT ON incidents_step
    FOR EACH ROW WHEN (NEW.verb = 'footage_preserved') EXECUTE FUNCTION incidents_explain_late_footage();
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_explain_late_footage;
"""

BACK = """
DROP TRIGGER steps_explain_late_footage ON incidents_step;
DROP FUNCTION incidents_explain_late_footage();
DROP TRIGGER incidents_keep_footage_clock ON incidents_incident;
DROP FUNCTION incidents_keep_footage_clock();
"""


class Migration(migrations.Migration):
    dependencies = [("incidents", "0005_life"), ("casino", "0004_clocks")]

    operations = [
        migrations.AddField(
            model_name="incident",
            name="hold_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunSQL(FORWARD, BACK),
    ]
