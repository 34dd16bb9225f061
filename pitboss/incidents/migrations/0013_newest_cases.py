from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("incidents", "0012_words_worked_out_faster")]

    operations = [
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(fields=["-opened_at", "-id"], name="incident_newest"),
        ),
    ]
