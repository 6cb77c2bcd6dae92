# Everything a person needs to start with. `make` alone lists the targets.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules
# Whatever the shell says: without bytecode every process of the tests compiles all its sources anew.
export PYTHONDONTWRITEBYTECODE :=
# Otherwise each process of the tests begins with a thread that looks for matrices to multiply, and finds none.
export OPENBLAS_NUM_THREADS := 1

BIN := .venv/bin

# Runs the set-up with the environment's own Python, or with the first on PATH that fits where there is none yet.
define set_up
@found=$(BIN)/python; if [ ! -x $$found ]; then found=; \
  for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do \
    if $$candidate -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
      found=$$candidate; \
      $$candidate -c 'import ensurepip, venv' >/dev/null 2>&1 && break; \
    fi; \
  done; \
fi; \
if [ -z "$$found" ]; then \
  echo "rivertable needs Python 3.11 or newer, and none was found on PATH." >&2; exit 1; \
fi; \
exec $$found tools/set_up.py $(1)
endef

.PHONY: .ready-to-test .checks .tests .browser-tests help setup client play test test-long compiled test-client budget lint docs generated bench soak start-time first-minute attacks load balance-market ladder solo lock clean screenshots pictures

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

setup: ## make .venv with the package and all that its checks need
	$(call set_up,setup)

client: ## make .venv with what playing needs, and build the browser client into the package
	$(call set_up,client)

play: ## set up what playing needs, then open the table in the browser
	$(call set_up,play)

.ready-to-test:
	$(call set_up,test)

# Tests often wait for a server or a clock: the other checks take what they leave idle.
test: .ready-to-test ## set up, then run every check and every test
	@$(MAKE) --no-print-directory --jobs 2 .browser-tests .checks

.checks:
	@nice -n 10 $(MAKE) --no-print-directory $(SYNC) lint docs test-client

.tests: compiled
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal --durations 25 --ignore tests/browser

# Playwright keeps an event loop running in its process: other tests have processes of their own. They wait for pages,
# so that a third process finds work on two cores; a fourth only crowds, and so do the other tests: beside them both take
# longer than one after the other. What tests the API's document is left out.
.browser-tests: .tests
	$(BIN)/python -m pytest -n 3 --dist worksteal --durations 10 -p no:schemathesis tests/browser

test-long: export RIVERTABLE_LONG_TESTS := 1
test-long: test ## the same, with every repetition: more games against the reference, every theme at every width

# Each check's output in one piece, where this make can do that.
SYNC = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

compiled: setup ## compile what the tests use into the cache of machine code
	$(BIN)/python tools/compile.py

test-client: ## types and tests of the browser client
	$(call set_up,test-client)
	cd client && PATH="$(CURDIR)/$(BIN):$$PATH" npm run check && PATH="$(CURDIR)/$(BIN):$$PATH" npm test

lint: setup ## style, types and the order of the layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
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

first-minute: setup ## seconds from an empty clone to the table, and to a first turn that a bot answers
	@$(BIN)/python benchmarks/first_minute.py

attacks: setup ## what a hostile client does to everybody else: ten attacks on a server of its own
	@$(BIN)/python benchmarks/attacks

load: setup ## 100 and 400 games at once against a server on each store, beside a bare endpoint with one durable insert
	@$(BIN)/python benchmarks/load

balance-market: setup ## measure River Market's deck anew (some hours) and write its page
	@$(BIN)/python benchmarks/market_balance.py --part report --games 2000
	@$(BIN)/python benchmarks/market_balance.py --part report --bot master --games 200 --players 2 4
	@$(BIN)/python benchmarks/market_balance.py --part seats --games 5000

ladder: setup ## each level against the one below it, in both games; writes docs/ladder.md (as long as they think)
	@$(BIN)/python benchmarks/ladder.py --write docs

solo: setup ## novice and artisan against every Rival (some minutes); writes the figures of docs/solo.md
	@$(BIN)/python benchmarks/solo.py --write

budget: setup client ## kB and round trips of each page's first load, in a browser (needs Chromium)
	@$(BIN)/python tools/budget.py

screenshots: setup client ## pictures of the client's main states into docs/_screens (needs Chromium)
	@$(BIN)/python tools/screenshots.py

pictures: setup client ## the pictures of the README and of docs/tour.md (needs Chromium)
	@$(BIN)/python tools/screenshots.py --pictures

# Both name the same versions: the second is made of the first.
LOCK := uv pip compile --quiet --no-config --upgrade --universal --generate-hashes --no-emit-index-url --no-annotate \
  --python-version 3.11 --custom-compile-command "make lock" pyproject.toml

lock: ## resolve the pinned requirements anew (needs uv)
	$(LOCK) --extra test --extra docs --extra build --extra envs --extra render --extra openspiel \
	  --output-file requirements.lock
	$(LOCK) --extra build --constraint requirements.lock --output-file requirements-play.lock

clean: ## remove .venv, caches and everything built
	rm -rf .venv client/node_modules src/rivertable/table/static .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist docs/_build docs/_screens
	find src tests docs -type d -name __pycache__ -prune -exec rm -rf {} +
