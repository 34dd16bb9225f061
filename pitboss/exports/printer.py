"""The program that prints a report for `report`: what it is about comes in as JSON, the PDF goes out.

A file of its own, since models cannot be read before Django is set up.
"""

from __future__ import annotations

import json
import sys

import django
from django.utils.module_loading import import_string


def main() -> None:
    told = json.load(sys.stdin)
    django.setup()
    sys.stdout.buffer.write(import_string(told["report"])(**told["about"]))


if __name__ == "__main__":
    main()
