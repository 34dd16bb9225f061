"""What the database itself refuses: a clock or a special day changed or removed, and one set by somebody who does not
administer the casino. ``ENABLE ALWAYS``: no session can switch it off by its replication role."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION casino_clocks_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: clocks and days are only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER clocks_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON casino_clocksetting
    FOR EACH STATEMENT EXECUTE FUNCTION casino_clocks_refuse();
CREATE TRIGGER special_days_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON casino_specialday
    FOR EACH STATEMENT EXECUTE FUNCTION casino_clocks_refuse();

CREATE FUNCTION casino_by_its_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = NEW.casino_id AND person.id = NEW.by_id AND person.is_active
          AND member.role = 'administrator'
    ) THEN
        RAISE EXCEPTION 'person % does not administer casino %', NEW.by_id, NEW.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER clocks_are_set_by_administrators BEFORE INSERT ON casino_clocksetting
    FOR EACH ROW EXECUTE FUNCTION casino_by_its_administrator();
CREATE TRIGGER special_days_are_set_by_administrators BEFORE INSERT ON casino_specialday
    FOR EACH ROW EXECUTE FUNCTION casino_by_its_administrator();

ALTER TABLE casino_clocksetting ENABLE ALWAYS TRIGGER clocks_are_written_once;
ALTER TABLE casino_clocksetting ENABLE ALWAYS TRIGGER clocks_are_set_by_administrators;
ALTER TABLE casino_specialday ENABLE ALWAYS TRIGGER special_days_are_written_once;
ALTER TABLE casino_specialday ENABLE ALWAYS TRIGGER special_days_are_set_by_administrators;

REVOKE UPDATE, DELETE ON casino_clocksetting, casino_specialday FROM pitboss_app;
"""

BACK = """
DROP TRIGGER special_days_are_set_by_administrators ON casino_specialday;
DROP TRIGGER clocks_are_set_by_administrators ON casino_clocksetting;
DROP FUNCTION casino_by_its_administrator();
DROP TRIGGER special_days_are_written_once ON casino_specialday;
DROP TRIGGER clocks_are_written_once ON casino_clocksetting;
DROP FUNCTION casino_clocks_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0004_clocks"), ("accounts", "0002_pins")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
