"""The life of a complaint, held by the database: order of the steps, roles, four eyes, terms, and no other day than now.

Said of every row, whoever adds it. A step is written when it is done: one dated back would make a late answer timely.
Ten minutes are left for clocks that differ. Business days are not counted here; that a term of so many of them is no
shorter than as many days of the calendar, is.
"""

from django.db import migrations

FORWARD = """
CREATE FUNCTION complaints_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER complaint_steps_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON complaints_complaintstep
    FOR EACH STATEMENT EXECUTE FUNCTION complaints_refuse();
CREATE TRIGGER complaint_links_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON complaints_complaintincident
    FOR EACH STATEMENT EXECUTE FUNCTION complaints_refuse();
CREATE TRIGGER complaints_are_not_deleted BEFORE DELETE OR TRUNCATE ON complaints_complaint
    FOR EACH STATEMENT EXECUTE FUNCTION complaints_refuse();
CREATE TRIGGER complainants_are_not_deleted BEFORE DELETE OR TRUNCATE ON complaints_complainant
    FOR EACH STATEMENT EXECUTE FUNCTION complaints_refuse();

CREATE FUNCTION complaints_begin() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    days int;
BEGIN
    IF NEW.status <> 'received' OR NEW.appeal_until IS NOT NULL OR NEW.decision_due IS NOT NULL THEN
        RAISE EXCEPTION 'complaint % begins as received', NEW.folio USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.recorded_at < transaction_timestamp() - interval '10 minutes' THEN
        RAISE EXCEPTION 'complaint % is dated back', NEW.folio USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.late <> (NEW.received_at > NEW.window_until) THEN
        RAISE EXCEPTION 'complaint %: late is what came after its term', NEW.folio USING ERRCODE = 'check_violation';
    END IF;
    days := (NEW.clocks #>> '{complaint_answer,value}')::int;
    IF COALESCE(
        NEW.window_until < NEW.event_at + make_interval(days => (NEW.clocks #>> '{complaint_window,value}')::int - 1)
        OR NEW.answer_due NOT BETWEEN NEW.received_at + make_interval(days => days - 1)
            AND NEW.received_at + make_interval(days => 2 * days + 14), true
    ) THEN
        RAISE EXCEPTION 'the terms of complaint % are not those of its clocks', NEW.folio
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.table_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM casino_table WHERE id = NEW.table_id AND casino_id = NEW.casino_id
    ) THEN
        RAISE EXCEPTION 'table % is not one of casino %', NEW.table_id, NEW.casino_id
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.number <> 1 + COALESCE(
        (SELECT max(number) FROM complaints_complaint WHERE casino_id = NEW.casino_id AND year = NEW.year), 0
    ) THEN
        RAISE EXCEPTION 'complaint % leaves a gap', NEW.folio USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER complaints_begin BEFORE INSERT ON complaints_complaint
    FOR EACH ROW EXECUTE FUNCTION complaints_begin();

CREATE FUNCTION complaints_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    moving CONSTANT text[] := ARRAY['status', 'appeal_until', 'decision_due'];
    last complaints_complaintstep;
BEGIN
    IF to_jsonb(NEW) - moving IS DISTINCT FROM to_jsonb(OLD) - moving THEN
        RAISE EXCEPTION 'complaint % is written once', OLD.folio USING ERRCODE = 'insufficient_privilege';
    END IF;
    SELECT * INTO last FROM complaints_complaintstep WHERE complaint_id = NEW.id ORDER BY number DESC LIMIT 1;
    IF (NEW.status IS DISTINCT FROM OLD.status AND (
            last.before ->> 'status' IS DISTINCT FROM OLD.status OR last.after ->> 'status' IS DISTINCT FROM NEW.status))
        OR (NEW.appeal_until IS DISTINCT FROM OLD.appeal_until AND (
            (last.before ->> 'appeal_until')::timestamptz IS DISTINCT FROM OLD.appeal_until
            OR (last.after ->> 'appeal_until')::timestamptz IS DISTINCT FROM NEW.appeal_until))
        OR (NEW.decision_due IS DISTINCT FROM OLD.decision_due AND (
            (last.before ->> 'decision_due')::timestamptz IS DISTINCT FROM OLD.decision_due
            OR (last.after ->> 'decision_due')::timestamptz IS DISTINCT FROM NEW.decision_due))
    THEN
        RAISE EXCEPTION 'complaint % moves only with a step that says so', OLD.folio USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER complaints_keep BEFORE UPDATE ON complaints_complaint
    FOR EACH ROW EXECUTE FUNCTION complaints_keep();

CREATE FUNCTION complaints_only_empty() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.complaint_id <> OLD.complaint_id
        OR NEW.name NOT IN (OLD.name, '') OR NEW.document NOT IN (OLD.document, '')
        OR NEW.contact NOT IN (OLD.contact, '')
    THEN
        RAISE EXCEPTION 'who complained is taken out or stays, and is not written over'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER complainants_are_only_emptied BEFORE UPDATE ON complaints_complainant
    FOR EACH ROW EXECUTE FUNCTION complaints_only_empty();

CREATE FUNCTION complaints_hold_to_life() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this complaints_complaint;
    last complaints_complaintstep;
    answered complaints_complaintstep;
    allowed text[];
    begins text[];
    ends text;
    zone text;
    filed date;
    due timestamptz;
BEGIN
    SELECT * INTO this FROM complaints_complaint WHERE id = NEW.complaint_id FOR NO KEY UPDATE;
    SELECT timezone INTO zone FROM casino_casino WHERE id = this.casino_id;
    SELECT * INTO last FROM complaints_complaintstep WHERE complaint_id = this.id ORDER BY number DESC LIMIT 1;

    IF NEW.number <> 1 + COALESCE(last.number, 0) OR (NEW.verb = 'received') <> (NEW.number = 1) THEN
        RAISE EXCEPTION 'step % (%) of complaint % is out of order', NEW.number, NEW.verb, this.folio
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.at < transaction_timestamp() - interval '10 minutes' OR NEW.at < last.at THEN
        RAISE EXCEPTION 'step % (%) of complaint % is dated back', NEW.number, NEW.verb, this.folio
            USING ERRCODE = 'check_violation';
    END IF;
    IF length(NEW.signature) <> 64 THEN
        RAISE EXCEPTION 'a step (%) of a person is signed', NEW.verb USING ERRCODE = 'check_violation';
    END IF;

    allowed := CASE
        WHEN NEW.verb IN ('received', 'receipt_issued', 'linked', 'withdrawn', 'commented')
            THEN ARRAY['pit_boss', 'section_head', 'auditor']
        WHEN NEW.verb = 'answered' THEN ARRAY['section_head', 'auditor']
        WHEN NEW.verb IN ('appealed', 'extended', 'decided', 'closed') THEN ARRAY['auditor']
    END;
    IF allowed IS NULL OR NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = this.casino_id AND person.id = NEW.by_id AND person.is_active
          AND member.role = ANY (allowed)
    ) THEN
        RAISE EXCEPTION 'person % may not do that (%) at casino %', NEW.by_id, NEW.verb, this.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;

    begins := CASE NEW.verb
        WHEN 'linked' THEN ARRAY['received', 'answered', 'appealed', 'decided']
        WHEN 'answered' THEN ARRAY['received']
        WHEN 'appealed' THEN ARRAY['answered', 'closed']
        WHEN 'extended' THEN ARRAY['appealed']
        WHEN 'decided' THEN ARRAY['appealed']
        WHEN 'closed' THEN ARRAY['answered', 'decided']
        WHEN 'withdrawn' THEN ARRAY['received', 'answered', 'appealed']
        ELSE ARRAY['received', 'answered', 'appealed', 'decided', 'closed', 'withdrawn']
    END;
    IF this.status <> ALL (begins) THEN
        RAISE EXCEPTION 'complaint % is %: it cannot be % now', this.folio, this.status, NEW.verb
            USING ERRCODE = 'check_violation';
    END IF;
    ends := CASE WHEN NEW.verb IN ('answered', 'appealed', 'decided', 'closed', 'withdrawn') THEN NEW.verb END;
    IF (NEW.after ->> 'status') IS DISTINCT FROM ends
        OR (ends IS NOT NULL AND (NEW.before ->> 'status') IS DISTINCT FROM this.status)
        OR (NEW.after ? 'appeal_until' AND NEW.verb <> 'answered')
        OR (NEW.after ? 'decision_due' AND NEW.verb NOT IN ('appealed', 'extended'))
    THEN
        RAISE EXCEPTION 'step % (%) of complaint % moves what it does not move', NEW.number, NEW.verb, this.folio
            USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.words = '' AND NEW.verb IN ('answered', 'withdrawn', 'commented')
        OR COALESCE(NEW.after ->> 'reference', '') = '' AND NEW.verb IN ('appealed', 'extended', 'decided')
        OR COALESCE(NEW.after ->> 'seal', '') !~ '^[0-9a-f]{64}$' AND NEW.verb = 'receipt_issued'
        OR COALESCE(NEW.after ->> 'incident', '') = '' AND NEW.verb = 'linked'
    THEN
        RAISE EXCEPTION 'step % (%) of complaint % says too little', NEW.number, NEW.verb, this.folio
            USING ERRCODE = 'check_violation';
    END IF;

    IF NEW.verb = 'received' AND NEW.by_id <> this.taken_by_id THEN
        RAISE EXCEPTION 'complaint % was taken by somebody else', this.folio USING ERRCODE = 'check_violation';
    END IF;

    IF NEW.verb = 'answered' THEN
        IF NOT EXISTS (
            SELECT 1 FROM complaints_complaintstep WHERE complaint_id = this.id AND verb = 'receipt_issued'
        ) THEN
            RAISE EXCEPTION 'complaint % has no receipt yet', this.folio USING ERRCODE = 'check_violation';
        END IF;
        IF EXISTS (
            SELECT 1 FROM complaints_complaintincident link
            WHERE link.complaint_id = this.id AND incidents_recorded(link.incident_id, NEW.by_id)
        ) THEN
            RAISE EXCEPTION 'whoever recorded or ruled an incident does not answer the complaint % about it', this.folio
                USING ERRCODE = 'insufficient_privilege';
        END IF;
        IF (NEW.after ->> 'late')::boolean IS DISTINCT FROM (NEW.at > this.answer_due) THEN
            RAISE EXCEPTION 'the answer to complaint % is late after %, and only then', this.folio, this.answer_due
                USING ERRCODE = 'check_violation';
        END IF;
        IF (NEW.after ->> 'answer') NOT IN ('accepted', 'partly', 'refused')
            OR COALESCE((NEW.after ->> 'paid')::bigint, -1) < 0
            OR (NEW.after ->> 'answer') = 'refused' AND (NEW.after ->> 'paid')::bigint > 0
            OR COALESCE((NEW.after ->> 'appeal_until')::timestamptz, NEW.at)
                < NEW.at + make_interval(days => (this.clocks #>> '{appeal_window,value}')::int - 1)
        THEN
            RAISE EXCEPTION 'the answer to complaint % is not whole', this.folio USING ERRCODE = 'check_violation';
        END IF;
    END IF;

    IF NEW.verb IN ('appealed', 'extended', 'decided') THEN
        filed := CASE WHEN NEW.verb = 'appealed' THEN NEW.after ->> 'filed_on' ELSE NEW.after ->> 'on' END;
        SELECT * INTO answered FROM complaints_complaintstep
            WHERE complaint_id = this.id AND verb = CASE WHEN NEW.verb = 'appealed' THEN 'answered' ELSE 'appealed' END
            ORDER BY number DESC LIMIT 1;
        IF answered.id IS NULL OR NEW.answers_id IS DISTINCT FROM answered.id OR filed IS NULL
            OR filed > (NEW.at AT TIME ZONE zone)::date
            OR filed < (CASE WHEN NEW.verb = 'appealed' THEN (answered.at AT TIME ZONE zone)::date
                ELSE (answered.after ->> 'filed_on')::date END)
        THEN
            RAISE EXCEPTION 'step % (%) of complaint % is on no day that it can be on', NEW.number, NEW.verb, this.folio
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    IF NEW.verb = 'appealed' THEN
        IF EXISTS (SELECT 1 FROM complaints_complaintstep WHERE complaint_id = this.id AND verb = 'appealed') THEN
            RAISE EXCEPTION 'complaint % was appealed already', this.folio USING ERRCODE = 'check_violation';
        END IF;
        IF filed > (this.appeal_until AT TIME ZONE zone)::date AND COALESCE(NEW.after ->> 'admitted', '') = '' THEN
            RAISE EXCEPTION 'the term to appeal complaint % ended %', this.folio, this.appeal_until
                USING ERRCODE = 'check_violation';
        END IF;
    END IF;
    due := (NEW.after ->> 'decision_due')::timestamptz;
    IF NEW.verb = 'appealed'
            AND COALESCE(due < filed + (this.clocks #>> '{decision,value}')::int, true)
        OR NEW.verb = 'extended' AND COALESCE(due <= this.decision_due, true)
    THEN
        RAISE EXCEPTION 'the decision on complaint % is due later', this.folio USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.verb = 'extended' AND EXISTS (
        SELECT 1 FROM complaints_complaintstep WHERE complaint_id = this.id AND verb = 'extended'
    ) THEN
        RAISE EXCEPTION 'complaint % was extended already', this.folio USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.verb = 'decided' AND (
        COALESCE(NEW.after ->> 'decision', '') NOT IN ('for_player', 'partly', 'for_casino')
        OR COALESCE((NEW.after ->> 'amount')::bigint, -1) < 0
    ) THEN
        RAISE EXCEPTION 'the decision on complaint % is not whole', this.folio USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.verb = 'closed' AND this.status = 'answered' AND NEW.at <= this.appeal_until THEN
        RAISE EXCEPTION 'complaint % can still be appealed', this.folio USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER complaint_steps_hold_to_life BEFORE INSERT ON complaints_complaintstep
    FOR EACH ROW EXECUTE FUNCTION complaints_hold_to_life();

CREATE FUNCTION complaints_link_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM complaints_complaintstep step
        JOIN complaints_complaint complaint ON complaint.id = step.complaint_id
        JOIN incidents_incident incident ON incident.id = NEW.incident_id
        WHERE step.id = NEW.step_id AND step.verb = 'linked' AND step.complaint_id = NEW.complaint_id
          AND incident.casino_id = complaint.casino_id AND step.after ->> 'incident' = incident.folio
    ) THEN
        RAISE EXCEPTION 'no step links complaint % with incident %', NEW.complaint_id, NEW.incident_id
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER complaint_links_fit BEFORE INSERT ON complaints_complaintincident
    FOR EACH ROW EXECUTE FUNCTION complaints_link_fits();

ALTER TABLE complaints_complaintstep ENABLE ALWAYS TRIGGER complaint_steps_are_written_once;
ALTER TABLE complaints_complaintstep ENABLE ALWAYS TRIGGER complaint_steps_hold_to_life;
ALTER TABLE complaints_complaintincident ENABLE ALWAYS TRIGGER complaint_links_are_written_once;
ALTER TABLE complaints_complaintincident ENABLE ALWAYS TRIGGER complaint_links_fit;
ALTER TABLE complaints_complaint ENABLE ALWAYS TRIGGER complaints_are_not_deleted;
ALTER TABLE complaints_complaint ENABLE ALWAYS TRIGGER complaints_begin;
ALTER TABLE complaints_complaint ENABLE ALWAYS TRIGGER complaints_keep;
ALTER TABLE complaints_complainant ENABLE ALWAYS TRIGGER complainants_are_not_deleted;
ALTER TABLE complaints_complainant ENABLE ALWAYS TRIGGER complainants_are_only_emptied;

REVOKE UPDATE, DELETE ON complaints_complaintstep, complaints_complaintincident FROM pitboss_app;
REVOKE DELETE ON complaints_complaint, complaints_complainant FROM pitboss_app;
"""

BACK = """
DROP TRIGGER complaint_links_fit ON complaints_complaintincident;
DROP TRIGGER complaint_links_are_written_once ON complaints_complaintincident;
DROP TRIGGER complaint_steps_hold_to_life ON complaints_complaintstep;
DROP TRIGGER complaint_steps_are_written_once ON complaints_complaintstep;
DROP TRIGGER complainants_are_only_emptied ON complaints_complainant;
DROP TRIGGER complainants_are_not_deleted ON complaints_complainant;
DROP TRIGGER complaints_keep ON complaints_complaint;
DROP TRIGGER complaints_begin ON complaints_complaint;
DROP TRIGGER complaints_are_not_deleted ON complaints_complaint;
DROP FUNCTION complaints_link_fits();
DROP FUNCTION complaints_hold_to_life();
DROP FUNCTION complaints_only_empty();
DROP FUNCTION complaints_keep();
DROP FUNCTION complaints_begin();
DROP FUNCTION complaints_refuse();
"""


class Migration(migrations.Migration):
    dependencies = [("complaints", "0001_initial"), ("incidents", "0005_life"), ("accounts", "0002_pins")]

    operations = [migrations.RunSQL(FORWARD, BACK)]
