"""``python -m pitboss.shoes.gateway FILE``: the gateway on a machine that has nothing else of ours."""

import logging
import sys
from pathlib import Path

from pitboss.shoes.gateway.config import WrongConfig, read_config
from pitboss.shoes.gateway.run import AnotherOneRuns, run


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m pitboss.shoes.gateway FILE.toml")
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    try:
        run(read_config(Path(sys.argv[1]).absolute()))
    except (WrongConfig, AnotherOneRuns) as why:
        sys.exit(str(why))
    return 0


if __name__ == "__main__":
    sys.exit(main())
