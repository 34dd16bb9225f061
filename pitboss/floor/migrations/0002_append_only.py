"""What is only added to: the log of tablets, signatures, hand-overs. The database sees to it, also for raw SQL."""

from django.db import migrations

TABLES = ("floor_devicelog", "floor_signature", "floor_handover")

FORWARD = """
CREATE FUNCTION floor_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION floor_refuse();
CREATE TRIGGER {table}_is_kept BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION floor_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_written_once;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_kept;
REVOKE UPDATE, DELETE ON {table} FROM pitboss_app;
"""
    for table in TABLES
)

BACK = (
    "".join(
        f"""
DROP TRIGGER {table}_is_kept ON {table};
DROP TRIGGER {table}_is_written_once ON {table};
GRANT UPDATE, DELETE ON {table} TO pitboss_app;
"""
        for table in TABLES
    )
    + "DROP FUNCTION floor_refuse();"
)


class Migration(migrations.Migration):
    dependencies = [("floor", "0001_people")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
