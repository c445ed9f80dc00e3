# Targets are listed by a plain `make`. Works with GNU make 3.81, which macOS has.

PYTHON ?= python3
ARGS ?=

UV_VERSION := 0.13.9
BIN := .venv/bin
CLIENT := src/thirdcard/server/client

# Each stamp is written last, so a step that was interrupted is done again.
UV := .venv/.uv-$(UV_VERSION)
PACKAGES := .venv/.packages
READY := .venv/.ready
KERNELS := .venv/.kernels
WEB_PACKAGES := web/node_modules/.package-lock.json
BUILT := $(CLIENT)/.built

# npm runs its scripts with the node of PATH: let that be the one in .venv, never the system's.
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
# Some networks sign with an authority that only the system knows.
export UV_SYSTEM_CERTS := 1
export NODE_USE_SYSTEM_CA := 1
# Without a home, npm would make one here, a folder named ~.
ifeq ($(HOME),)
export npm_config_cache := $(CURDIR)/.venv/.npm
endif

# Much of what tests do is to wait: for clocks, browsers and other processes.
PYTEST := $(BIN)/pytest --no-header -n 3 --dist=worksteal
# A browser may miss its moment on a busy machine: three tests may do so, and are shown in full.
AGAIN := --max-suite-reruns=3 --rerun-show-tracebacks

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

.PHONY: help
help:  ## Print this list
	@echo 'usage: make TARGET [ARGS="--port 9000"] [PYTHON=python3.12]'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile

.PHONY: play
play: $(READY) $(BUILT)  ## Start a server and open it in the browser
	@exec $(BIN)/thirdcard serve --open $(ARGS)

.PHONY: client
client: $(READY) $(BUILT)  ## Build the web client

.PHONY: test
test: $(READY) $(BUILT) $(KERNELS) browser  ## Run the tests, without the slow ones
	@cd web && $(NPM) run --silent test
	@$(PYTEST) -m "not slow" $(AGAIN) $(ARGS)

.PHONY: test-all
test-all: $(READY) $(BUILT) $(KERNELS) browser  ## Run every test, slow proofs and long runs too
	@$(PYTEST) $(ARGS)

.PHONY: check
check: $(READY) $(WEB_PACKAGES) $(KERNELS)  ## Lint, formatting, types, documentation
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	cd web && $(NPM) run --silent check
	cd web && $(NPM) run --silent test
	$(BIN)/pytest --no-header -q tests/docs

.PHONY: format
format: $(READY)  ## Format the code and mend what the linter can mend
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

.PHONY: messages
messages: $(READY)  ## Bring the catalogues of the languages up to date with the code
	@$(BIN)/python -m tests.languages.gathering

.PHONY: bench
bench: $(READY) $(KERNELS)  ## Run the benchmarks
	@for file in $(sort $(wildcard benchmarks/[a-z]*.py)); do \
		echo "== $$file"; $(BIN)/python "$$file" $(ARGS) || exit; done

.PHONY: lock
lock: $(UV)  ## Pin the Python packages anew (ARGS=--upgrade for newer ones)
	$(BIN)/uv pip compile --quiet pyproject.toml --universal --all-extras --python-version 3.11 \
		--generate-hashes --no-emit-index-url --custom-compile-command "make lock" \
		--output-file requirements.lock $(ARGS)

.PHONY: clean
clean:  ## Remove everything that make has made
	rm -rf .venv web/node_modules tests/browser/node_modules tests/browser/.lock $(CLIENT) build dist
	rm -rf .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: browser
browser: $(READY)
	@$(BIN)/python tests/chromium.py > /dev/null

# What is wrong with $(PYTHON), or nothing.
python_problem = $(shell \
	command -v "$(PYTHON)" > /dev/null || { echo "there is no $(PYTHON)"; exit; }; \
	"$(PYTHON)" -c "import sys; sys.exit(sys.version_info < (3, 11))" 2> /dev/null || \
		{ echo "$(PYTHON) is `"$(PYTHON)" --version 2>&1 | head -n 1`"; exit; }; \
	"$(PYTHON)" -c "import venv, ensurepip; ensurepip.version()" 2> /dev/null || \
		echo "$(PYTHON) has no venv (Debian, Ubuntu: apt install python3-venv)")
python_advice := install Python 3.11 or newer with its venv module, or name one: make PYTHON=/path/to/python3

# A virtual environment does not survive a move of its folder or the removal of its Python.
ifneq ($(wildcard $(UV)),)
ifneq ($(shell $(BIN)/python -c "" 2> /dev/null && cat $(UV)),$(CURDIR))
$(UV): FORCE
endif
endif
.PHONY: FORCE
FORCE:

$(UV):
	$(if $(python_problem),$(error $(python_problem); $(python_advice)))
	@echo "Making a virtual environment in .venv"
	@base=$$("$(PYTHON)" -c "import sys; print(sys._base_executable)") && rm -rf .venv && \
		"$$base" -m venv .venv && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION) && \
		echo "$(CURDIR)" > $@ || { rm -rf .venv; exit 1; }

# The stamp is a copy of the lock: a new time without new content needs no network.
$(PACKAGES): $(UV) requirements.lock
	@cmp -s requirements.lock $@ || { echo "Installing Python packages" && \
		$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes --compile-bytecode \
			requirements.lock; }
	@cp requirements.lock $@

$(READY): $(PACKAGES) pyproject.toml
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation \
		--editable .
	@$(BIN)/python -m compileall -q src/thirdcard  # some environments write no bytecode by themselves
	@touch $@

# Compiled before several processes would each do it at the same time.
$(KERNELS): $(READY) $(wildcard src/thirdcard/lab/kernels/*.py src/thirdcard/solvers/kernels/*.py)
	@echo "Compiling the kernels of the laboratory and the solvers"
	@$(BIN)/python -m thirdcard.lab.kernels 2> /dev/null
	@$(BIN)/python -m thirdcard.solvers.kernels 2> /dev/null
	@touch $@

# npm writes this file itself, after everything else.
$(WEB_PACKAGES): web/package.json web/package-lock.json web/.npmrc | $(PACKAGES)
	@echo "Installing the packages of the web client"
	@cd web && $(NPM) ci --prefer-offline --loglevel=error
	@touch $@

# Folders are listed as well: their time tells that a file was removed.
$(BUILT): $(WEB_PACKAGES) $(shell find web -name node_modules -prune -o -print)
	@echo "Building the web client"
	@cd web && $(NPM) run --silent build -- --logLevel warn
	@touch $@
