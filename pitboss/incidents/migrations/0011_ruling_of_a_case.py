"""The newest ruling of a case beside it, so that a year of rulings is counted off an index and not step by step."""

from django.db import migrations, models

FORWARD = """
CREATE FUNCTION incidents_keep_ruling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE incidents_incident
    SET ruling = left(coalesce(NEW.after ->> 'reason', NEW.after ->> 'said', NEW.after ->> 'ruling', ''), 24)
    WHERE id = NEW.incident_id;
    RETURN NULL;
END $$;
CREATE TRIGGER steps_keep_the_ruling AFTER INSERT ON incidents_step
    FOR EACH ROW WHEN (NEW.verb = 'ruled') EXECUTE FUNCTION incidents_keep_ruling();
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_keep_the_ruling;

UPDATE incidents_incident
SET ruling = left(coalesce(newest.after ->> 'reason', newest.after ->> 'said', newest.after ->> 'ruling', ''), 24)
FROM (
    SELECT DISTINCT ON (incident_id) incident_id, after FROM incidents_step WHERE verb = 'ruled'
    ORDER BY incident_id, number DESC
) newest
WHERE newest.incident_id = incidents_incident.id;
"""

BACK = """
DROP TRIGGER steps_keep_the_ruling ON incidents_step;
DROP FUNCTION incidents_keep_ruling();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("incidents", "0010_cases_by_folio"),
    ]

    operations = [
        migrations.AddField(
            model_name="incident",
            name="ruling",
            field=models.CharField(blank=True, db_default="", default="", max_length=24),
        ),
        migrations.RunSQL(FORWARD, BACK),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("ruling", ""), _negated=True),
                fields=["casino", "opened_at"],
                include=("code", "ruling", "status"),
                name="incident_rulings",
            ),
        ),
    ]
