"""What the database itself refuses, to raw SQL too.

Steps are never changed or removed; incidents are never removed or renumbered; a status moves only
when the newest step says so. ``ENABLE ALWAYS``: a session cannot switch these off by its
replication role.
"""

from django.db import migrations

FORWARD = """
CREATE FUNCTION incidents_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER steps_are_written_once BEFORE UPDATE OR DELETE ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER steps_are_kept BEFORE TRUNCATE ON incidents_step
    FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER incidents_are_not_deleted BEFORE DELETE ON incidents_incident
    FOR EACH ROW EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER incidents_are_kept BEFORE TRUNCATE ON incidents_incident
    FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER links_are_not_deleted BEFORE DELETE ON incidents_incidentfinding
    FOR EACH ROW EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER links_are_kept BEFORE TRUNCATE ON incidents_incidentfinding
    FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse();

CREATE FUNCTION incidents_keep_name_and_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.casino_id, NEW.year, NEW.number, NEW.folio, NEW.session_id, NEW.recorded_at)
        IS DISTINCT FROM (OLD.casino_id, OLD.year, OLD.number, OLD.folio, OLD.session_id, OLD.recorded_at)
    THEN
        RAISE EXCEPTION 'incident % keeps its folio, its session and its date', OLD.folio
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.status IS DISTINCT FROM OLD.status AND NOT EXISTS (
        SELECT 1 FROM incidents_step step
        WHERE step.incident_id = NEW.id
          AND step.number = (SELECT max(number) FROM incidents_step WHERE incident_id = NEW.id)
          AND step.before ->> 'status' = OLD.status
          AND step.after ->> 'status' = NEW.status
    ) THEN
        RAISE EXCEPTION 'the status of incident % moves only with a step that says so', OLD.folio
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER incidents_keep_name_and_status BEFORE UPDATE ON incidents_incident
    FOR EACH ROW EXECUTE FUNCTION incidents_keep_name_and_status();

CREATE FUNCTION incidents_number_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> 1 + COALESCE(
        (SELECT max(number) FROM incidents_step WHERE incident_id = NEW.incident_id), 0
    ) THEN
        RAISE EXCEPTION 'step % of incident % leaves a gap', NEW.number, NEW.incident_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER steps_leave_no_gap BEFORE INSERT ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION incidents_number_steps();

ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_are_written_once;
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_are_kept;
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_leave_no_gap;
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_are_not_deleted;
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_are_kept;
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_keep_name_and_status;
ALTER TABLE incidents_incidentfinding ENABLE ALWAYS TRIGGER links_are_not_deleted;
ALTER TABLE incidents_incidentfinding ENABLE ALWAYS TRIGGER links_are_kept;

REVOKE UPDATE, DELETE ON incidents_step FROM pitboss_app;
REVOKE DELETE ON incidents_incident, incidents_incidentfinding FROM pitboss_app;
"""

BACK = """
DROP TRIGGER steps_leave_no_gap ON incidents_step;
DROP TRIGGER steps_are_kept ON incidents_step;
DROP TRIGGER steps_are_written_once ON incidents_step;
DROP TRIGGER links_are_kept ON incidents_incidentfinding;
DROP TRIGGER links_are_not_deleted ON incidents_incidentfinding;
DROP TRIGGER incidents_keep_name_and_status ON incidents_incident;
DROP TRIGGER incidents_are_kept ON incidents_incident;
DROP TRIGGER incidents_are_not_deleted ON incidents_incident;
DROP FUNCTION incidents_number_steps();
DROP FUNCTION incidents_keep_name_and_status();
DROP FUNCTION incidents_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("incidents", "0002_links_and_constraints")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
