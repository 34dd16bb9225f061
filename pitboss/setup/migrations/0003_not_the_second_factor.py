"""What a person changes by using the system stays out of the log of the set-up: the second factor, which has a log of
its own, and whether the roles make an inspector, which the roles' own lines say."""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("pitboss.setup.migrations.0002_every_change_is_logged").WRITE.replace(
    "CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"
)
AFTER = BEFORE.replace("'date_joined']", "'date_joined',\n        'second_factor', 'inspects']")


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_second_factor"),
        ("setup", "0002_every_change_is_logged"),
    ]

    operations = [migrations.RunSQL(AFTER, BEFORE)]
