# Everything a person needs to start with. `make` alone lists the targets.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Whatever the shell says: without bytecode every process of the tests compiles all its sources anew.
export PYTHONDONTWRITEBYTECODE :=

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help setup client play test compiled test-client lint docs generated bench soak start-time balance-market ladder strength solo lock clean screenshots

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

setup: .venv/.ready ## make .venv with the package and all that its checks need

client: setup ## build the browser client into the package (Node comes with the set-up)
	@$(BIN)/python hatch_build.py

play: client ## set up, then open the table in the browser
	@$(BIN)/rivertable serve

# Checks that need one processor go on beside the compiler, which leaves one idle in the end. Playwright keeps an event
# loop running in its process: other tests have processes of their own.
test: setup client ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs 2 $(SYNC) compiled lint docs test-client
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations 25 --ignore tests/browser
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations 10 tests/browser

# Each check's output in one piece, where this make can do that.
SYNC = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

compiled: setup ## compile what the tests use into the cache of machine code
	$(BIN)/python tools/compile.py

test-client: client ## types and tests of the browser client
	cd client && PATH="$(CURDIR)/$(BIN):$$PATH" npm run check && PATH="$(CURDIR)/$(BIN):$$PATH" npm test

lint: setup ## style, types and the order of the floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

docs: setup ## build the documentation into docs/_build/html; a warning is an error
	$(BIN)/python -m sphinx -W --keep-going --quiet -b html docs docs/_build/html

generated: setup ## write schemas, rule citations and the README's board anew from the code
	$(BIN)/python tools/generate.py

bench: setup ## playouts and decisions per second on this machine
	@$(BIN)/rivertable bench glassworks

soak: setup ## kill the table's server 50 times while people play, on SQLite and on PostgreSQL; nothing may be lost
	@$(BIN)/python benchmarks/soak.py
	@$(BIN)/python benchmarks/soak.py --postgres

start-time: setup ## seconds from the start of a server to its first response
	@$(BIN)/python benchmarks/start_time.py

load: setup ## 200 games at once against a server, beside a bare endpoint with one durable insert
	@$(BIN)/python benchmarks/load

balance-market: setup ## measure the balance of River Market's deck anew (some minutes) and write its page
	@$(BIN)/python benchmarks/market_balance.py --games 5000 --monte-carlo-games 250 --write docs

ladder: setup ## each level against the one below it, in both games; writes docs/ladder.md (as long as they think)
	@$(BIN)/python benchmarks/ladder.py --write docs

strength: setup ## the search against plainer ways to think; writes docs/strength.md (several hours)
	@$(BIN)/python benchmarks/strength.py --write docs

solo: setup ## novice and artisan against every Rival (some minutes); writes the figures of docs/solo.md
	@$(BIN)/python benchmarks/solo.py --write

screenshots: client ## pictures of the client's main states into docs/_screens (needs Chromium)
	@$(BIN)/python tools/screenshots.py

lock: ## resolve the pinned requirements anew (needs uv)
	uv pip compile --quiet --upgrade --universal --generate-hashes --no-emit-index-url --no-annotate \
	  --python-version 3.11 --custom-compile-command "make lock" \
	  --extra test --extra docs --extra build --extra envs --extra render --extra openspiel pyproject.toml --output-file requirements.lock

clean: ## remove .venv, caches and everything built
	rm -rf .venv client/node_modules src/rivertable/table/static .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist docs/_build docs/_screens
	find src tests docs -type d -name __pycache__ -prune -exec rm -rf {} +

# Two stamps: an edit of pyproject.toml costs a second, only a new lock installs everything again.
.venv/.ready: .venv/.locked pyproject.toml
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/.locked: requirements.lock
	@found=; for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    found=$$candidate; \
	    $$candidate -c 'import ensurepip, venv' >/dev/null 2>&1 && break; \
	  fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "rivertable needs Python 3.11 or newer, and none was found on PATH." >&2; exit 1; \
	elif ! $$found -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	  echo "$$found has no venv module: install it (on Debian and Ubuntu: apt install python3-venv)." >&2; exit 1; \
	fi; \
	echo "Setting up .venv with $$($$found --version); this takes a minute, once."; \
	$$found -m venv --clear .venv
	@$(PIP) install --require-hashes --requirement requirements.lock
	@touch $@
