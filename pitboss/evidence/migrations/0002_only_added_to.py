"""What the database itself refuses, to raw SQL too.

Leaves: a gap, an entry twice, a session's entries out of order or left out. Tiles: a hash changed or taken away.
Checkpoints: smaller than the one before, or another root for the same size. Keys: anything but the end of one.
"""

from django.db import migrations

KEPT = ("evidence_leaf", "evidence_checkpoint", "evidence_dispatch", "evidence_stamp")

FORWARD = """
CREATE FUNCTION evidence_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;

-- SECURITY DEFINER: how far each session is taken in, the application may not say itself
CREATE FUNCTION evidence_take_in() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    low bigint;
    high bigint;
    amount bigint;
    before bigint;
    known bigint;
    wrong bigint;
BEGIN
    SELECT min(index), max(index), count(*) INTO low, high, amount FROM added;
    IF amount = 0 THEN
        RETURN NULL;
    END IF;
    SELECT max(index) INTO before FROM evidence_leaf WHERE index < low;
    IF low <> COALESCE(before + 1, 0) OR high - low + 1 <> amount THEN
        RAISE EXCEPTION 'leaves % to % leave a gap', low, high USING ERRCODE = 'check_violation';
    END IF;
    -- A session's entries follow each other in the tree as in its chain, and none is left out
    WITH placed AS (
        SELECT entry.session_id, entry.number, added.index
        FROM added JOIN ledger_entry entry ON entry.id = added.entry_id
    ), ordered AS (
        SELECT session_id, number, index,
               number - lag(number) OVER (PARTITION BY session_id ORDER BY index) AS step
        FROM placed
    ), each AS (
        SELECT session_id, count(*) AS rows, min(number) AS first, max(number) AS last,
               count(*) FILTER (WHERE step <> 1) AS jumps
        FROM ordered GROUP BY session_id
    ), moved AS (
        INSERT INTO evidence_taken AS taken (session_id, number)
        SELECT session_id, last FROM each
        ON CONFLICT (session_id) DO UPDATE SET number = EXCLUDED.number
        RETURNING session_id
    )
    SELECT sum(each.rows),
           count(*) FILTER (WHERE each.jumps > 0 OR each.first <> COALESCE(taken.number, 0) + 1)
    INTO known, wrong
    -- `taken` as it was before this statement: `moved` is not seen here
    FROM each LEFT JOIN evidence_taken taken USING (session_id);
    IF known IS DISTINCT FROM amount THEN
        RAISE EXCEPTION 'leaves % to % are not all of entries that are there', low, high
            USING ERRCODE = 'foreign_key_violation';
    END IF;
    IF wrong > 0 THEN
        RAISE EXCEPTION 'leaves % to % leave out entries of a session, or turn their order', low, high
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER leaves_follow_the_chains AFTER INSERT ON evidence_leaf
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION evidence_take_in();

CREATE TRIGGER taken_moves_with_leaves BEFORE DELETE OR TRUNCATE ON evidence_taken
    FOR EACH STATEMENT EXECUTE FUNCTION evidence_refuse();
CREATE FUNCTION evidence_taken_moves_on() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.session_id <> OLD.session_id OR NEW.number <= OLD.number) OR NOT EXISTS (
        SELECT 1 FROM public.ledger_entry entry JOIN public.evidence_leaf leaf ON leaf.entry_id = entry.id
        WHERE entry.session_id = NEW.session_id AND entry.number = NEW.number
    ) THEN
        RAISE EXCEPTION 'session % is taken in no further than its leaves', NEW.session_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER taken_moves_on BEFORE INSERT OR UPDATE ON evidence_taken
    FOR EACH ROW EXECUTE FUNCTION evidence_taken_moves_on();

ALTER TABLE evidence_tile ADD CONSTRAINT evidence_tile_of_whole_hashes
    CHECK (length(hashes) % 32 = 0 AND length(hashes) BETWEEN 32 AND 8192);
-- Hashes do not compress: trying to costs more than it saves
ALTER TABLE evidence_tile ALTER COLUMN hashes SET STORAGE EXTERNAL;
CREATE FUNCTION evidence_tile_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.level, NEW.index) IS DISTINCT FROM (OLD.level, OLD.index)
        OR length(NEW.hashes) <= length(OLD.hashes)
        OR substring(NEW.hashes FROM 1 FOR length(OLD.hashes)) <> OLD.hashes
    THEN
        RAISE EXCEPTION 'tile %/% only grows at its end', OLD.level, OLD.index USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER tiles_only_grow BEFORE UPDATE ON evidence_tile
    FOR EACH ROW EXECUTE FUNCTION evidence_tile_grows();
CREATE TRIGGER tiles_are_kept BEFORE DELETE OR TRUNCATE ON evidence_tile
    FOR EACH STATEMENT EXECUTE FUNCTION evidence_refuse();

-- SECURITY DEFINER: only this function may ask for the lock that keeps two signers apart
CREATE FUNCTION evidence_checkpoint_follows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
    last evidence_checkpoint%ROWTYPE;
    leaves bigint;
    signer evidence_key%ROWTYPE;
BEGIN
    LOCK TABLE evidence_checkpoint IN SHARE ROW EXCLUSIVE MODE;
    SELECT * INTO last FROM evidence_checkpoint ORDER BY id DESC LIMIT 1;
    IF NEW.id <= last.id OR NEW.size < last.size OR NEW.size = last.size AND NEW.root <> last.root THEN
        RAISE EXCEPTION 'a checkpoint of % does not follow one of %', NEW.size, last.size
            USING ERRCODE = 'check_violation';
    END IF;
    SELECT COALESCE(max(index) + 1, 0) INTO leaves FROM evidence_leaf;
    IF NEW.size > leaves OR length(NEW.root) <> 32 THEN
        RAISE EXCEPTION 'a checkpoint of %, where the tree has % leaves', NEW.size, leaves
            USING ERRCODE = 'check_violation';
    END IF;
    SELECT * INTO signer FROM evidence_key WHERE id = NEW.key_id AND until IS NULL;
    IF NOT FOUND OR NOT starts_with(NEW.note, concat_ws(
        E'\\n', signer.name, NEW.size, encode(NEW.root, 'base64'), E'\\n\u2014 ' || signer.name || ' '
    )) THEN
        RAISE EXCEPTION 'the note of a checkpoint says its size and root, and is signed with the key in use'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER checkpoints_follow BEFORE INSERT ON evidence_checkpoint
    FOR EACH ROW EXECUTE FUNCTION evidence_checkpoint_follows();

CREATE FUNCTION evidence_key_keeps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF EXISTS (SELECT 1 FROM public.evidence_key WHERE name <> NEW.name) THEN
            RAISE EXCEPTION 'a log keeps its name' USING ERRCODE = 'check_violation';
        END IF;
        IF (NEW.introduction = '') = EXISTS (SELECT 1 FROM public.evidence_key) THEN
            RAISE EXCEPTION 'every key but the first is introduced by the one before'
                USING ERRCODE = 'check_violation';
        END IF;
    ELSIF OLD.until IS NOT NULL OR NEW.until IS NULL
        OR (NEW.id, NEW.name, NEW.public, NEW.since, NEW.introduction)
           IS DISTINCT FROM (OLD.id, OLD.name, OLD.public, OLD.since, OLD.introduction)
    THEN
        RAISE EXCEPTION 'of a key only its end is set, and once' USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER keys_keep BEFORE INSERT OR UPDATE ON evidence_key
    FOR EACH ROW EXECUTE FUNCTION evidence_key_keeps();
CREATE TRIGGER keys_are_kept BEFORE DELETE OR TRUNCATE ON evidence_key
    FOR EACH STATEMENT EXECUTE FUNCTION evidence_refuse();

ALTER TABLE evidence_leaf ENABLE ALWAYS TRIGGER leaves_follow_the_chains;
ALTER TABLE evidence_taken ENABLE ALWAYS TRIGGER taken_moves_with_leaves;
ALTER TABLE evidence_taken ENABLE ALWAYS TRIGGER taken_moves_on;
ALTER TABLE evidence_tile ENABLE ALWAYS TRIGGER tiles_only_grow;
ALTER TABLE evidence_tile ENABLE ALWAYS TRIGGER tiles_are_kept;
ALTER TABLE evidence_checkpoint ENABLE ALWAYS TRIGGER checkpoints_follow;
ALTER TABLE evidence_key ENABLE ALWAYS TRIGGER keys_keep;
ALTER TABLE evidence_key ENABLE ALWAYS TRIGGER keys_are_kept;

REVOKE DELETE ON evidence_tile, evidence_key FROM pitboss_app;
REVOKE INSERT, UPDATE, DELETE ON evidence_taken FROM pitboss_app;
"""
ONCE = "".join(
    f"""
CREATE TRIGGER rows_are_written_once BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION evidence_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER rows_are_written_once;
REVOKE UPDATE, DELETE ON {table} FROM pitboss_app;
"""
    for table in KEPT
)

BACK = (
    "".join(f"DROP TRIGGER rows_are_written_once ON {table};\n" for table in KEPT)
    + """
DROP TRIGGER keys_are_kept ON evidence_key;
DROP TRIGGER keys_keep ON evidence_key;
DROP TRIGGER checkpoints_follow ON evidence_checkpoint;
DROP TRIGGER tiles_are_kept ON evidence_tile;
DROP TRIGGER tiles_only_grow ON evidence_tile;
DROP TRIGGER taken_moves_on ON evidence_taken;
DROP TRIGGER taken_moves_with_leaves ON evidence_taken;
DROP TRIGGER leaves_follow_the_chains ON evidence_leaf;
ALTER TABLE evidence_tile DROP CONSTRAINT evidence_tile_of_whole_hashes;
DROP FUNCTION evidence_key_keeps, evidence_checkpoint_follows, evidence_tile_grows, evidence_taken_moves_on,
    evidence_take_in, evidence_refuse;
"""
)


class Migration(migrations.Migration):
    dependencies = [("evidence", "0001_initial"), ("ledger", "0003_private_texts")]

    operations = [migrations.RunSQL(FORWARD + ONCE, BACK)]
