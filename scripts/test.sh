#!/bin/sh
# Every test on the embedded PostgreSQL, then those of the database once more on the one of this machine.
set -eu
cd "$(dirname "$0")/.."
. scripts/debian.sh

# Each process has a PostgreSQL of its own, or databases of its own on the one given. One more than there are
# processors: those that drive a browser mostly wait for it. And the idle take over what a busy one has still to do,
# or all pages would fall to one of them.
processors=$(nproc)
side_by_side="-n $((processors < 4 ? processors + 1 : 4)) --dist worksteal"

if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then
    debian_package chromium || echo "without it the tests of the pages are skipped"
fi

if ! command -v soffice >/dev/null; then
    debian_package libreoffice-calc-nogui || echo "without it the tests of the sheets in LibreOffice are skipped"
fi

if ! command -v softhsm2-util >/dev/null; then
    debian_package softhsm2 || echo "without it the test of keys in a token is skipped"
fi

env -u DATABASE_URL -u DATABASE_OWNER_URL -u CELERY_BROKER_URL .venv/bin/python -m pytest $side_by_side "$@"

given=${PITBOSS_TEST_DATABASE_URL:-postgresql://postgres@127.0.0.1:5432/pitboss}
if .venv/bin/python - "$given" <<'PROBE'
import sys, psycopg
server = sys.argv[1].rsplit("/", 1)[0] + "/postgres"
try:
    psycopg.connect(server, connect_timeout=3).close()
except psycopg.OperationalError as why:
    sys.exit(f"No PostgreSQL on {server}: {why}")
PROBE
then
    echo "Once more on $given"
    DATABASE_URL=$given .venv/bin/python -m pytest $side_by_side -m services
elif [ "${CI:-}" = true ]; then
    echo "Under CI nothing may be skipped" >&2
    exit 1
fi
