"""What the database itself refuses: a file or a mapping changed, a result written twice, an import of what no dry run
has shown. ``ENABLE ALWAYS``: no session can switch it off by its replication role."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION imports_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: what was imported, and how, is a record', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION imports_survey_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.file_id, NEW.encoding, NEW.delimiter, NEW.header)
       IS DISTINCT FROM (OLD.file_id, OLD.encoding, OLD.delimiter, OLD.header) OR OLD.result IS NOT NULL THEN
        RAISE EXCEPTION 'file % was surveyed so already', OLD.file_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION imports_trial_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.file_id, NEW.mapping_id, NEW.by_id, NEW.at) IS DISTINCT FROM (OLD.file_id, OLD.mapping_id, OLD.by_id, OLD.at)
       OR (OLD.job_id IS NOT NULL AND NEW.job_id IS DISTINCT FROM OLD.job_id) OR OLD.done_at IS NOT NULL THEN
        RAISE EXCEPTION 'dry run % keeps what was asked and what it found', OLD.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION imports_import_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.trial_id, NEW.seen, NEW.mark, NEW.by_id, NEW.at)
       IS DISTINCT FROM (OLD.trial_id, OLD.seen, OLD.mark, OLD.by_id, OLD.at)
       OR (OLD.job_id IS NOT NULL AND NEW.job_id IS DISTINCT FROM OLD.job_id) OR OLD.done_at IS NOT NULL THEN
        RAISE EXCEPTION 'import % keeps what was asked and what came of it', OLD.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

-- Nothing is imported that nobody has seen: the dry run is done, and what was seen is what it found
CREATE FUNCTION imports_import_was_tried() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM imports_trial WHERE id = NEW.trial_id AND done_at IS NOT NULL AND result_digest = NEW.seen
    ) THEN
        RAISE EXCEPTION 'dry run % is not done, or another result of it was seen', NEW.trial_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

-- A mapping and a file of one casino
CREATE FUNCTION imports_trial_of_one_casino() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT casino_id FROM imports_importfile WHERE id = NEW.file_id)
       <> (SELECT casino_id FROM imports_mapping WHERE id = NEW.mapping_id) THEN
        RAISE EXCEPTION 'file % and mapping % are of two casinos', NEW.file_id, NEW.mapping_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER files_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON imports_importfile
    FOR EACH STATEMENT EXECUTE FUNCTION imports_refuse();
CREATE TRIGGER mappings_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON imports_mapping
    FOR EACH STATEMENT EXECUTE FUNCTION imports_refuse();
CREATE TRIGGER surveys_are_kept BEFORE DELETE OR TRUNCATE ON imports_surveyed
    FOR EACH STATEMENT EXECUTE FUNCTION imports_refuse();
CREATE TRIGGER trials_are_kept BEFORE DELETE OR TRUNCATE ON imports_trial
    FOR EACH STATEMENT EXECUTE FUNCTION imports_refuse();
CREATE TRIGGER imports_are_kept BEFORE DELETE OR TRUNCATE ON imports_import
    FOR EACH STATEMENT EXECUTE FUNCTION imports_refuse();
CREATE TRIGGER surveys_stand BEFORE UPDATE ON imports_surveyed
    FOR EACH ROW EXECUTE FUNCTION imports_survey_stands();
CREATE TRIGGER trials_stand BEFORE UPDATE ON imports_trial
    FOR EACH ROW EXECUTE FUNCTION imports_trial_stands();
CREATE TRIGGER imports_stand BEFORE UPDATE ON imports_import
    FOR EACH ROW EXECUTE FUNCTION imports_import_stands();
CREATE TRIGGER imports_were_tried BEFORE INSERT ON imports_import
    FOR EACH ROW EXECUTE FUNCTION imports_import_was_tried();
CREATE TRIGGER trials_are_of_one_casino BEFORE INSERT ON imports_trial
    FOR EACH ROW EXECUTE FUNCTION imports_trial_of_one_casino();

ALTER TABLE imports_importfile ENABLE ALWAYS TRIGGER files_are_written_once;
ALTER TABLE imports_mapping ENABLE ALWAYS TRIGGER mappings_are_written_once;
ALTER TABLE imports_surveyed ENABLE ALWAYS TRIGGER surveys_are_kept;
ALTER TABLE imports_surveyed ENABLE ALWAYS TRIGGER surveys_stand;
ALTER TABLE imports_trial ENABLE ALWAYS TRIGGER trials_are_kept;
ALTER TABLE imports_trial ENABLE ALWAYS TRIGGER trials_stand;
ALTER TABLE imports_trial ENABLE ALWAYS TRIGGER trials_are_of_one_casino;
ALTER TABLE imports_import ENABLE ALWAYS TRIGGER imports_are_kept;
ALTER TABLE imports_import ENABLE ALWAYS TRIGGER imports_stand;
ALTER TABLE imports_import ENABLE ALWAYS TRIGGER imports_were_tried;

REVOKE UPDATE, DELETE, TRUNCATE ON imports_importfile, imports_mapping FROM pitboss_app;
REVOKE DELETE, TRUNCATE ON imports_surveyed, imports_trial, imports_import FROM pitboss_app;
"""

LOOKING = "".join(
    f"""
CREATE TRIGGER portal_only_looks BEFORE INSERT ON imports_{table}
    FOR EACH ROW EXECUTE FUNCTION portal_only_looks('by_id');
ALTER TABLE imports_{table} ENABLE ALWAYS TRIGGER portal_only_looks;
"""
    for table in ("importfile", "mapping", "trial", "import")
)

BACKWARD = """
DROP TRIGGER portal_only_looks ON imports_importfile;
DROP TRIGGER portal_only_looks ON imports_mapping;
DROP TRIGGER portal_only_looks ON imports_trial;
DROP TRIGGER portal_only_looks ON imports_import;
DROP TRIGGER files_are_written_once ON imports_importfile;
DROP TRIGGER mappings_are_written_once ON imports_mapping;
DROP TRIGGER surveys_are_kept ON imports_surveyed;
DROP TRIGGER surveys_stand ON imports_surveyed;
DROP TRIGGER trials_are_kept ON imports_trial;
DROP TRIGGER trials_stand ON imports_trial;
DROP TRIGGER trials_are_of_one_casino ON imports_trial;
DROP TRIGGER imports_are_kept ON imports_import;
DROP TRIGGER imports_stand ON imports_import;
DROP TRIGGER imports_were_tried ON imports_import;
DROP FUNCTION imports_refuse, imports_survey_stands, imports_trial_stands, imports_import_stands,
    imports_import_was_tried, imports_trial_of_one_casino;
"""


class Migration(migrations.Migration):
    dependencies = [("imports", "0001_initial"), ("portal", "0001_inspectors_only_look")]

    operations = [migrations.RunSQL(FORWARD + LOOKING, BACKWARD)]
