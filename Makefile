# `make run` shows the demo, `make test` runs every test, `make check` the rest of what must hold.
PYTHON := .venv/bin/python
CODE := $(wildcard rules pitboss tests benchmarks) manage.py pitboss_verify.py

.PHONY: run test check format mutants lock clean

run: .venv/ready
	@exec $(PYTHON) -m pitboss.run

test: .venv/ready
	@exec scripts/test.sh

check: .venv/ready
	$(PYTHON) -m ruff format --check $(CODE)
	$(PYTHON) -m ruff check $(CODE)
	$(PYTHON) -m mypy $(CODE)
	.venv/bin/lint-imports
	$(PYTHON) manage.py makemigrations --check --dry-run

format: .venv/ready
	$(PYTHON) -m ruff format $(CODE)
	$(PYTHON) -m ruff check --fix $(CODE)

# Changes the rules a little, thousands of times, and asks whether a test notices; hours, the first time, where the processors are shared
mutants: var/mutants/tools
	PYTHONPATH=var/mutants/tools nice $(PYTHON) benchmarks/mutants.py --report docs/mutants.md $(ARGS)

var/mutants/tools: pyproject.toml .venv/ready
	mkdir -p $@
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("$<", "rb"))["project"]["optional-dependencies"]["mutants"])' \
		| xargs $(PYTHON) -m pip install --quiet --disable-pip-version-check --no-deps --upgrade --target $@
	touch $@

# Made again whenever the locked packages change
.venv/ready: requirements.lock package-lock.json scripts/setup.sh scripts/engine.sh scripts/engine.lock
	@scripts/setup.sh

# Keeps what is locked where pyproject.toml still allows it; ARGS=--upgrade takes the newest
lock: var/lock/bin/uv
	UV_CUSTOM_COMPILE_COMMAND="make lock" var/lock/bin/uv pip compile --universal --generate-hashes --python-version 3.11 \
		--extra dev --extra scan --no-annotate --quiet pyproject.toml --output-file requirements.lock $(ARGS)

var/lock/bin/uv: pyproject.toml | .venv/ready
	mkdir -p var/lock
	$(PYTHON) -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["lock"])' \
		| xargs $(PYTHON) -m pip install --quiet --disable-pip-version-check --upgrade --target var/lock
	touch $@

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
