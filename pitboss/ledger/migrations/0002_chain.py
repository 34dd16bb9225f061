"""The chain is made, and kept, by the database: nobody can add without it and nobody can change what is there."""

from django.db import migrations

FORWARD = """
-- The bytes that an entry's hash is taken over. pitboss/ledger/chain.py says the same in Python.
CREATE FUNCTION ledger_preimage(entry ledger_entry) RETURNS bytea
LANGUAGE sql STABLE
AS $$
    SELECT convert_to(
        'pitboss ledger 1' || E'\\n'
        || entry.session_id || E'\\n'
        || entry.number || E'\\n'
        || encode(entry.prev_hash, 'hex') || E'\\n'
        || entry.event_id || E'\\n'
        || entry.seq || E'\\n'
        || entry.kind || E'\\n'
        || (extract(epoch FROM entry.at) * 1000000)::bigint || E'\\n'
        || (extract(epoch FROM entry.received_at) * 1000000)::bigint || E'\\n'
        || entry.body,
        'UTF8')
$$;

-- SECURITY DEFINER: the application may not touch the heads itself
CREATE FUNCTION ledger_link() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    head ledger_head%ROWTYPE;
    last_number integer;
    last_hash bytea;
BEGIN
    LOOP
        SELECT * INTO head FROM ledger_head WHERE session_id = NEW.session_id FOR UPDATE;
        EXIT WHEN FOUND;
        INSERT INTO ledger_head (session_id, number, hash)
        VALUES (NEW.session_id, 0, decode(repeat('00', 32), 'hex'))
        ON CONFLICT DO NOTHING;
    END LOOP;
    -- The head moves once a statement (a row updated for each of ten thousand entries would be ten
    -- thousand dead rows to step over), so earlier rows of this statement are asked for themselves
    SELECT number, hash INTO last_number, last_hash FROM ledger_entry
    WHERE session_id = NEW.session_id ORDER BY number DESC LIMIT 1;
    IF COALESCE(last_number, 0) < head.number THEN
        RAISE EXCEPTION 'the ledger of session % ends at %, its head says %',
            NEW.session_id, COALESCE(last_number, 0), head.number USING ERRCODE = 'data_corrupted';
    END IF;
    NEW.number := COALESCE(last_number, 0) + 1;
    NEW.prev_hash := COALESCE(last_hash, decode(repeat('00', 32), 'hex'));
    NEW.hash := sha256(ledger_preimage(NEW));
    RETURN NEW;
END $$;

CREATE TRIGGER ledger_1_link BEFORE INSERT ON ledger_entry
    FOR EACH ROW EXECUTE FUNCTION ledger_link();

CREATE FUNCTION ledger_move_heads() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
    UPDATE ledger_head SET number = newest.number, hash = newest.hash
    FROM (SELECT DISTINCT ON (session_id) session_id, number, hash FROM added
          ORDER BY session_id, number DESC) newest
    WHERE ledger_head.session_id = newest.session_id;
    RETURN NULL;
END $$;

CREATE TRIGGER ledger_2_move_heads AFTER INSERT ON ledger_entry
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_move_heads();

CREATE FUNCTION ledger_refuse() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: the ledger is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER ledger_0_refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entry
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();
CREATE TRIGGER ledger_0_refuse BEFORE DELETE OR TRUNCATE ON ledger_head
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_refuse();

-- A head moves only forward, and only to an entry that is there
CREATE FUNCTION ledger_head_follows() RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
    IF NEW.session_id <> OLD.session_id OR NEW.number <= OLD.number OR NOT EXISTS (
        SELECT 1 FROM public.ledger_entry entry
        WHERE entry.session_id = NEW.session_id AND entry.number = NEW.number AND entry.hash = NEW.hash
    ) THEN
        RAISE EXCEPTION 'the head of session % moves only with an entry', OLD.session_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER ledger_1_follow BEFORE UPDATE ON ledger_head
    FOR EACH ROW EXECUTE FUNCTION ledger_head_follows();

-- ALWAYS: no session can switch them off for itself by its replication role
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_0_refuse;
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_1_link;
ALTER TABLE ledger_entry ENABLE ALWAYS TRIGGER ledger_2_move_heads;
ALTER TABLE ledger_head ENABLE ALWAYS TRIGGER ledger_0_refuse;
ALTER TABLE ledger_head ENABLE ALWAYS TRIGGER ledger_1_follow;

REVOKE ALL ON ledger_entry, ledger_head FROM PUBLIC, pitboss_app;
GRANT SELECT, INSERT ON ledger_entry TO pitboss_app;
GRANT SELECT ON ledger_head TO pitboss_app;
"""

BACKWARD = """
DROP TRIGGER ledger_0_refuse ON ledger_entry;
DROP TRIGGER ledger_1_link ON ledger_entry;
DROP TRIGGER ledger_2_move_heads ON ledger_entry;
DROP TRIGGER ledger_0_refuse ON ledger_head;
DROP TRIGGER ledger_1_follow ON ledger_head;
DROP FUNCTION ledger_link, ledger_move_heads, ledger_refuse, ledger_head_follows, ledger_preimage;
"""


class Migration(migrations.Migration):
    dependencies = [("ledger", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
