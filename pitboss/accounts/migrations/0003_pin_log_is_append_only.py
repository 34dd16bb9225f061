"""The log of PINs is only added to; the database sees to it, also for raw SQL."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION accounts_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER pin_log_is_written_once BEFORE UPDATE OR DELETE ON accounts_pinlog
    FOR EACH ROW EXECUTE FUNCTION accounts_refuse();
CREATE TRIGGER pin_log_is_kept BEFORE TRUNCATE ON accounts_pinlog
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_refuse();
ALTER TABLE accounts_pinlog ENABLE ALWAYS TRIGGER pin_log_is_written_once;
ALTER TABLE accounts_pinlog ENABLE ALWAYS TRIGGER pin_log_is_kept;
REVOKE UPDATE, DELETE ON accounts_pinlog FROM pitboss_app;
"""

BACK = """
DROP TRIGGER pin_log_is_kept ON accounts_pinlog;
DROP TRIGGER pin_log_is_written_once ON accounts_pinlog;
DROP FUNCTION accounts_refuse();
GRANT UPDATE, DELETE ON accounts_pinlog TO pitboss_app;
"""


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_pins")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
