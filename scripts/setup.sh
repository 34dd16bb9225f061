#!/bin/sh
# A virtual environment with exactly the locked packages. Needs python3 (3.11 to 3.13) and nothing else.
set -eu
cd "$(dirname "$0")/.."

python=
for name in python3 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))'; then
        python=$name
        break
    fi
done
if [ -z "$python" ]; then
    echo "pitboss needs Python 3.11, 3.12 or 3.13; found: $(python3 --version 2>&1 || true)" >&2
    exit 1
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    . scripts/debian.sh
    debian_package python3-venv
fi

# An environment of another Python, or one that was left half made, is made anew
if ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    rm -rf .venv
    "$python" -m venv .venv
fi
echo "Installing the locked packages into .venv"
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
    --requirement requirements.lock

# Without it everything works but the tablet's own engine, so a machine with no npm registry still gets the rest
if ! scripts/engine.sh; then
    [ "${CI:-}" != true ] || exit 1
    echo "The tablet's engine could not be fetched: tablets will show nothing new while the network is gone" >&2
fi
touch .venv/ready
