"""What the database itself refuses: a row changed or removed, a target set or withdrawn by somebody who does not
administer its casino, a reminder sent to another casino's. ``ENABLE ALWAYS``: no session can switch it off."""

from django.db import migrations

TABLES = ("target", "withdrawal", "reminder", "delivery", "attempt")

ONCE = """
CREATE TRIGGER reminders_{0}_is_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON reminders_{0}
    FOR EACH STATEMENT EXECUTE FUNCTION reminders_refuse();
ALTER TABLE reminders_{0} ENABLE ALWAYS TRIGGER reminders_{0}_is_written_once;
REVOKE UPDATE, DELETE ON reminders_{0} FROM pitboss_app;
"""

DROP = "DROP TRIGGER reminders_{0}_is_written_once ON reminders_{0};"

FORWARD = """
CREATE FUNCTION reminders_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: reminders are only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER targets_are_set_by_administrators BEFORE INSERT ON reminders_target
    FOR EACH ROW EXECUTE FUNCTION casino_by_its_administrator();
ALTER TABLE reminders_target ENABLE ALWAYS TRIGGER targets_are_set_by_administrators;

CREATE FUNCTION reminders_withdrawn_by_administrator() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reminders_target target
        JOIN casino_membership member ON member.casino_id = target.casino_id AND member.role = 'administrator'
        JOIN accounts_person person ON person.id = member.person_id AND person.is_active
        WHERE target.id = NEW.target_id AND person.id = NEW.by_id
    ) THEN
        RAISE EXCEPTION 'person % does not administer the casino of target %', NEW.by_id, NEW.target_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER withdrawals_are_by_administrators BEFORE INSERT ON reminders_withdrawal
    FOR EACH ROW EXECUTE FUNCTION reminders_withdrawn_by_administrator();
ALTER TABLE reminders_withdrawal ENABLE ALWAYS TRIGGER withdrawals_are_by_administrators;

CREATE FUNCTION reminders_stay_in_their_casino() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM reminders_target target JOIN reminders_reminder reminder USING (casino_id)
        WHERE target.id = NEW.target_id AND reminder.id = NEW.reminder_id
          AND NOT EXISTS (SELECT 1 FROM reminders_withdrawal WHERE target_id = target.id AND at <= NEW.at)
    ) THEN
        RAISE EXCEPTION 'target % is not told of reminder %', NEW.target_id, NEW.reminder_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER deliveries_stay_in_their_casino BEFORE INSERT ON reminders_delivery
    FOR EACH ROW EXECUTE FUNCTION reminders_stay_in_their_casino();
ALTER TABLE reminders_delivery ENABLE ALWAYS TRIGGER deliveries_stay_in_their_casino;
"""

BACK = """
DROP TRIGGER deliveries_stay_in_their_casino ON reminders_delivery;
DROP FUNCTION reminders_stay_in_their_casino();
DROP TRIGGER withdrawals_are_by_administrators ON reminders_withdrawal;
DROP FUNCTION reminders_withdrawn_by_administrator();
DROP TRIGGER targets_are_set_by_administrators ON reminders_target;
DROP FUNCTION reminders_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("reminders", "0001_initial"), ("casino", "0005_clocks_are_written_once")]

    operations = [
        migrations.RunSQL(FORWARD, BACK),
        *[migrations.RunSQL(ONCE.format(table), DROP.format(table)) for table in TABLES],
    ]
