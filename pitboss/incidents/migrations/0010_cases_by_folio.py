from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("incidents", "0009_rulings_of_cases"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="incident",
            constraint=models.UniqueConstraint(fields=("casino", "folio"), name="one_incident_a_folio"),
        ),
    ]
