"""What the database itself refuses: a reading or a line changed, a session judged twice or its counts moved, a
question that says something else than was asked. ``ENABLE ALWAYS``: no session can switch it off by its replication
role."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION reaudit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: a re-audit is a record', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE FUNCTION reaudit_piece_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.done_at IS NOT NULL
       OR (NEW.reaudit_id, NEW.part_id, NEW.session_id, NEW.entries)
          IS DISTINCT FROM (OLD.reaudit_id, OLD.part_id, OLD.session_id, OLD.entries) THEN
        RAISE EXCEPTION 're-audit % has judged session % already', OLD.reaudit_id, OLD.session_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION reaudit_question_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.reading_id, NEW.against_id, NEW.against_edition, NEW.since, NEW.until, NEW.by_id, NEW.why, NEW.asked_at)
       IS DISTINCT FROM
       (OLD.reading_id, OLD.against_id, OLD.against_edition, OLD.since, OLD.until, OLD.by_id, OLD.why, OLD.asked_at)
       OR (OLD.job_id IS NOT NULL AND NEW.job_id IS DISTINCT FROM OLD.job_id)
       OR (OLD.planned_at IS NOT NULL AND (NEW.planned_at, NEW.sessions, NEW.entries)
           IS DISTINCT FROM (OLD.planned_at, OLD.sessions, OLD.entries))
       OR (OLD.cancelled_at IS NOT NULL AND (NEW.cancelled_at, NEW.cancelled_by_id)
           IS DISTINCT FROM (OLD.cancelled_at, OLD.cancelled_by_id)) THEN
        RAISE EXCEPTION 're-audit % keeps what was asked', OLD.id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

-- A table more would be a question that nobody asked; none can be added once it was planned
CREATE FUNCTION reaudit_tables_stand() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM reaudit_reaudit WHERE id = NEW.reaudit_id AND planned_at IS NOT NULL) THEN
        RAISE EXCEPTION 're-audit % keeps its tables', NEW.reaudit_id USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;

-- A line belongs to a session that is being judged, in the transaction that then says it is done
CREATE FUNCTION reaudit_lines_are_of_what_is_judged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM (SELECT DISTINCT reaudit_id, session_id FROM added) line
        WHERE NOT EXISTS (
            SELECT 1 FROM reaudit_piece piece
            WHERE piece.reaudit_id = line.reaudit_id AND piece.session_id = line.session_id
              AND piece.done_at IS NULL
        )
    ) THEN
        RAISE EXCEPTION 'a line of a session that is not being judged' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER readings_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON reaudit_reading
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER lines_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON reaudit_line
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER parts_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON reaudit_part
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER pieces_are_kept BEFORE DELETE OR TRUNCATE ON reaudit_piece
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER reaudits_are_kept BEFORE DELETE OR TRUNCATE ON reaudit_reaudit
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER tables_are_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON reaudit_reaudit_tables
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_refuse();
CREATE TRIGGER pieces_stand BEFORE UPDATE ON reaudit_piece
    FOR EACH ROW EXECUTE FUNCTION reaudit_piece_stands();
CREATE TRIGGER questions_stand BEFORE UPDATE ON reaudit_reaudit
    FOR EACH ROW EXECUTE FUNCTION reaudit_question_stands();
CREATE TRIGGER tables_stand BEFORE INSERT ON reaudit_reaudit_tables
    FOR EACH ROW EXECUTE FUNCTION reaudit_tables_stand();
CREATE TRIGGER lines_are_of_what_is_judged AFTER INSERT ON reaudit_line
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION reaudit_lines_are_of_what_is_judged();

ALTER TABLE reaudit_reading ENABLE ALWAYS TRIGGER readings_are_written_once;
ALTER TABLE reaudit_line ENABLE ALWAYS TRIGGER lines_are_written_once;
ALTER TABLE reaudit_line ENABLE ALWAYS TRIGGER lines_are_of_what_is_judged;
ALTER TABLE reaudit_part ENABLE ALWAYS TRIGGER parts_are_written_once;
ALTER TABLE reaudit_piece ENABLE ALWAYS TRIGGER pieces_are_kept;
ALTER TABLE reaudit_piece ENABLE ALWAYS TRIGGER pieces_stand;
ALTER TABLE reaudit_reaudit ENABLE ALWAYS TRIGGER reaudits_are_kept;
ALTER TABLE reaudit_reaudit ENABLE ALWAYS TRIGGER questions_stand;
ALTER TABLE reaudit_reaudit_tables ENABLE ALWAYS TRIGGER tables_are_kept;
ALTER TABLE reaudit_reaudit_tables ENABLE ALWAYS TRIGGER tables_stand;

REVOKE UPDATE, DELETE, TRUNCATE ON reaudit_reading, reaudit_line, reaudit_part, reaudit_reaudit_tables FROM pitboss_app;
REVOKE DELETE, TRUNCATE ON reaudit_piece, reaudit_reaudit FROM pitboss_app;
"""

BACKWARD = """
DROP TRIGGER readings_are_written_once ON reaudit_reading;
DROP TRIGGER lines_are_written_once ON reaudit_line;
DROP TRIGGER lines_are_of_what_is_judged ON reaudit_line;
DROP TRIGGER parts_are_written_once ON reaudit_part;
DROP TRIGGER pieces_are_kept ON reaudit_piece;
DROP TRIGGER pieces_stand ON reaudit_piece;
DROP TRIGGER reaudits_are_kept ON reaudit_reaudit;
DROP TRIGGER questions_stand ON reaudit_reaudit;
DROP TRIGGER tables_are_kept ON reaudit_reaudit_tables;
DROP TRIGGER tables_stand ON reaudit_reaudit_tables;
DROP FUNCTION reaudit_refuse, reaudit_piece_stands, reaudit_question_stands, reaudit_tables_stand,
    reaudit_lines_are_of_what_is_judged;
"""


class Migration(migrations.Migration):
    dependencies = [("reaudit", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
