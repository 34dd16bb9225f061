"""An inspector is nothing else, anywhere, and writes nothing; a visit is logged by the database's own clock.

``accounts_person.inspects`` repeats the role, so that each request knows without a query. It is written here alone.
"""

from django.db import migrations

WRITING = {
    "incidents_step": "by_id",
    "complaints_complaint": "taken_by_id",
    "complaints_complaintstep": "by_id",
    "privacy_retentionsetting": "by_id",
    "privacy_hold": "by_id",
    "privacy_holdlifted": "by_id",
    "casino_housesetting": "by_id",
    "casino_clocksetting": "by_id",
    "casino_specialday": "by_id",
    "reaudit_reaudit": "by_id",
    "floor_enrolment": "made_by_id",
}
"""Tables of what people decide about a casino, and the column that says who."""

FORWARD = """
CREATE FUNCTION portal_inspector_is_nothing_else() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM accounts_person WHERE id = NEW.person_id FOR UPDATE;
    IF EXISTS (
        SELECT 1 FROM casino_membership other
        WHERE other.person_id = NEW.person_id AND other.id IS DISTINCT FROM NEW.id
          AND (other.role = 'inspector') <> (NEW.role = 'inspector')
    ) THEN
        RAISE EXCEPTION 'person % cannot both inspect and work for a casino', NEW.person_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'portal_inspector_is_nothing_else';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER portal_inspector_is_nothing_else BEFORE INSERT OR UPDATE ON casino_membership
    FOR EACH ROW EXECUTE FUNCTION portal_inspector_is_nothing_else();
ALTER TABLE casino_membership ENABLE ALWAYS TRIGGER portal_inspector_is_nothing_else;

CREATE FUNCTION portal_inspects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.inspects := EXISTS (
        SELECT 1 FROM casino_membership WHERE person_id = NEW.id AND role = 'inspector'
    );
    RETURN NEW;
END $$;
CREATE TRIGGER portal_inspects BEFORE INSERT OR UPDATE ON accounts_person
    FOR EACH ROW EXECUTE FUNCTION portal_inspects();
ALTER TABLE accounts_person ENABLE ALWAYS TRIGGER portal_inspects;

CREATE FUNCTION portal_role_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND OLD.role = 'inspector' THEN
        UPDATE accounts_person SET inspects = inspects WHERE id = OLD.person_id;
    END IF;
    IF TG_OP <> 'DELETE' AND NEW.role = 'inspector' THEN
        UPDATE accounts_person SET inspects = inspects WHERE id = NEW.person_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER portal_role_changed AFTER INSERT OR UPDATE OR DELETE ON casino_membership
    FOR EACH ROW EXECUTE FUNCTION portal_role_changed();
ALTER TABLE casino_membership ENABLE ALWAYS TRIGGER portal_role_changed;
UPDATE accounts_person SET inspects = inspects;

CREATE FUNCTION portal_visit_now() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.at := clock_timestamp();
    RETURN NEW;
END $$;
CREATE TRIGGER portal_visit_now BEFORE INSERT ON privacy_access
    FOR EACH ROW WHEN (NEW.what = 'visit') EXECUTE FUNCTION portal_visit_now();
ALTER TABLE privacy_access ENABLE ALWAYS TRIGGER portal_visit_now;

CREATE FUNCTION portal_only_looks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM accounts_person
        WHERE id = (to_jsonb(NEW) ->> TG_ARGV[0])::bigint AND inspects
    ) THEN
        RAISE EXCEPTION 'person % may not do that on %: an inspector only looks', to_jsonb(NEW) ->> TG_ARGV[0], TG_TABLE_NAME
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
"""

LOOKING = "".join(
    f"""
CREATE TRIGGER portal_only_looks BEFORE INSERT ON {table}
    FOR EACH ROW EXECUTE FUNCTION portal_only_looks('{column}');
ALTER TABLE {table} ENABLE ALWAYS TRIGGER portal_only_looks;
"""
    for table, column in WRITING.items()
)

FREED = "".join(f"DROP TRIGGER portal_only_looks ON {table};\n" for table in WRITING)
BACK = """
DROP FUNCTION portal_only_looks();
DROP TRIGGER portal_visit_now ON privacy_access;
DROP FUNCTION portal_visit_now();
DROP TRIGGER portal_role_changed ON casino_membership;
DROP FUNCTION portal_role_changed();
DROP TRIGGER portal_inspects ON accounts_person;
DROP FUNCTION portal_inspects();
DROP TRIGGER portal_inspector_is_nothing_else ON casino_membership;
DROP FUNCTION portal_inspector_is_nothing_else();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_second_factor"),
        ("casino", "0006_plurals"),
        ("complaints", "0002_life"),
        ("floor", "0003_presence"),
        ("incidents", "0008_fields_and_custody"),
        ("privacy", "0003_visits"),
        ("reaudit", "0002_what_stands"),
        ("setup", "0003_not_the_second_factor"),
    ]

    operations = [migrations.RunSQL(FORWARD + LOOKING, FREED + BACK)]
