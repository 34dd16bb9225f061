"""Saved filters; nobody shares one with a casino where no role allows it, whatever program asks."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FORWARD = """
CREATE FUNCTION audit_hold_sharing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM casino_membership member JOIN accounts_person person ON person.id = member.person_id
        WHERE member.casino_id = NEW.casino_id AND person.id = NEW.owner_id AND person.is_active
          AND member.role IN ('auditor', 'administrator')
    ) THEN
        RAISE EXCEPTION 'person % may not share filters with casino %', NEW.owner_id, NEW.casino_id
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER filters_are_shared_by_role BEFORE INSERT OR UPDATE ON audit_savedfilter
    FOR EACH ROW WHEN (NEW.casino_id IS NOT NULL) EXECUTE FUNCTION audit_hold_sharing();
ALTER TABLE audit_savedfilter ENABLE ALWAYS TRIGGER filters_are_shared_by_role;
"""

BACK = """
DROP TRIGGER filters_are_shared_by_role ON audit_savedfilter;
DROP FUNCTION audit_hold_sharing();
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("accounts", "0002_pins"),
        ("casino", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="SavedFilter",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("query", models.CharField(max_length=1000)),
                ("made_at", models.DateTimeField()),
                (
                    "casino",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="shared_filters",
                        to="casino.casino",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="saved_filters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "name"), name="one_filter_a_name"),
                    models.CheckConstraint(
                        condition=models.Q(("query__startswith", "?")), name="a_filter_is_an_address"
                    ),
                    models.CheckConstraint(condition=models.Q(("name", ""), _negated=True), name="a_filter_has_a_name"),
                ],
            },
        ),
        migrations.RunSQL(FORWARD, BACK),
    ]
