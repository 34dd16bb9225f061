from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("incidents", "0013_newest_cases"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="incident",
            name="incident_open",
        ),
        migrations.AddIndex(
            model_name="incident",
            index=models.Index(
                condition=models.Q(("status", "open")),
                fields=["casino", "-opened_at"],
                include=("severity", "outcome", "cctv", "owed", "overpaid", "preserve_by", "assigned", "id"),
                name="incident_open_facts",
            ),
        ),
    ]
