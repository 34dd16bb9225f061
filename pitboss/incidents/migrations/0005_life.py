"""The life of a case, held by the database too: roles, four eyes, what must be there first.

Said of every row that is added to a history, whoever adds it. What was said at the table (a row with its entry)
is told whatever state the case is in; it must be what the entry says, by whoever wears the badge.
"""

from django.db import migrations

FORWARD = """
CREATE FUNCTION incidents_recorded(case_id bigint, person bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (
        SELECT 1 FROM incidents_incidentfinding link
        JOIN replay_finding finding ON finding.id = link.finding_id
        JOIN ledger_entry entry ON entry.id = finding.entry_id
        JOIN accounts_person wearer ON wearer.badge = entry.body::jsonb ->> 'by' AND wearer.badge <> ''
        WHERE link.incident_id = case_id AND wearer.id = person
    ) OR EXISTS (
        SELECT 1 FROM incidents_step step
        WHERE step.incident_id = case_id AND step.by_id = person
          AND step.verb IN ('opened', 'ruled', 'footage_found')
    )
$$;

CREATE FUNCTION incidents_lacks(case_id bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT concat_ws(', ',
        CASE WHEN NOT EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'ruled')
            THEN 'ruling' END,
        CASE WHEN (
                EXISTS (SELECT 1 FROM incidents_incident i WHERE i.id = case_id AND i.cctv)
                OR EXISTS (SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_asked')
            ) AND NOT EXISTS (
                SELECT 1 FROM incidents_step s WHERE s.incident_id = case_id AND s.verb = 'footage_found'
            ) THEN 'footage' END,
        (SELECT string_agg(field, ', ') FROM unnest(ARRAY[
                'witnesses', 'cards_seized', 'passes_affected', 'notifications', 'action_taken', 'player_choice'
            ]) AS field
         WHERE NOT EXISTS (
                SELECT 1 FROM incidents_step s
                WHERE s.incident_id = case_id AND s.verb = 'completed' AND (s.after -> 'details') ? field
            ) AND (field <> 'player_choice' OR EXISTS (
                SELECT 1 FROM incidents_incidentfinding link
                JOIN replay_finding finding ON finding.id = link.finding_id
                WHERE link.incident_id = case_id AND finding.outcome <> 'superseded'
                  AND finding.code IN ('stuck-cards', 'unrequested-card')
            ))))
$$;

CREATE FUNCTION incidents_hold_to_life() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this incidents_incident;
    told ledger_entry;
    last incidents_step;
    allowed text[];
    lacks text;
BEGIN
    IF (NEW.after ->> 'status') IS NOT DISTINCT FROM 'closed' AND NEW.verb <> 'closed'
        OR (NEW.before ->> 'status') IS NOT DISTINCT FROM 'closed' AND NEW.verb <> 'reopened'
    THEN
        RAISE EXCEPTION 'a case is closed and reopened by the verbs for it, not by %', NEW.verb
            USING ERRCODE = 'check_violation';
    END IF;
    allowed := CASE NEW.verb
        WHEN 'ruled' THEN ARRAY['pit_boss', 'section_head']
        WHEN 'footage_asked' THEN ARRAY['pit_boss', 'section_head', 'auditor']
        WHEN 'footage_preserved' THEN ARRAY['surveillance']
        WHEN 'footage_found' THEN ARRAY['surveillance']
        WHEN 'completed' THEN ARRAY['pit_boss', 'section_head', 'auditor']
        WHEN 'commented' THEN ARRAY['pit_boss', 'section_head', 'surveillance', 'auditor']
        WHEN 'reviewed' THEN ARRAY['auditor']
        WHEN 'closed' THEN ARRAY['section_head', 'auditor']
        WHEN 'reopened' THEN ARRAY['auditor']
    END;
    IF allowed IS NULL THEN
        RETURN NEW;
    END IF;
    SELECT * INTO this FROM incidents_incident WHERE id = NEW.incident_id FOR NO KEY UPDATE;

    IF NEW.entry_id IS NOT NULL THEN
        SELECT * INTO told FROM ledger_entry WHERE id = NEW.entry_id;
        IF told.session_id <> this.session_id
            OR (NEW.verb, told.kind) NOT IN (('ruled', 'ruled'), ('footage_asked', 'cctv_requested'))
            OR NEW.by_id IS DISTINCT FROM (
                SELECT id FROM accounts_person WHERE badge = told.body::jsonb ->> 'by' AND badge <> ''
            )
        THEN
            RAISE EXCEPTION 'entry % does not say that', NEW.entry_id USING ERRCODE = 'check_violation';
        END IF;
        RETURN NEW;
    END IF;

    IF NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = this.casino_id AND person.id = NEW.by_id AND person.is_active
          AND member.role = ANY (allowed)
    ) THEN
        RAISE EXCEPTION 'person % may not do that (%) at casino %', NEW.by_id, NEW.verb, this.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF length(NEW.signature) <> 64 THEN
        RAISE EXCEPTION 'a step (%) of a person is signed', NEW.verb USING ERRCODE = 'check_violation';
    END IF;

    IF NEW.verb = 'reopened' THEN
        IF this.status <> 'closed' OR (NEW.after ->> 'status') IS DISTINCT FROM 'open'
            OR NEW.words = '' OR NEW.answers_id IS DISTINCT FROM (
                SELECT id FROM incidents_step WHERE incident_id = this.id AND verb = 'closed'
                ORDER BY number DESC LIMIT 1
            )
        THEN
            RAISE EXCEPTION 'case % is reopened by a row that names its closing and says why', this.folio
                USING ERRCODE = 'check_violation';
        END IF;
    ELSIF NEW.verb <> 'commented' AND this.status <> 'open' THEN
        RAISE EXCEPTION 'case % is %, not open', this.folio, this.status USING ERRCODE = 'check_violation';
    END IF;

    IF NEW.verb = 'footage_found' AND (NEW.after ->> 'seen') IS DISTINCT FROM 'no_footage' AND NOT EXISTS (
        SELECT 1 FROM incidents_step WHERE incident_id = this.id AND verb = 'footage_preserved'
    ) THEN
        RAISE EXCEPTION 'case % has no kept footage to find anything in', this.folio USING ERRCODE = 'check_violation';
    END IF;

    IF NEW.verb IN ('reviewed', 'closed') THEN
        IF incidents_recorded(this.id, NEW.by_id) THEN
            RAISE EXCEPTION 'whoever recorded, ruled or saw the footage of case % neither reviews nor closes it',
                this.folio USING ERRCODE = 'insufficient_privilege';
        END IF;
        IF NEW.verb = 'closed' OR (NEW.after ->> 'review') IS NOT DISTINCT FROM 'approved' THEN
            lacks := incidents_lacks(this.id);
            IF lacks <> '' THEN
                RAISE EXCEPTION 'case % lacks %', this.folio, lacks USING ERRCODE = 'check_violation';
            END IF;
        END IF;
    END IF;
    IF NEW.verb = 'closed' THEN
        SELECT * INTO last FROM incidents_step WHERE incident_id = this.id AND verb <> 'commented'
            ORDER BY number DESC LIMIT 1;
        IF last.verb <> 'reviewed' OR (last.after ->> 'review') IS DISTINCT FROM 'approved' THEN
            RAISE EXCEPTION 'case % is closed right after an approving review', this.folio
                USING ERRCODE = 'check_violation';
        END IF;
        IF last.by_id = NEW.by_id THEN
            RAISE EXCEPTION 'whoever reviewed case % does not close it', this.folio
                USING ERRCODE = 'insufficient_privilege';
        END IF;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER steps_hold_to_life BEFORE INSERT ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION incidents_hold_to_life();
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_hold_to_life;

CREATE TRIGGER witnesses_are_not_deleted BEFORE DELETE ON incidents_witness
    FOR EACH ROW EXECUTE FUNCTION incidents_refuse();
CREATE TRIGGER witnesses_are_kept BEFORE TRUNCATE ON incidents_witness
    FOR EACH STATEMENT EXECUTE FUNCTION incidents_refuse();
ALTER TABLE incidents_witness ENABLE ALWAYS TRIGGER witnesses_are_not_deleted;
ALTER TABLE incidents_witness ENABLE ALWAYS TRIGGER witnesses_are_kept;
REVOKE DELETE ON incidents_witness FROM pitboss_app;
"""

BACK = """
DROP TRIGGER witnesses_are_kept ON incidents_witness;
DROP TRIGGER witnesses_are_not_deleted ON incidents_witness;
DROP TRIGGER steps_hold_to_life ON incidents_step;
DROP FUNCTION incidents_hold_to_life();
DROP FUNCTION incidents_lacks(bigint);
DROP FUNCTION incidents_recorded(bigint, bigint);
"""


class Migration(migrations.Migration):
    dependencies = [
        ("incidents", "0004_steps_of_people"),
        ("accounts", "0002_pins"),
        ("casino", "0001_initial"),
        ("ledger", "0001_initial"),
        ("replay", "0001_initial"),
    ]

    operations = [migrations.RunSQL(FORWARD, BACK)]
