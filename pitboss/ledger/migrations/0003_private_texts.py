"""Texts beside the entries: added with them, taken away by the retention alone, never changed."""

import django.db.models.deletion
from django.db import migrations, models

FORWARD = """
-- `pitboss.removing` is set by the function that removes and logs it (privacy); the application may not delete here
CREATE FUNCTION ledger_only_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('pitboss.removing', true) = 'yes' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% on % is refused: this record is only added to', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$;
""" + "".join(
    f"""
CREATE TRIGGER {table}_is_written_once BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION ledger_only_removed();
CREATE TRIGGER {table}_is_kept BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION ledger_only_removed();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_written_once;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_kept;
REVOKE UPDATE, DELETE ON {table} FROM pitboss_app;
"""
    for table in ("ledger_privatetext", "ledger_salt")
)

BACK = (
    "".join(
        f"""
DROP TRIGGER {table}_is_kept ON {table};
DROP TRIGGER {table}_is_written_once ON {table};
"""
        for table in ("ledger_privatetext", "ledger_salt")
    )
    + "DROP FUNCTION ledger_only_removed();"
)


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial"), ("ledger", "0002_chain")]

    operations = [
        migrations.CreateModel(
            name="Salt",
            fields=[
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="casino.tablesession",
                    ),
                ),
                ("salt", models.BinaryField(max_length=32)),
            ],
            options={"verbose_name": "sal de una sesión"},
        ),
        migrations.CreateModel(
            name="PrivateText",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.TextField()),
                ("text", models.TextField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="texts", to="ledger.entry"
                    ),
                ),
            ],
            options={"verbose_name": "texto apartado"},
        ),
        migrations.RunSQL(FORWARD, BACK),
    ]
