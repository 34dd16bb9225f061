#!/usr/bin/env python3
"""The door to every command; starts the embedded database when a command needs it and none is given."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pitboss.settings")
    from django.core.management import execute_from_command_line

    from pitboss.database.embedded import at_hand

    with at_hand(sys.argv):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
