"""The last ruling of a case is looked up for every case of a period: its rows have an index of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("incidents", "0008_fields_and_custody")]

    operations = [
        migrations.AddIndex(
            model_name="step",
            index=models.Index(
                condition=models.Q(("verb", "ruled")), fields=["incident", "-number"], name="step_rulings"
            ),
        ),
    ]
