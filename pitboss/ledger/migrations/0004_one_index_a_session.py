import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0001_initial"),
        ("ledger", "0003_private_texts"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="session",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries",
                to="casino.tablesession",
            ),
        ),
    ]
