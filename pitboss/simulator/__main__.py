"""`python -m pitboss.simulator`: the generator without Django."""

import argparse
import sys

from pitboss.simulator.command import add_arguments, run


def main() -> int:
    """Run the generator. What was written is told on standard error, so that `--out -` stays clean."""
    parser = argparse.ArgumentParser(prog="python -m pitboss.simulator", description=__doc__)
    add_arguments(parser)
    options = parser.parse_args()
    try:
        written = run(options)
    except ValueError as wrong:
        parser.error(str(wrong))
    print(written, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
