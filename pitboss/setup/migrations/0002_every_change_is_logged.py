"""A change of the set-up is logged by the table that it changes: from a page, a command or a hand at the database.

Left out are secrets, and what a person changes by using the system (language, PIN tries, last sign-in). The log is
only added to, by its trigger alone; a name goes out of it with the person's (see ``privacy``).
"""

from django.db import migrations

LOGGED = {
    "casino_casino": "id",
    "casino_pit": "casino_id",
    "casino_table": "casino_id",
    "casino_membership": "casino_id",
    "casino_housesetting": "casino_id",
    "casino_clocksetting": "casino_id",
    "casino_specialday": "casino_id",
    "accounts_person": "",
}
"""Table to the column that says whose it is."""

WRITE = """
CREATE FUNCTION setup_log_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    left_out CONSTANT text[] := ARRAY['password', 'pin', 'pin_must_change', 'pin_failures', 'pin_locked_until',
        'last_login', 'language', 'date_joined'];
    earlier jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) - left_out END;
    later jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) - left_out END;
    whole jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
    removing boolean := current_setting('pitboss.removing', true) IS NOT DISTINCT FROM 'yes';
    person bigint := NULLIF(current_setting('pitboss.person', true), '')::bigint;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        SELECT COALESCE(jsonb_object_agg(key, value), '{}') INTO earlier FROM jsonb_each(to_jsonb(OLD) - left_out)
            WHERE value IS DISTINCT FROM to_jsonb(NEW) -> key;
        SELECT COALESCE(jsonb_object_agg(key, value), '{}') INTO later FROM jsonb_each(to_jsonb(NEW) - left_out)
            WHERE value IS DISTINCT FROM to_jsonb(OLD) -> key;
        IF to_jsonb(NEW) ? 'password' AND to_jsonb(NEW) -> 'password' IS DISTINCT FROM to_jsonb(OLD) -> 'password'
            AND NOT removing AND person IS NOT NULL AND person <> (whole ->> 'id')::bigint
        THEN
            later := later || '{"password": "*"}';  -- that it was set for somebody, never to what
        END IF;
        IF earlier = '{}' AND later = '{}' THEN
            RETURN NULL;
        END IF;
    END IF;
    IF removing AND TG_TABLE_NAME = 'accounts_person' THEN
        UPDATE setup_setuplog SET before = before - 'name' - 'username', after = after - 'name' - 'username'
            WHERE "table" = 'accounts_person' AND row = (whole ->> 'id')::bigint;
        earlier := earlier - 'name' - 'username';
    END IF;
    INSERT INTO setup_setuplog (at, what, "table", row, casino_id, by_id, session, before, after)
    VALUES (
        now(), TG_OP, TG_TABLE_NAME, (whole ->> 'id')::bigint,
        CASE WHEN TG_ARGV[0] <> '' THEN (whole ->> TG_ARGV[0])::bigint END,
        (SELECT id FROM accounts_person WHERE id = person),
        left(session_user || ' ' || COALESCE(current_setting('application_name', true), ''), 140),
        earlier, later
    );
    RETURN NULL;
END $$;
"""

KEEP = """
CREATE TRIGGER setup_log_is_written_once BEFORE UPDATE OR DELETE ON setup_setuplog
    FOR EACH ROW EXECUTE FUNCTION privacy_guard('before', 'after');
CREATE TRIGGER setup_log_is_kept BEFORE TRUNCATE ON setup_setuplog
    FOR EACH STATEMENT EXECUTE FUNCTION privacy_guard();
ALTER TABLE setup_setuplog ENABLE ALWAYS TRIGGER setup_log_is_written_once;
ALTER TABLE setup_setuplog ENABLE ALWAYS TRIGGER setup_log_is_kept;
REVOKE INSERT, UPDATE, DELETE ON setup_setuplog FROM pitboss_app;
"""

FORWARD = (
    WRITE
    + KEEP
    + "".join(
        f"""
CREATE TRIGGER setup_changes_are_logged AFTER INSERT OR UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION setup_log_change('{column}');
ALTER TABLE {table} ENABLE ALWAYS TRIGGER setup_changes_are_logged;
"""
        for table, column in LOGGED.items()
    )
)
BACK = (
    "".join(f"DROP TRIGGER setup_changes_are_logged ON {table};\n" for table in LOGGED)
    + """
DROP TRIGGER setup_log_is_written_once ON setup_setuplog;
DROP TRIGGER setup_log_is_kept ON setup_setuplog;
DROP FUNCTION setup_log_change();
"""
)


class Migration(migrations.Migration):
    dependencies = [
        ("setup", "0001_initial"),
        ("accounts", "0003_pin_log_is_append_only"),
        ("casino", "0005_clocks_are_written_once"),
        ("privacy", "0002_removal"),
    ]

    operations = [migrations.RunSQL(FORWARD, BACK)]
