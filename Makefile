# Every target sets up what it needs in .venv. Choose another interpreter with `make PYTHON=python3.12 test`.

# A name on the path can be a launcher with nothing behind it, and some systems split venv off: so each candidate is run.
PYTHON ?= $(shell for candidate in python3.13 python3.12 python3.11 python3 python; do \
	if $$candidate -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; \
	then echo $$candidate; break; fi; done)
BIN := .venv/bin
RUN := $(BIN)/python
PIP := $(RUN) -m pip --disable-pip-version-check -qq
VENV_READY := .venv/venv.stamp
DEMO_READY := .venv/demo.stamp
DEV_READY := .venv/dev.stamp

# The environment in .venv decides what is imported.
unexport PYTHONPATH PYTHONHOME

# Two installations at once in one environment would break it.
.NOTPARALLEL:
.PHONY: venv demo test audit bench docs clean
.DEFAULT_GOAL := test

venv: $(DEV_READY)

$(VENV_READY):
	@test -n "$(PYTHON)" || { \
		echo "Lapwing needs Python 3.11 or newer with the venv module, and found none that runs." >&2; \
		echo "Install one, or name it: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "== set up .venv with $(PYTHON)"
	@$(PYTHON) -m venv .venv
	@touch $@

$(DEMO_READY): pyproject.toml $(VENV_READY)
	@echo "== install Lapwing and mypy"
	@$(PIP) install --editable '.[mypy]'
	@touch $@

$(DEV_READY): pyproject.toml $(VENV_READY)
	@echo "== install Lapwing and its development tools"
	@$(PIP) install --editable '.[dev,compare]'
	@touch $@ $(DEMO_READY)

demo: $(DEMO_READY)
	@$(RUN) examples/quickstart.py

test: $(DEV_READY)
	@echo "== ruff check"
	@$(BIN)/ruff check .
	@echo "== ruff format"
	@$(BIN)/ruff format --check .
	@echo "== mypy --strict"
	@$(RUN) -m mypy --strict
	@echo "== basedpyright"
	@$(BIN)/basedpyright
	@echo "== stubtest of stubs/"
	@$(RUN) -m mypy.stubtest --mypy-config-file mypy.ini --ignore-missing-stub gmpy2
	@echo "== stubtest of lapwing"
	@$(RUN) -m mypy.stubtest --mypy-config-file mypy.ini --allowlist stubs/lapwing.allowlist lapwing
	@echo "== pytest"
	@$(RUN) -m pytest

audit: $(DEV_READY)
	@echo "== pytest -m audit"
	@$(RUN) -m pytest -m audit

bench: $(DEV_READY)
	@$(RUN) benchmarks/run.py

# The Markdown files are the documentation; this runs every Python block in them.
docs: $(DEV_READY)
	@echo "== the code in README.md and docs/"
	@$(RUN) -m pytest --numprocesses=0 tests/test_documentation.py

clean:
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache build dist
	find src tests examples benchmarks stubs -name __pycache__ -type d -prune -exec rm -rf {} +
