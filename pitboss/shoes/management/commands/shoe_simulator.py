"""``manage.py shoe_simulator``: shoes that are not there, on ports of this machine, with faults at known cards."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from pitboss.shoes.simulating.device import Device
from pitboss.shoes.simulating.showing import Show, all_kinds, table


class Command(BaseCommand):
    """A door to the simulator; it touches no database."""

    help = "Emits what the shoes of some tables would emit, each on a TCP port of this machine."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--tables", default="BJ-01", help="names, by comma")
        parser.add_argument("--port", type=int, default=4001, help="of the first table; the others follow")
        parser.add_argument("--protocol", choices=["ndjson", "framed"], default="ndjson")
        parser.add_argument("--rate", type=float, default=30, help="cards a minute at each table")
        parser.add_argument("--cards", type=int, default=300, help="cards at each table")
        parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same cards and faults")
        parser.add_argument("--faults", default="", help=f"what goes wrong, by comma, or all: {', '.join(all_kinds())}")
        parser.add_argument("--record", type=Path, help="NDJSON file: what a tablet would have keyed meanwhile")

    def handle(self, *args: Any, **options: Any) -> None:
        kinds = all_kinds() if options["faults"] == "all" else [one for one in options["faults"].split(",") if one]
        if unknown := set(kinds) - set(all_kinds()):
            raise CommandError(f"--faults {', '.join(sorted(unknown))}: expected {', '.join(all_kinds())}")
        if options["rate"] <= 0:
            raise CommandError("--rate: expected cards a minute, above 0")
        record = options["record"].open("w", encoding="utf-8") if options["record"] else None

        def keyed(events: list[dict[str, Any]]) -> None:
            if record is not None:
                record.write("".join(json.dumps(event) + "\n" for event in events))
                record.flush()

        stop = Event()
        for which in (signal.SIGTERM, signal.SIGINT):
            signal.signal(which, lambda *_: stop.set())
        devices, shows = [], []
        for number, name in enumerate(options["tables"].split(",")):
            found, faults = table(name, seed=options["seed"], cards=options["cards"], kinds=kinds, first=number)
            device = Device(protocol=options["protocol"], port=options["port"] + number)
            show = Show(found, device, keyed, 60 / options["rate"])
            devices.append(device)
            shows.append(Thread(target=show.run, args=(stop,), daemon=True))
            self.stdout.write(f"{name}\t127.0.0.1:{device.port}\t{len(found)} cards\t{len(faults)} faults")
        for one in shows:
            one.start()
        while any(one.is_alive() for one in shows) or (any(device.waiting for device in devices) and not stop.is_set()):
            stop.wait(0.5)
        for device in devices:
            device.close()
        if record is not None:
            record.close()
