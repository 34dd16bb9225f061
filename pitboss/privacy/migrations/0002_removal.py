"""The one way by which personal fields leave: a function of the owner's that removes, refuses what is held, and logs.

Each table that is only added to lets just these columns change, and only inside the function: the application has no
UPDATE or DELETE on them, and the guard asks for a mark that the function sets. What the chain and the signatures are
made over stays: texts lie beside the hashed entries, names beside the steps.
"""

from django.db import migrations

ONLY_ADDED_TO = (
    "privacy_retentionsetting",
    "privacy_hold",
    "privacy_holdlifted",
    "privacy_removal",
    "privacy_access",
)

GUARD = """
CREATE FUNCTION privacy_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('pitboss.removing', true) = 'yes' THEN
        IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - TG_ARGV = to_jsonb(OLD) - TG_ARGV THEN
            RETURN NEW;
        ELSIF TG_OP = 'DELETE' AND TG_ARGV[0] = 'delete' THEN
            RETURN OLD;
        END IF;
    END IF;
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

DROP TRIGGER steps_are_written_once ON incidents_step;
CREATE TRIGGER steps_are_written_once BEFORE UPDATE OR DELETE ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION privacy_guard('words', 'signature');
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_are_written_once;

CREATE TRIGGER witnesses_are_written_once BEFORE UPDATE ON incidents_witness
    FOR EACH ROW EXECUTE FUNCTION privacy_guard('name', 'contact');
ALTER TABLE incidents_witness ENABLE ALWAYS TRIGGER witnesses_are_written_once;
REVOKE UPDATE ON incidents_witness FROM pitboss_app;

DROP TRIGGER pin_log_is_written_once ON accounts_pinlog;
CREATE TRIGGER pin_log_is_written_once BEFORE UPDATE OR DELETE ON accounts_pinlog
    FOR EACH ROW EXECUTE FUNCTION privacy_guard('badge');
ALTER TABLE accounts_pinlog ENABLE ALWAYS TRIGGER pin_log_is_written_once;

DROP TRIGGER floor_signature_is_written_once ON floor_signature;
CREATE TRIGGER floor_signature_is_written_once BEFORE UPDATE OR DELETE ON floor_signature
    FOR EACH ROW EXECUTE FUNCTION privacy_guard('signed');
ALTER TABLE floor_signature ENABLE ALWAYS TRIGGER floor_signature_is_written_once;
"""

KEPT = "".join(
    f"""
CREATE TRIGGER {table}_is_written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION privacy_guard({"'delete'" if table == "privacy_access" else ""});
CREATE TRIGGER {table}_is_kept BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION privacy_guard();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_written_once;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_kept;
REVOKE UPDATE, DELETE ON {table} FROM pitboss_app;
"""
    for table in ONLY_ADDED_TO
)

REMOVE = """
REVOKE INSERT ON privacy_removal FROM pitboss_app;

-- A case that is still needed: open, held, or with a complaint that is not over
CREATE FUNCTION privacy_held(case_id bigint) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM incidents_incident WHERE id = case_id AND status = 'open') OR EXISTS (
        SELECT 1 FROM privacy_hold hold WHERE hold.incident_id = case_id
          AND NOT EXISTS (SELECT 1 FROM privacy_holdlifted lifted WHERE lifted.hold_id = hold.id)
    ) THEN
        RETURN true;
    END IF;
    RETURN EXISTS (
        SELECT 1 FROM complaints_complaintincident link
        JOIN complaints_complaint complaint ON complaint.id = link.complaint_id
        WHERE link.incident_id = case_id AND complaint.status NOT IN ('closed', 'withdrawn')
    );
END $$;

CREATE FUNCTION privacy_remove(
    what text, ids bigint[], of_casino bigint, this_run uuid, person bigint, reason text, signed jsonb DEFAULT '{}'
) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    gone bigint[];
    held boolean;
    earlier jsonb := '{}';
BEGIN
    PERFORM set_config('pitboss.removing', 'yes', true);
    CASE what
    WHEN 'witnesses' THEN
        SELECT bool_or(privacy_held(incident_id)) INTO held FROM incidents_witness WHERE id = ANY (ids);
        WITH done AS (UPDATE incidents_witness SET name = '', contact = ''
            WHERE id = ANY (ids) AND (name <> '' OR contact <> '') RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'complainants' THEN
        SELECT bool_or(complaint.status NOT IN ('closed', 'withdrawn') OR EXISTS (
                SELECT 1 FROM complaints_complaintincident link
                WHERE link.complaint_id = complaint.id AND privacy_held(link.incident_id)
            )) INTO held
            FROM complaints_complainant who JOIN complaints_complaint complaint ON complaint.id = who.complaint_id
            WHERE who.id = ANY (ids);
        WITH done AS (UPDATE complaints_complainant SET name = '', document = '', contact = ''
            WHERE id = ANY (ids) AND (name <> '' OR document <> '' OR contact <> '') RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'texts' THEN
        SELECT bool_or(privacy_held(incident.id)) INTO held
            FROM ledger_entry entry JOIN incidents_incident incident ON incident.session_id = entry.session_id
            WHERE entry.id = ANY (ids);
        WITH done AS (DELETE FROM ledger_privatetext WHERE entry_id = ANY (ids) RETURNING entry_id)
        SELECT array_agg(DISTINCT entry_id ORDER BY entry_id) INTO gone FROM done;
        UPDATE floor_signature SET signed = entry.body FROM ledger_entry entry
            WHERE entry.id = ANY (gone) AND floor_signature.event_id = entry.event_id;
        DELETE FROM ledger_salt salt
            WHERE session_id IN (SELECT session_id FROM ledger_entry WHERE id = ANY (gone)) AND NOT EXISTS (
                SELECT 1 FROM ledger_privatetext text JOIN ledger_entry entry ON entry.id = text.entry_id
                WHERE entry.session_id = salt.session_id
            );
    WHEN 'step_words' THEN
        SELECT bool_or(privacy_held(incident_id)), jsonb_object_agg(id, signature) FILTER (WHERE signature <> '')
            INTO held, earlier FROM incidents_step WHERE id = ANY (ids);
        WITH done AS (UPDATE incidents_step SET words = '[retirado]',
                signature = COALESCE(signed ->> id::text, signature)
            WHERE id = ANY (ids) AND words NOT IN ('', '[retirado]') RETURNING id, incident_id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
        UPDATE incidents_searched searched SET said = told.said, said_marks = told.marks
            FROM (SELECT DISTINCT incident_id FROM incidents_step WHERE id = ANY (gone)) step,
                 LATERAL incidents_said(step.incident_id) told
            WHERE searched.incident_id = step.incident_id;
    WHEN 'people' THEN
        SELECT bool_or(privacy_held(step.incident_id) OR person.is_active) INTO held
            FROM accounts_person person LEFT JOIN incidents_step step ON step.by_id = person.id
            WHERE person.id = ANY (ids);
        WITH done AS (UPDATE accounts_person SET name = 'Persona ' || id, username = 'retirado-' || id,
                password = '!', pin = ''
            WHERE id = ANY (ids) RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'pin_log' THEN
        WITH done AS (UPDATE accounts_pinlog SET badge = ''
            WHERE id = ANY (ids) AND person_id IS NULL AND badge <> '' RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'presence' THEN
        WITH done AS (UPDATE floor_presence SET person_id = NULL
            WHERE id = ANY (ids) AND person_id IS NOT NULL RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'sign_ins' THEN
        WITH done AS (DELETE FROM axes_accesslog WHERE id = ANY (ids) RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    WHEN 'access_log' THEN
        WITH done AS (DELETE FROM privacy_access WHERE id = ANY (ids) RETURNING id)
        SELECT array_agg(id ORDER BY id) INTO gone FROM done;
    ELSE
        RAISE EXCEPTION 'nothing is removed as %', what USING ERRCODE = 'check_violation';
    END CASE;
    PERFORM set_config('pitboss.removing', '', true);
    IF held THEN
        RAISE EXCEPTION 'some of these (%) are still needed', what USING ERRCODE = 'check_violation';
    END IF;
    IF gone IS NOT NULL THEN
        INSERT INTO privacy_removal (run, at, casino_id, kind, count, rows, by_id, why, signatures)
        VALUES (this_run, now(), of_casino, what, cardinality(gone), gone, person, reason, COALESCE(earlier, '{}'));
    END IF;
    RETURN COALESCE(cardinality(gone), 0);
END $$;
REVOKE ALL ON FUNCTION privacy_remove(text, bigint[], bigint, uuid, bigint, text, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION privacy_remove(text, bigint[], bigint, uuid, bigint, text, jsonb) TO pitboss_app;

-- Who complained may be taken out ahead of time, at the person's wish: that is logged as well
CREATE FUNCTION privacy_log_emptied() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    IF current_setting('pitboss.removing', true) IS DISTINCT FROM 'yes' THEN
        INSERT INTO privacy_removal (run, at, casino_id, kind, count, rows, by_id, why, signatures)
        SELECT gen_random_uuid(), now(), complaint.casino_id, 'complainants', 1, ARRAY[NEW.id], NULL, 'a mano', '{}'
        FROM complaints_complaint complaint WHERE complaint.id = NEW.complaint_id;
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER complainants_emptied_are_logged AFTER UPDATE ON complaints_complainant
    FOR EACH ROW EXECUTE FUNCTION privacy_log_emptied();
ALTER TABLE complaints_complainant ENABLE ALWAYS TRIGGER complainants_emptied_are_logged;

CREATE FUNCTION privacy_least_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.days < (CASE NEW.kind
        WHEN 'texts' THEN 1827 WHEN 'step_words' THEN 1827 WHEN 'people' THEN 1827
        WHEN 'witnesses' THEN 240 WHEN 'complainants' THEN 240 WHEN 'access_log' THEN 365 WHEN 'sign_ins' THEN 30
        ELSE 1 END)
    THEN
        RAISE EXCEPTION '% are not kept for less', NEW.kind USING ERRCODE = 'check_violation';
    END IF;
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
CREATE TRIGGER privacy_retention_has_its_least BEFORE INSERT ON privacy_retentionsetting
    FOR EACH ROW EXECUTE FUNCTION privacy_least_days();
ALTER TABLE privacy_retentionsetting ENABLE ALWAYS TRIGGER privacy_retention_has_its_least;
"""

BACK = (
    """
DROP TRIGGER privacy_retention_has_its_least ON privacy_retentionsetting;
DROP FUNCTION privacy_least_days();
DROP TRIGGER complainants_emptied_are_logged ON complaints_complainant;
DROP FUNCTION privacy_log_emptied();
DROP FUNCTION privacy_remove(text, bigint[], bigint, uuid, bigint, text, jsonb);
DROP FUNCTION privacy_held(bigint);
DROP TRIGGER floor_signature_is_written_once ON floor_signature;
CREATE TRIGGER floor_signature_is_written_once BEFORE UPDATE OR DELETE ON floor_signature
    FOR EACH ROW EXECUTE FUNCTION floor_refuse();
DROP TRIGGER pin_log_is_written_once ON accounts_pinlog;
CREATE TRIGGER pin_log_is_written_once BEFORE UPDATE OR DELETE ON accounts_pinlog
    FOR EACH ROW EXECUTE FUNCTION accounts_refuse();
DROP TRIGGER witnesses_are_written_once ON incidents_witness;
DROP TRIGGER steps_are_written_once ON incidents_step;
CREATE TRIGGER steps_are_written_once BEFORE UPDATE OR DELETE ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION incidents_refuse();
"""
    + "".join(
        f"DROP TRIGGER {table}_is_written_once ON {table}; DROP TRIGGER {table}_is_kept ON {table};\n"
        for table in ONLY_ADDED_TO
    )
    + "DROP FUNCTION privacy_guard();"
)


class Migration(migrations.Migration):
    dependencies = [
        ("privacy", "0001_initial"),
        ("accounts", "0003_pin_log_is_append_only"),
        ("axes", "0001_initial"),
        ("casino", "0001_initial"),
        ("complaints", "0002_life"),
        ("floor", "0003_presence"),
        ("incidents", "0007_search_and_assignment"),
        ("ledger", "0003_private_texts"),
    ]

    operations = [
        migrations.RunSQL(GUARD + KEPT + REMOVE, BACK),
    ]
