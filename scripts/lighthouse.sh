#!/bin/sh
# Lighthouse on the wall and the table, in dark and light: performance, accessibility and best practices, 95 or more each.
# Needs node 18 and chromium. Not part of `make test`: it wants a quiet machine and takes two minutes.
set -eu
cd "$(dirname "$0")/.."
place=var/lighthouse
mkdir -p "$place"
cp scripts/lighthouse/package.json scripts/lighthouse/package-lock.json "$place"
(cd "$place" && npm ci --silent --ignore-scripts --no-audit --no-fund)
exec .venv/bin/python -m pytest -q -s -p no:xdist tests/floor/browser/lighthouse.py "$@"
