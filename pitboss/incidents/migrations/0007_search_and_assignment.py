"""A case is found by its words, and given to somebody; the database keeps both.

Words are folded before they are stemmed: marks come off the letters, suits become letters, and *-ciones* becomes *-cion*,
so that *distribucion*, *distribución* and *distribuciones* are one word. PostgreSQL's ``unaccent`` would do the first,
but the PostgreSQL that comes with this system has no extensions; this folding is plain SQL and the same everywhere.
"""

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

WORDS = r"""
CREATE FUNCTION incidents_fold(said text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT regexp_replace(
        lower(translate(
            regexp_replace(normalize(coalesce(said, ''), NFKD), '[\u0300-\u036f\ufe0e\ufe0f]', '', 'g'), '♠♥♦♣', 'shdc'
        )),
        '([csx])iones\M', '\1ion', 'g'
    )
$$;

-- BJ-01 is found by #bj01, #bj, #01 and #1; 2026-000431 by #2026000431, #2026, #000431 and #431
CREATE FUNCTION incidents_marks(given text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_catalog, pg_temp AS $$
    SELECT coalesce(array_agg(DISTINCT '#' || left(mark, 80)), '{}')
    FROM unnest(given) one,
         LATERAL (SELECT incidents_fold(one) AS folded) f,
         LATERAL regexp_split_to_table(folded, '[^a-z0-9]+') part,
         LATERAL (VALUES (regexp_replace(folded, '[^a-z0-9]', '', 'g')), (part), (ltrim(part, '0'))) v (mark)
    WHERE mark <> '' AND (length(mark) > 1 OR part ~ '^[0-9]+$')
$$;

CREATE FUNCTION incidents_words(
    marks text[], said_marks text[], titles_es text, titles_en text, told_es text, told_en text, said text
) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_catalog, pg_temp AS $$
    SELECT coalesce(
            (SELECT string_agg(format('%s:1A', quote_literal(mark)), ' ')
             FROM unnest(incidents_marks(marks || said_marks)) mark)::tsvector, ''
        )
        || setweight(to_tsvector('spanish', incidents_fold(titles_es)), 'B')
        || setweight(to_tsvector('english', incidents_fold(titles_en)), 'B')
        || setweight(to_tsvector('spanish', incidents_fold(said)), 'C')
        || to_tsvector('spanish', incidents_fold(told_es))
        || to_tsvector('english', incidents_fold(told_en))
$$;

-- One word or "phrase" as it is looked for; null where it is no word at all
CREATE FUNCTION incidents_term(term text, quoted boolean, begins boolean) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
    folded text := incidents_fold(term);
    mark text := left(regexp_replace(folded, '[^a-z0-9]', '', 'g'), 80);
    spanish tsquery := phraseto_tsquery('spanish', folded);
    english tsquery := phraseto_tsquery('english', folded);
    found tsquery;
BEGIN
    IF numnode(spanish) > 0 AND numnode(english) > 0 THEN
        found := spanish || english;
    END IF;
    IF mark <> '' AND NOT (quoted AND folded ~ '\s') AND (mark ~ '[0-9]' OR found IS NOT NULL) THEN
        found := coalesce(found, ''::tsquery)
            || (quote_literal('#' || mark) || CASE WHEN begins AND length(mark) > 1 THEN ':*' ELSE '' END)::tsquery;
    END IF;
    RETURN found;
END $$;

-- What somebody typed, read as websearch_to_tsquery reads it: all words, "a phrase", -without, one or another.
-- Each word may be of either language, or the beginning of a folio, table, code or badge. ``loose``: any of the words
-- that were not asked away, for showing where they stand.
CREATE FUNCTION incidents_asked(typed text, loose boolean DEFAULT false) RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = public, pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
    part text[];
    asked tsquery := '';
    held tsquery;
    term tsquery;
    other boolean := false;
    quoted boolean;
BEGIN
    FOR part IN SELECT regexp_matches(left(typed, 200), '(-?)(?:"([^"]*)"?|([^\s"]+))', 'g') LOOP
        quoted := part[3] IS NULL;
        IF NOT quoted AND part[1] = '' AND lower(part[3]) IN ('or', 'o', 'u') THEN
            other := held IS NOT NULL;
            CONTINUE;
        END IF;
        term := incidents_term(coalesce(part[2], part[3]), quoted, NOT quoted AND part[1] = '');
        CONTINUE WHEN term IS NULL OR (loose AND part[1] = '-');
        IF part[1] = '-' THEN
            term := !!term;
        END IF;
        IF other OR (loose AND held IS NOT NULL) THEN
            held := held || term;
        ELSE
            asked := CASE WHEN held IS NULL THEN asked ELSE asked && held END;
            held := term;
        END IF;
        other := false;
    END LOOP;
    RETURN CASE WHEN held IS NULL THEN asked ELSE asked && held END;
END $$;
"""

WORDS_BACK = """
DROP FUNCTION incidents_asked(text, boolean);
DROP FUNCTION incidents_term(text, boolean, boolean);
DROP FUNCTION incidents_words(text[], text[], text, text, text, text, text);
DROP FUNCTION incidents_marks(text[]);
DROP FUNCTION incidents_fold(text);
"""

FILL = r"""
-- What people said about a case in its steps: their words, and what they named (a reference, an envelope, another
-- folio). Picks are single words in small letters, and neither they nor dates and hashes are looked for.
CREATE FUNCTION incidents_said(case_id bigint, OUT said text, OUT marks text[]) LANGUAGE sql STABLE
SET search_path = public, pg_catalog, pg_temp AS $$
    WITH step AS (SELECT * FROM incidents_step WHERE incident_id = case_id),
    told AS (
        SELECT number, words AS one, false AS short FROM step WHERE words <> ''
        UNION ALL
        SELECT number, value #>> '{}', length(value #>> '{}') <= 40 AND value #>> '{}' ~ '^\S*[0-9]\S*$'
        FROM step, jsonb_path_query(step.after, 'strict $.** ? (@.type() == "string")') value
        WHERE value #>> '{}' !~ '^([a-z_]*|[0-9a-f]{64}|\d{4}-\d\d-\d\dT.*)$'
    )
    SELECT
        coalesce((SELECT string_agg(one, E'\n' ORDER BY number) FROM told), ''),
        ARRAY(
            SELECT one FROM told WHERE short
            UNION
            SELECT badge FROM step JOIN accounts_person person ON person.id = step.by_id WHERE badge <> ''
            ORDER BY 1
        )
$$;

CREATE FUNCTION incidents_search_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO incidents_searched (incident_id, marks, titles_es, titles_en, told_es, told_en, said, said_marks)
    SELECT NEW.incident_id, '{}', '', '', '', '', told.said, told.marks FROM incidents_said(NEW.incident_id) told
    WHERE told.said <> '' OR told.marks <> '{}'
    ON CONFLICT (incident_id) DO UPDATE SET said = EXCLUDED.said, said_marks = EXCLUDED.said_marks;
    RETURN NULL;
END $$;
CREATE TRIGGER steps_are_searched AFTER INSERT ON incidents_step
    FOR EACH ROW EXECUTE FUNCTION incidents_search_step();

INSERT INTO incidents_searched (incident_id, marks, titles_es, titles_en, told_es, told_en, said, said_marks)
SELECT incident.id, ARRAY[incident.folio, place.name]::text[] || found.marks, found.titles_es, found.titles_en,
    found.told_es, found.told_en, told.said, told.marks
FROM incidents_incident incident
JOIN casino_table place ON place.id = incident.table_id,
LATERAL incidents_said(incident.id) told,
LATERAL (
    SELECT
        coalesce(array_agg(DISTINCT mark::text) FILTER (WHERE mark <> ''), '{}') AS marks,
        coalesce(string_agg(DISTINCT finding.data #>> '{text,es,title}', E'\n'), '') AS titles_es,
        coalesce(string_agg(DISTINCT finding.data #>> '{text,en,title}', E'\n'), '') AS titles_en,
        coalesce(string_agg(DISTINCT finding.data #>> '{text,es,message}', E'\n'), '') AS told_es,
        coalesce(string_agg(DISTINCT finding.data #>> '{text,en,message}', E'\n'), '') AS told_en
    FROM incidents_incidentfinding link
    JOIN replay_finding finding ON finding.id = link.finding_id,
    LATERAL (VALUES (finding.code), (finding.dealer), (finding.supervisor)) v (mark)
    WHERE link.incident_id = incident.id
) found;
"""

FILL_BACK = """
DROP TRIGGER steps_are_searched ON incidents_step;
DROP FUNCTION incidents_search_step();
DROP FUNCTION incidents_said(bigint);
DELETE FROM incidents_searched;
"""

ASSIGNED = """
CREATE FUNCTION incidents_hold_assignment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    this incidents_incident;
BEGIN
    SELECT * INTO this FROM incidents_incident WHERE id = NEW.incident_id FOR NO KEY UPDATE;
    IF NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = this.casino_id AND person.id = NEW.by_id AND person.is_active
          AND member.role IN ('section_head', 'surveillance', 'auditor')
    ) THEN
        RAISE EXCEPTION 'person % may not assign at casino %', NEW.by_id, this.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF NEW.to_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = this.casino_id AND person.id = NEW.to_id AND person.is_active
          AND member.role IN ('surveillance', 'auditor')
    ) THEN
        RAISE EXCEPTION 'person % does not take cases at casino %', NEW.to_id, this.casino_id
            USING ERRCODE = 'check_violation';
    END IF;
    IF length(NEW.signature) <> 64 OR NEW.entry_id IS NOT NULL THEN
        RAISE EXCEPTION 'an assignment is signed by a person' USING ERRCODE = 'check_violation';
    END IF;
    IF this.status <> 'open' THEN
        RAISE EXCEPTION 'case % is %, not open', this.folio, this.status USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.to_id IS NOT DISTINCT FROM this.assigned_id
        OR (NEW.before ->> 'assigned') IS DISTINCT FROM this.assigned_id::text
        OR (NEW.after ->> 'assigned') IS DISTINCT FROM NEW.to_id::text
    THEN
        RAISE EXCEPTION 'an assignment of case % says from whom to whom', this.folio USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER steps_hold_to_assignment BEFORE INSERT ON incidents_step
    FOR EACH ROW WHEN (NEW.verb = 'assigned') EXECUTE FUNCTION incidents_hold_assignment();
ALTER TABLE incidents_step ENABLE ALWAYS TRIGGER steps_hold_to_assignment;

CREATE FUNCTION incidents_keep_assigned() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR NOT EXISTS (
        SELECT 1 FROM incidents_step step
        WHERE step.incident_id = NEW.id AND step.verb = 'assigned'
          AND step.number = (SELECT max(number) FROM incidents_step WHERE incident_id = NEW.id AND verb = 'assigned')
          AND step.to_id IS NOT DISTINCT FROM NEW.assigned_id
    ) THEN
        RAISE EXCEPTION 'incident % is assigned only with a step that says so', NEW.folio
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER incidents_are_born_unassigned BEFORE INSERT ON incidents_incident
    FOR EACH ROW WHEN (NEW.assigned_id IS NOT NULL) EXECUTE FUNCTION incidents_keep_assigned();
CREATE TRIGGER incidents_keep_assigned BEFORE UPDATE ON incidents_incident
    FOR EACH ROW WHEN (NEW.assigned_id IS DISTINCT FROM OLD.assigned_id) EXECUTE FUNCTION incidents_keep_assigned();
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_are_born_unassigned;
ALTER TABLE incidents_incident ENABLE ALWAYS TRIGGER incidents_keep_assigned;

-- Giving a case to somebody is no reason to review it again
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('incidents_hold_to_life()'::regprocedure),
        'AND verb <> ''commented''', 'AND verb NOT IN (''commented'', ''assigned'')');
END $$;
"""

ASSIGNED_BACK = """
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('incidents_hold_to_life()'::regprocedure),
        'AND verb NOT IN (''commented'', ''assigned'')', 'AND verb <> ''commented''');
END $$;
DROP TRIGGER incidents_keep_assigned ON incidents_incident;
DROP TRIGGER incidents_are_born_unassigned ON incidents_incident;
DROP FUNCTION incidents_keep_assigned();
DROP TRIGGER steps_hold_to_assignment ON incidents_step;
DROP FUNCTION incidents_hold_assignment();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("incidents", "0006_footage_clock"),
        ("accounts", "0002_pins"),
        ("casino", "0001_initial"),
        ("replay", "0003_rounds_kept"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL(WORDS, WORDS_BACK),
        migrations.CreateModel(
            name="Searched",
            fields=[
                (
                    "incident",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="searched",
                        serialize=False,
                        to="incidents.incident",
                    ),
                ),
                (
                    "marks",
                    django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None),
                ),
                ("titles_es", models.TextField(blank=True, default="")),
                ("titles_en", models.TextField(blank=True, default="")),
                ("told_es", models.TextField(blank=True, default="")),
                ("told_en", models.TextField(blank=True, default="")),
                ("said", models.TextField(blank=True, db_default="", default="")),
                (
                    "said_marks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), db_default=[], default=list, size=None
                    ),
                ),
                (
                    "words",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            "marks",
                            "said_marks",
                            "titles_es",
                            "titles_en",
                            "told_es",
                            "told_en",
                            "said",
                            function="incidents_words",
                        ),
                        output_field=django.contrib.postgres.search.SearchVectorField(),
                    ),
                ),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=["words"], name="incident_words")
                ],
            },
        ),
        migrations.AddField(
            model_name="incident",
            name="assigned",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="step",
            name="to",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="step",
            constraint=models.CheckConstraint(
                condition=models.Q(("to__isnull", True), ("verb", "assigned"), _connector="OR"),
                name="only_an_assignment_is_to_somebody",
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                fields=["casino", "opened_at"],
                include=[
                    "status",
                    "severity",
                    "outcome",
                    "cctv",
                    "owed",
                    "overpaid",
                    "preserve_by",
                    "assigned",
                    "table",
                ],
                name="incident_facts",
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("status", "open")), fields=["casino", "-opened_at"], name="incident_open"
            ),
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("assigned__isnull", False)),
                fields=["assigned", "-opened_at"],
                name="incident_assigned",
            ),
        ),
        migrations.AlterField(
            model_name="step",
            name="verb",
            field=models.CharField(
                choices=[
                    ("opened", "Abierto"),
                    ("joined", "Otro hallazgo del mismo caso"),
                    ("answered", "Cambió el resultado"),
                    ("amended", "Cambió lo sabido"),
                    ("withdrawn", "Retirado por corrección"),
                    ("restored", "Vuelto a abrir por los hechos"),
                    ("ruled", "Resuelto"),
                    ("footage_asked", "Video pedido"),
                    ("footage_preserved", "Video guardado"),
                    ("footage_found", "Hallazgo de CCTV"),
                    ("completed", "Informe completado"),
                    ("assigned", "Asignado"),
                    ("commented", "Comentario"),
                    ("reviewed", "Revisado por cumplimiento"),
                    ("closed", "Cerrado"),
                    ("reopened", "Nueva revisión abierta"),
                ],
                max_length=24,
            ),
        ),
        migrations.RunSQL(FILL, FILL_BACK),
        migrations.RemoveField(model_name="incident", name="search"),
        migrations.RunSQL(ASSIGNED, ASSIGNED_BACK),
    ]
