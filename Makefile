# `make demo` and `make test` do all the set-up themselves; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
OUT ?= out/demo
# More than a machine of two cores has: many tests wait for sockets and processes.
JOBS ?= 4
export SEED PORT

.PHONY: demo play test check bench format catalogues lock clean

demo: $(VENV)/runtime
	$(BIN)/python -m bot demo $(if $(SEED),--seed "$$SEED") --out "$(OUT)"

play: $(VENV)/runtime
	$(BIN)/python -m bot playground $(if $(PORT),--port "$$PORT")

test: $(VENV)/dev
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal

check: $(VENV)/dev
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/basedpyright
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal -m long
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal -m "not long" --cov --cov-report=
	$(BIN)/coverage report --include='simulation/*' --fail-under=100
	$(BIN)/coverage report --include='bot/*' --fail-under=90
	$(BIN)/python -m simulation check-board boards/*.toml

bench: $(VENV)/dev
	$(BIN)/pytest tests/bench tests/bot/discord/test_load.py -q --benchmark-enable --benchmark-only --benchmark-columns=min,median,ops --benchmark-group-by=group

format: $(VENV)/dev
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# Brings the catalogues of sentences up to date with the sources; then translate what is empty in bot/text/locale.
catalogues: $(VENV)/runtime
	$(BIN)/python -m bot.text

# Renews both locks: exact versions with hashes, for every platform and every Python from 3.11 on, without addresses.
lock: $(VENV)/lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
		pyproject.toml --output-file requirements.lock
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade \
		pyproject.toml --group dev --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) out

$(VENV)/created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "$(PYTHON) is older than Python 3.11, which this needs: make PYTHON=/path/to/a/newer/python3" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	@touch $@

$(VENV)/runtime: $(VENV)/created requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.lock
	@touch $@

$(VENV)/dev: $(VENV)/created requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.lock
	@touch $@ $(VENV)/runtime

$(VENV)/lock: $(VENV)/created
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@touch $@
