from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("replay", "0004_plays_by_the_hour"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="finding",
            name="finding_code",
        ),
        migrations.AddIndex(
            model_name="finding",
            index=models.Index(fields=["casino", "code", "-at"], include=("id",), name="finding_of_code"),
        ),
    ]
