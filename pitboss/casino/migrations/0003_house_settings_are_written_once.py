"""What the database itself refuses: a setting changed or removed, a value of the wrong kind, a table of another
casino, and a session that forgets what it was opened under. ``ENABLE ALWAYS``: no session can switch it off by its
replication role."""

from django.db import migrations

FORWARD = """
ALTER TABLE casino_housesetting ADD CONSTRAINT casino_house_value_fits CHECK (
    value IS NULL
    OR option NOT IN ('chip', 'min', 'max') AND jsonb_typeof(value) = 'boolean'
    OR option IN ('chip', 'min', 'max') AND jsonb_typeof(value) = 'number'
       AND value::text ~ '^[1-9][0-9]{0,12}$'
);

CREATE FUNCTION casino_house_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: options of the house are only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER house_settings_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON casino_housesetting
    FOR EACH STATEMENT EXECUTE FUNCTION casino_house_refuse();

CREATE FUNCTION casino_house_of_its_casino() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.table_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM casino_table WHERE id = NEW.table_id AND casino_id = NEW.casino_id
    ) THEN
        RAISE EXCEPTION 'table % is not one of casino %', NEW.table_id, NEW.casino_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER house_settings_are_of_their_casino BEFORE INSERT ON casino_housesetting
    FOR EACH ROW EXECUTE FUNCTION casino_house_of_its_casino();

CREATE FUNCTION casino_session_keeps_house() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.house IS DISTINCT FROM OLD.house THEN
        RAISE EXCEPTION 'session % keeps the options it was opened under', OLD.id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER sessions_keep_their_house BEFORE UPDATE ON casino_tablesession
    FOR EACH ROW EXECUTE FUNCTION casino_session_keeps_house();

ALTER TABLE casino_housesetting ENABLE ALWAYS TRIGGER house_settings_are_written_once;
ALTER TABLE casino_housesetting ENABLE ALWAYS TRIGGER house_settings_are_of_their_casino;
ALTER TABLE casino_tablesession ENABLE ALWAYS TRIGGER sessions_keep_their_house;

REVOKE UPDATE, DELETE ON casino_housesetting FROM pitboss_app;
"""

BACK = """
DROP TRIGGER sessions_keep_their_house ON casino_tablesession;
DROP TRIGGER house_settings_are_of_their_casino ON casino_housesetting;
DROP TRIGGER house_settings_are_written_once ON casino_housesetting;
DROP FUNCTION casino_session_keeps_house();
DROP FUNCTION casino_house_of_its_casino();
DROP FUNCTION casino_house_refuse();
ALTER TABLE casino_housesetting DROP CONSTRAINT casino_house_value_fits;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0002_house_settings")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
