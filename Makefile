# paiyan: two commands for a user (demo, test), the rest for its developers.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
.PHONY: demo test test-all lint bench bench-films workshop clean help

help:
	@echo "make demo            watch a recorded deal on the scoreboard (ONCE=1: print its events and check them)"
	@echo "make test            run the test suite"
	@echo "make test-all        the same with the long property and film runs"
	@echo "make lint            ruff, mypy, import contracts"
	@echo "make bench           speed, as ratios within one run"
	@echo "make bench-films     plays recognised on held-out films, with a report page"
	@echo "make workshop        the environment that trains and exports the eye"

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"paiyan needs Python 3.11 or newer, this is {v[0]}.{v[1]}: say which one with  make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-ready: $(VENV)/bin/python pyproject.toml
	@echo "installing paiyan into $(VENV) ..."
	$(PIP) -e .
	@touch $@

$(VENV)/.dev-ready: $(VENV)/bin/python pyproject.toml
	@echo "installing paiyan and its test tools into $(VENV) ..."
	$(PIP) -e '.[dev]'
	@touch $@ $(VENV)/.run-ready

demo: $(VENV)/.run-ready
ifdef ONCE
	@$(BIN)/paiyan demo --once
else
	@$(BIN)/paiyan demo --port $(PORT)
endif

test: $(VENV)/.dev-ready
	$(BIN)/python -m pytest -m "not slow and not browser"

test-all: $(VENV)/.dev-ready
	$(BIN)/python -m pytest -m "not browser"

lint: $(VENV)/.dev-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=. $(BIN)/lint-imports

bench: $(VENV)/.dev-ready
	@for file in tests/bench/bench_*.py; do echo "== $$file"; PYTHONPATH=. $(BIN)/python $$file $(BENCH_ARGS) || exit 1; done

bench-films: $(VENV)/.dev-ready
	$(BIN)/python -m datasets.bench_films

.venv-train/.ready: pyproject.toml
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -e '.[train,dev]'
	@touch $@

workshop: .venv-train/.ready

clean:
	rm -rf build dist out runs .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
