"""What the database itself refuses: a request that says something else than was asked, a part done twice, a download
forgotten. ``ENABLE ALWAYS``: no session can switch it off by its replication role."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION exports_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: who exported what is kept', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION exports_question_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.question, NEW.since, NEW.until, NEW.by_id, NEW.why, NEW.asked_at)
       IS DISTINCT FROM (OLD.id, OLD.question, OLD.since, OLD.until, OLD.by_id, OLD.why, OLD.asked_at)
       OR (OLD.checkpoint_id IS NOT NULL AND NEW.checkpoint_id IS DISTINCT FROM OLD.checkpoint_id) THEN
        RAISE EXCEPTION 'export % keeps what was asked', OLD.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION exports_part_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.done_at IS NOT NULL
       OR (NEW.id, NEW.export_id, NEW.number, NEW.since, NEW.until, NEW.job_id)
          IS DISTINCT FROM (OLD.id, OLD.export_id, OLD.number, OLD.since, OLD.until, OLD.job_id) THEN
        RAISE EXCEPTION 'part % of export % stands', OLD.number, OLD.export_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER exports_are_kept BEFORE DELETE OR TRUNCATE ON exports_export
    FOR EACH STATEMENT EXECUTE FUNCTION exports_refuse();
CREATE TRIGGER exports_stand BEFORE UPDATE ON exports_export
    FOR EACH ROW EXECUTE FUNCTION exports_question_stands();
CREATE TRIGGER casinos_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON exports_export_casinos
    FOR EACH STATEMENT EXECUTE FUNCTION exports_refuse();
CREATE TRIGGER parts_are_kept BEFORE DELETE OR TRUNCATE ON exports_part
    FOR EACH STATEMENT EXECUTE FUNCTION exports_refuse();
CREATE TRIGGER parts_stand BEFORE UPDATE ON exports_part
    FOR EACH ROW EXECUTE FUNCTION exports_part_stands();
CREATE TRIGGER downloads_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON exports_handed
    FOR EACH STATEMENT EXECUTE FUNCTION exports_refuse();

ALTER TABLE exports_export ENABLE ALWAYS TRIGGER exports_are_kept;
ALTER TABLE exports_export ENABLE ALWAYS TRIGGER exports_stand;
ALTER TABLE exports_export_casinos ENABLE ALWAYS TRIGGER casinos_are_kept;
ALTER TABLE exports_part ENABLE ALWAYS TRIGGER parts_are_kept;
ALTER TABLE exports_part ENABLE ALWAYS TRIGGER parts_stand;
ALTER TABLE exports_handed ENABLE ALWAYS TRIGGER downloads_are_kept;

REVOKE UPDATE, DELETE, TRUNCATE ON exports_export_casinos, exports_handed FROM pitboss_app;
REVOKE DELETE, TRUNCATE ON exports_export, exports_part FROM pitboss_app;
"""

BACKWARD = """
DROP TRIGGER exports_are_kept ON exports_export;
DROP TRIGGER exports_stand ON exports_export;
DROP TRIGGER casinos_are_kept ON exports_export_casinos;
DROP TRIGGER parts_are_kept ON exports_part;
DROP TRIGGER parts_stand ON exports_part;
DROP TRIGGER downloads_are_kept ON exports_handed;
DROP FUNCTION exports_refuse, exports_question_stands, exports_part_stands;
"""


class Migration(migrations.Migration):
    dependencies = [("exports", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
