"""Words only; nothing changes in the database."""

from django.db import migrations

PLURALS = {
    "casino": ("casino", "casinos", ["code"]),
    "pit": ("foso", "fosos", ["casino", "name"]),
    "table": ("mesa", "mesas", ["casino", "name"]),
    "housesetting": ("opción de la casa", "opciones de la casa", ["casino", "option", "valid_from", "pk"]),
    "membership": ("función en el casino", "funciones en los casinos", ["casino", "person", "role"]),
    "clocksetting": ("plazo del casino", "plazos del casino", ["casino", "clock", "valid_from", "pk"]),
    "specialday": ("día especial", "días especiales", ["casino", "day", "pk"]),
}


class Migration(migrations.Migration):
    dependencies = [("casino", "0005_clocks_are_written_once")]

    operations = [
        migrations.AlterModelOptions(
            name=name, options={"ordering": ordering, "verbose_name": one, "verbose_name_plural": many}
        )
        for name, (one, many, ordering) in PLURALS.items()
    ]
