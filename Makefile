# Two commands matter: `make run` (set up, build, serve) and `make test` (everything that must hold).
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

export UV_PYTHON_DOWNLOADS := never
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
# Where it is set, every process compiles what it imports again: two seconds of a server's start, and tests start many.
unexport PYTHONDONTWRITEBYTECODE
# npm scripts find our own uv and highground
export PATH := $(CURDIR)/.venv/bin:$(CURDIR)/.tools/bin:$(PATH)

HOST ?= 127.0.0.1
PORT ?= 8080
DATA ?= data
BIN := .venv/bin
STAMPS := .stamps
PY_PATHS := highground tests benchmarks scripts training
RULES := $(shell find highground/engine highground/ai -name '*.py')
WEB_SOURCES := $(shell find web -type f -not -path '*/node_modules/*' -not -path 'web/dist/*' -not -path '*/test-results/*' -not -path '*/playwright-report/*' 2>/dev/null)

.PHONY: help setup run test bench profile faults lint format web client audit fresh clean test-python test-pages test-web test-browser check-client

help: ## what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMPS)/python $(STAMPS)/rules $(STAMPS)/web ## Python environment, compiled rules and web packages

run: web ## everything set up, the site on http://127.0.0.1:8080
	@$(BIN)/highground serve --host $(HOST) --port $(PORT) --data $(DATA)

test: ## every check: style, types, layers, Python, web, generated client, browser
	@$(MAKE) $(SIDE_BY_SIDE) setup browser
	@$(MAKE) $(SIDE_BY_SIDE) lint check-client web
	@$(MAKE) -j2 test-python test-pages

# For what takes one core each, and prints little.
SIDE_BY_SIDE := -j2 --output-sync=target

# What asks the database in its own way: races, cascades, sums, bytes. Battles are played on PostgreSQL by those of many
# processes, which start their servers there anyway.
ON_POSTGRESQL := db accounts accounts_user achievements games holdings leaving locks logs newsletter rosters seats \
	summaries uploads

# Files stay together as far as they can: each starts a server of its own.
PYTEST_SPLIT := -n 2 --dist worksteal

# Two processes look at pictures, each with one thread; what a picture took stays theirs for the next one. Together a
# tenth of what the tests of `vision` take.
test-python: export OPENCV_FOR_THREADS_NUM := 1
test-python: export MALLOC_MMAP_THRESHOLD_ := 1000000000
test-python: export MALLOC_TRIM_THRESHOLD_ := 2000000000
test-python: $(STAMPS)/python $(STAMPS)/rules
	$(BIN)/pytest $(PYTEST_SPLIT) -m "not slow"
	HIGHGROUND_TEST_DATABASE=postgresql $(BIN)/pytest $(PYTEST_SPLIT) $(foreach file,$(ON_POSTGRESQL),tests/server/test_$(file).py)

test-web: $(STAMPS)/web
	cd web && npm run --silent test

# Runs beside the Python tests, so that neither leaves a core idle while its servers start and stop.
test-pages: web
	@$(MAKE) test-web
	@$(MAKE) test-browser

test-browser: web ## the pages in a real browser
	@chromium=$$(scripts/find-chromium --shell) && cd web && CHROMIUM_PATH="$$chromium" HIGHGROUND_LOG_LEVEL=WARNING npm run --silent e2e -- --grep-invert @slow

.PHONY: browser
browser: $(STAMPS)/web # fetched while the rules are compiled; who needs it says what is wrong
	@scripts/find-chromium --shell >/dev/null 2>&1 || true

check-client: setup ## is the generated API client what the server offers?
	@scripts/check-client

# The longest first.
lint: lint-web-code lint-python lint-web-style lint-web-types ## style, types and layers; what nobody uses

.PHONY: lint-python lint-web-code lint-web-style lint-web-types
lint-python: $(STAMPS)/python
	$(BIN)/ruff check $(PY_PATHS)
	$(BIN)/ruff format --check --quiet $(PY_PATHS)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

lint-web-code: $(STAMPS)/web
	cd web && npm run --silent lint:code

lint-web-style: $(STAMPS)/web
	cd web && npm run --silent lint:style

lint-web-types: $(STAMPS)/web
	cd web && npm run --silent typecheck

format: $(STAMPS)/python $(STAMPS)/web ## put the sources in order: Python and the web app
	$(BIN)/ruff check --fix --quiet $(PY_PATHS) || true
	$(BIN)/ruff format $(PY_PATHS)
	cd web && npm run --silent format

web: setup web/dist/index.html ## the built web app

client: setup ## write web/openapi.json and the TypeScript client again
	@$(BIN)/highground openapi > web/openapi.json.new && mv web/openapi.json.new web/openapi.json
	@cd web && npm run --silent generate-api

bench: web ## speed figures as one JSON object (BENCH="bench_attack ..." chooses)
	@$(BIN)/python benchmarks/run.py $(BENCH)

audit: setup ## do npm and PyPI know weaknesses of our packages? says so where they do not tell
	@$(BIN)/python scripts/audit.py

fresh: ## is the README true on an empty Debian 12? as root, half an hour (FRESH="--no-tests")
	@scripts/fresh-machine $(FRESH)

profile: $(STAMPS)/python ## remake the profile of battles by which the rules are compiled, after large changes to them
	@$(BIN)/python scripts/profile_rules.py
	@touch $(STAMPS)/rules

faults: web ## what can go wrong, made to go wrong often (FAULTS="kill=20 rosters" chooses)
	@$(BIN)/python -m tests.faults.run $(FAULTS)

clean: ## all that was made here, but for data/
	rm -rf .venv .tools .compiled $(STAMPS) web/node_modules web/dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(STAMPS)/python: pyproject.toml uv.lock scripts/setup-python
	@scripts/setup-python
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/rules: $(STAMPS)/python scripts/compile_rules.py scripts/inline_caches.h scripts/battles.gcc12.tar.xz highground/compiled.py $(RULES)
	@$(BIN)/python scripts/compile_rules.py
	@touch $@

# After Python, which makes .tools too where there is no uv.
$(STAMPS)/web: web/package.json web/package-lock.json scripts/setup-node | $(STAMPS)/python
	@scripts/setup-node
	cd web && npm ci --no-audit --no-fund --loglevel=error
	@mkdir -p $(STAMPS) && touch $@

web/dist/index.html: $(STAMPS)/web $(WEB_SOURCES)
	cd web && npm run --silent build
	@touch $@
