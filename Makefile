# Everything runs in a virtual environment that make sets up by itself; Python 3.11 or newer is all it needs.
# To choose another interpreter: make PYTHON=/path/to/python3 test

PYTHON  ?= $(firstword $(foreach p,python3 python3.14 python3.13 python3.12 python3.11,\
             $(shell $(p) -c 'import sys; sys.version_info >= (3, 11) and print("$(p)")' 2>/dev/null)))
VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
# editable_mode=compat puts this folder on the path, where type checkers and editors find the packages as Python does
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --config-settings editable_mode=compat --editable
TOOLS   := $(VENV)/.tools
DOCS    := $(VENV)/.docs
CORPUS  ?= ../shared/ludii
JOBS    ?= 2
MINUTES ?= 120
SEED    ?= 1
COUNT   ?= 50

.PHONY: help demo test check lint types sanitize tsan fuzz docs benchmark fuel census crosscheck clean

help:                 ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: Python 3.11 or newer is needed (make PYTHON=/path/to/python3 …)" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[test]'
	@touch $@

$(TOOLS): $(READY)
	$(INSTALL) '.[test,lint]'
	@touch $@

$(DOCS): $(READY)
	$(INSTALL) '.[docs]'
	@touch $@

demo: $(READY)        ## compile and play Ex Nihilo
	$(BIN)/lud info "Ex Nihilo"
	$(BIN)/lud play "Ex Nihilo" --random --seed 1 --max-moves 6
	$(BIN)/lud playouts "Ex Nihilo" -n 2000 --seed 1

test: $(READY)        ## the tests that take no longer than a few minutes together, in parallel
	@# some hundred processes are started: each would compile the package's bytecode anew
	LUD_DEAR_SECONDS=60 PYTHONDONTWRITEBYTECODE= \
	  $(BIN)/python -m pytest -n $(JOBS) --dist loadfile -q -m "not long and not dear"

.PHONY: test-all
test-all: $(READY)    ## all tests, an hour (tests/README.md: a part); fails on a skip that tests/allowed_skips.txt does not name
	PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n $(JOBS) --dist loadfile -q --complete

.PHONY: golden
golden: $(READY)      ## write the programs to read in the tests and the tables of docs/program.md anew
	$(BIN)/python -m tests.interpreter.passes.golden

check: lint types test ## everything that has to be clean before a change is offered

lint: $(TOOLS)
	$(BIN)/ruff check ludparse interpreter exporters games tests benchmarks tools

types: $(TOOLS)
	$(BIN)/mypy

sanitize: $(READY)    ## the C backend under the address and undefined-behaviour sanitizers
	$(BIN)/python -m tests.sanitize $(GAMES)

tsan: $(READY)        ## the C backend in several threads, under the thread sanitizer
	$(BIN)/python -m tests.thread_sanitizer $(GAMES)

.PHONY: lanes symmetries
lanes: $(READY)       ## 1,000 steps of 64 lanes of every game (hours; goes on where it stopped; OUTPUT=build/lanes.jsonl)
	@mkdir -p build
	$(BIN)/python -m tests.lanes --output $(or $(OUTPUT),build/lanes.jsonl) --library $(CORPUS)/res $(GAMES)

symmetries: $(READY)  ## every symmetry of every game through 100 further games (hours; goes on where it stopped)
	@mkdir -p build
	$(BIN)/python -m tests.symmetries --output $(or $(OUTPUT),build/symmetries.jsonl) $(GAMES)

.PHONY: storm
storm: $(READY)       ## commands on a cluster whose parts are killed at random (KIND=dask RUNS=100 SEED=1)
	$(BIN)/python -m tests.storm $(or $(KIND),dask) --runs $(or $(RUNS),100) --seed $(or $(SEED),1)

.PHONY: machines
machines: $(READY)    ## the generated C with other compilers, processors and systems, as far as they are here (COUNT=60)
	$(BIN)/python -m tests.machines --games $(if $(filter command line,$(origin COUNT)),$(COUNT),60)

LONG = $(BIN)/python -m tests.fuzz --corpus --seed 1 --minutes 100000 --results build/long/fuzz.jsonl --keep build/long/failures
.PHONY: long
long: $(READY)        ## damaged descriptions, edits, engines against each other: a day of one processor; goes on where it stopped
	$(INSTALL) '.[test,editor]'
	$(LONG) --target check --count 100000
	$(LONG) --target play --count 5000
	$(LONG) --target edits --count 1000
	$(BIN)/python -m tests.machines --games 2000 --plies 100000 --place build/long/engines "gcc-12 checked"
	$(BIN)/python -m tests.machines --games 300 --having '[Ss]tack|[Ss]ow|\(then|[Ss]core' --place build/long/sanitized "gcc-12 sanitized"

fuzz: $(READY)        ## damaged descriptions for two hours (MINUTES=120 SEED=1): nothing but LudErrors may come of them
	$(BIN)/python -m tests.fuzz --minutes $(MINUTES) --seed $(SEED)

.PHONY: laws
laws: $(READY)        ## laws of all games on new examples, two minutes (SEED=… repeats a run, LAWS=20 draws more)
	LAWS=$(or $(LAWS),5) HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest -q tests/test_laws.py \
		tests/ludparse/reader/test_formatter.py::test_laws \
		--hypothesis-seed=$(if $(filter command line,$(origin SEED)),$(SEED),$(shell date +%s))

.PHONY: programs
programs: $(READY)    ## random programs of rules with and without each pass, on new examples (PROGRAMS=20 draws more, SEED=…)
	PROGRAMS=$(or $(PROGRAMS),10) LUD_ALL_PASSES=1 HYPOTHESIS_PROFILE=explore $(BIN)/python -m pytest -q \
		tests/interpreter/passes/test_random_programs.py \
		--hypothesis-seed=$(if $(filter command line,$(origin SEED)),$(SEED),$(shell date +%s))

.PHONY: mutants
mutants: $(READY)     ## do the tests notice small changes of the product? (COUNT=50 SEED=1 UNDER=exporters/statistics)
	$(BIN)/python -m tests.mutants --seed $(SEED) --count $(COUNT) --under "$(UNDER)"

docs: $(DOCS)         ## the reference site: a page for every ludeme, and the guides (build/site/html)
	$(BIN)/python -m tools.reference.site build/site

benchmark: $(READY)   ## instructions a playout, compared with the checked-in counts (needs valgrind or perf)
	$(BIN)/python -m benchmarks --jobs $(JOBS) $(GAMES)

fuel: $(READY)        ## the fuel of twelve games as WebAssembly, compared with the checked-in counts
	$(BIN)/python -m benchmarks --fuel $(GAMES)

census: $(READY)      ## how the loops of every game are run, compared with the checked-in table (3 minutes)
	$(BIN)/python -m tests.census $(GAMES)

crosscheck: $(READY)  ## every recorded game against Ludii on the C backend, and the baseline
	$(BIN)/lud --library $(CORPUS)/res crosscheck $(CORPUS) --backend c --jobs $(JOBS) --time-each 600 --most 1000 --html report.html

.PHONY: crosscheck-wasm
crosscheck-wasm: $(READY)  ## the same as WebAssembly, for 120 games that another commit draws anew
	@mkdir -p build
	grep -v '^#' tests/baseline/wasm-traces.txt | while read -r game; do \
	  printf '%s %s\n' "$$(printf '%s%s' $$(git rev-parse HEAD) "$$game" | sha256sum | cut -c 1-64)" "$$game"; \
	done | sort | head -n 120 | cut -d ' ' -f 2- > build/drawn.txt
	$(BIN)/lud --library $(CORPUS)/res crosscheck $(CORPUS) --backend wasm --games-from build/drawn.txt --no-trials --jobs $(JOBS)

.PHONY: web web-check web-test site
web/node_modules/.ready: web/package-lock.json
	cd web && npm ci --no-audit --no-fund && touch node_modules/.ready

web: web/node_modules/.ready   ## build the scripts of pages from web/ (needs node)
	cd web && node build.mjs

web-check: web/node_modules/.ready  ## types of the scripts, and whether what is checked in was built from them
	cd web && npx tsc --noEmit
	rm -rf build/web && cd web && node build.mjs ../build/web
	diff -r build/web exporters/web/built

.PHONY: java
java: exporters/verification/ludii/java/ludparse/Digests.java  ## the class that runs beside Ludii (needs javac; LUD_LUDII=…/Ludii.jar)
	rm -rf exporters/verification/ludii/built
	javac --release 8 -cp $(LUD_LUDII) -d exporters/verification/ludii/built $<
	cd exporters/verification/ludii && sha256sum java/ludparse/*.java built/ludparse/*.class > built/build.sha256

.PHONY: vscode vscode-check
editors/vscode/node_modules/.ready: editors/vscode/package-lock.json
	cd editors/vscode && npm ci --no-audit --no-fund && touch node_modules/.ready

vscode: editors/vscode/node_modules/.ready  ## the extension for VS Code: build/ludparse.vsix (needs node)
	mkdir -p build && cd editors/vscode && npm run --silent package

vscode-check: $(READY) editors/vscode/node_modules/.ready  ## types of the extension, its tests, and the package
	$(INSTALL) '.[test]'
	cd editors/vscode && npm run --silent check && npm test --silent
	$(MAKE) vscode

web-test: $(READY)    ## pages in Chromium, and recorded games in WebAssembly
	$(INSTALL) '.[test,web-test]'
	@# browsers start late on a busy machine: what fails is tried once more
	$(BIN)/python -m pytest -n $(JOBS) -q -m "not long" tests/exporters/web || \
	  $(BIN)/python -m pytest -q --last-failed -m "not long" tests/exporters/web

site: $(READY)        ## a static site of our own games in build/site
	$(INSTALL) '.[web]'
	$(BIN)/lud site games --output build/site --title "Games of ludparse"

.PHONY: dist
dist: $(TOOLS)        ## the sdist and the wheel (dist/), tried in fresh environments of each Python 3.11 to 3.14 that is here
	$(BIN)/python -m pip install --quiet --disable-pip-version-check build
	rm -rf dist && SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m build --outdir dist .
	$(BIN)/python -m tests.release dist

clean:                ## remove the virtual environment and what tools leave behind
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache report.html
