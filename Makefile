# Two commands do everything on a fresh clone: `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
STAMP := $(VENV)/.stamp
BUILD_DIR := build/{wheel_tag}

NATIVE := $(shell find native -type f) CMakeLists.txt
CXX_FILES := '*.hpp' '*.cpp' '*.cu' '*.cuh'
PAGE_FILES := '*.js' '*.mjs' '*.css'
BIOME := tests/web/node_modules/.bin/biome format
.DEFAULT_GOAL := help
.PHONY: help setup play test style lint types check format bench bench-peers test-long test-clang test-sanitizers theorem docs lock stub icons wheel release wasm book book-most-lines site gpu prove-most-lines clean

help:  ## Show this help
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)-build  ## Create .venv, install the requirements and build the native core

$(STAMP)-venv:
	$(PYTHON) -c 'import sys; sys.exit("Dropfour needs Python 3.10 or later, not " + sys.version.split()[0] if sys.version_info < (3, 10) else 0)'
	@command -v $(CXX) >/dev/null || { echo "Dropfour needs a C++20 compiler, such as g++"; exit 1; }
	$(PYTHON) -m venv --without-pip $(VENV)
	@touch $@

# The pip that Python has, if any, installs into .venv from outside.
OUTER_PIP := $(PYTHON) -m pip --disable-pip-version-check -q --python $(BIN)/python

# Where there is such a pip, it installs the current one: the older one of venv takes seconds to unpack.
$(STAMP)-pip: $(STAMP)-venv
	@$(OUTER_PIP) install "pip>=25.1" 2>/dev/null \
	  || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip -q install --upgrade "pip>=25.1"; }
	@touch $@

$(STAMP)-packages: pyproject.toml $(STAMP)-pip
	$(PIP) install --group dev
	@touch $@

# An installation that points here has to be told of modules that were added, moved or removed.
$(STAMP)-modules: $(STAMP)-venv FORCE
	@find src -name '*.py' | sort | cmp -s - $@ || find src -name '*.py' | sort > $@

FORCE:

# Those that can be installed together: the adapters for language models cannot.
EXTRAS := anki,arena,cluster,data,images,mcp,notebook,postgres,rl,tui,web
COMMA := ,

$(STAMP)-build: $(STAMP)-packages $(STAMP)-modules $(NATIVE) pyproject.toml
	$(PIP) install --no-build-isolation -C cmake.define.DROPFOUR_WARNINGS_AS_ERRORS=ON \
	  -C build-dir=$(BUILD_DIR) -e ".[$(EXTRAS)]"
	@touch $@

# Tools for testing the page. Without them the tests that need them are skipped, or fail if CI=true.
$(STAMP)-npm: tests/web/package-lock.json $(STAMP)-venv
	@npm ci --prefix tests/web --no-audit --no-fund --silent && touch $@ \
	  || echo "npm could not install tests/web: the page's types and accessibility are not checked"

$(STAMP)-chromium: $(STAMP)-packages
	@if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq; \
	  apt-get install -y -qq chromium-headless-shell fonts-noto-color-emoji >/dev/null 2>&1 \
	    || apt-get install -y -qq chromium fonts-noto-color-emoji >/dev/null; \
	fi; \
	PYTHONPATH=tests $(BIN)/python -c 'import sys; from web.needs import find_chromium; sys.exit(not find_chromium())' \
	  && touch $@ || echo "Chromium not found: the page is not tested in a browser"

# Playing needs the packages of the page only. In an environment that has the development tools, play uses those.
play: $(if $(wildcard $(STAMP)-build),setup,$(STAMP)-play)  ## Play in the browser
	$(BIN)/dropfour serve

# Prints the requirements of the page, which pip can install while the compiler runs.
WEB := import sys; \
  toml = __import__("tomllib" if sys.version_info >= (3, 11) else "pip._vendor.tomli", fromlist=["load"]); \
  project = toml.load(open("pyproject.toml", "rb"))["project"]; \
  print(*project["dependencies"], *project["optional-dependencies"]["web"], sep="\n")

# Any pip since 22.3 can install into .venv from outside, which saves two seconds. Packages are installed
# without bytecode; while the compiler runs, that of what the first start imports is written.
$(STAMP)-play: $(STAMP)-venv $(NATIVE) pyproject.toml
	@$(PYTHON) -c 'import pip, sys; sys.exit([*map(int, pip.__version__.split(".")[:2])] < [22, 3])' 2>/dev/null \
	  || $(MAKE) --no-print-directory $(STAMP)-pip
	@echo "Compiling the native core and installing the packages of the page"
	@python=$(PYTHON); pip="$(OUTER_PIP)"; \
	  if [ -e $(STAMP)-pip ]; then python=$(BIN)/python; pip="$(PIP)"; fi; \
	  { $$python -c '$(WEB)' | $$pip install --no-compile -r /dev/stdin \
	    && $(BIN)/python -c 'import fastapi, prometheus_client, pydantic.v1, segno' \
	    && $(BIN)/python -c 'import sqlalchemy.dialects.sqlite, uvicorn.protocols.http.auto' \
	    && $(BIN)/python -m compileall -q src; } & packages=$$!; \
	  $$pip install --no-compile --no-deps --config-settings build-dir=build/play/{wheel_tag} -e .; built=$$?; \
	  wait $$packages && exit $$built
	@touch $@

test: setup  ## Run all checks: lint, types and tests
	@$(MAKE) --no-print-directory -j3 style types check

style: setup $(STAMP)-npm  ## Check style: ruff, clang-format, biome
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $$(git ls-files $(CXX_FILES))
	@if [ -e $(STAMP)-npm ]; then $(BIOME) $$(git ls-files $(PAGE_FILES)); \
	  else echo "npm is missing: the format of the page is not checked"; [ -z "$$CI" ]; fi

lint: style  ## Check style, and that imports and includes point one way
	$(BIN)/pytest -q tests/test_architecture.py

types: setup  ## Check types: mypy --strict
	$(BIN)/mypy

# Each worker would import all plugins that are installed and rewrite the assertions of their packages.
export PYTEST_DISABLE_PLUGIN_AUTOLOAD := 1
export PYTEST_PLUGINS := _hypothesis_pytestplugin,pytest_randomly,pytest_rerunfailures,pytest_timeout
# Every program that a test starts would compile its modules anew.
export PYTHONDONTWRITEBYTECODE :=

# One worker more than there are cores: some tests wait for a server or a browser.
WORKERS ?= $(shell echo $$(($$(nproc 2>/dev/null || echo 2) + 1)))
# In one of about ten runs a process of Chromium itself crashes. That test is repeated, and counted as "rerun".
TESTS := $(BIN)/pytest -p xdist -n $(WORKERS) --reruns 2 --only-rerun "Target crashed"

check: setup $(STAMP)-npm $(STAMP)-chromium  ## Run the tests without lint and types
	$(TESTS)

test-long: setup $(STAMP)-npm $(STAMP)-chromium  ## Run all tests, including those that take minutes
	$(PIP) install --group wasm
	$(MAKE) --no-print-directory $(firstword $(WASM_OPT))
	$(TESTS) -m ""

test-clang:  ## Build with clang in a separate environment, and run the tests there
	@command -v clang++-19 >/dev/null \
	  || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq \
	       && apt-get install -y -qq clang-19 >/dev/null; } \
	  || { echo "clang++-19 is not installed"; exit 1; }
	CC=clang-19 CXX=clang++-19 $(MAKE) VENV=$(VENV)-clang BUILD_DIR='build/clang/{wheel_tag}' check

theorem:  ## Check with Rocq that the first player wins, from the shipped solution: docs/theorem.md
	@if ! command -v coqc >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get update -qq; apt-get install -y -qq --no-install-recommends coq >/dev/null; \
	fi
	@command -v coqc >/dev/null || { echo "Rocq is not installed: install the package coq, 8.16 or later"; exit 1; }
	$(MAKE) --no-print-directory -C proof PYTHON=$(PYTHON)

SANITIZED := build/sanitized

test-sanitizers:  ## Run the native checks under the address, undefined-behaviour and thread sanitizers
	@mkdir -p $(SANITIZED)
	@for kind in address,undefined thread; do \
	  echo "native checks under $$kind"; \
	  $(CXX) -std=c++20 -O1 -g -pthread -Inative -Itests -fsanitize=$$kind -fno-sanitize-recover=all \
	    tests/native/checks.cpp -o $(SANITIZED)/checks && \
	  $(SANITIZED)/checks all 2 > $(SANITIZED)/checks.txt || { tail -30 $(SANITIZED)/checks.txt; exit 1; }; \
	done

CORE := src/dropfour/web/static/core/dropfour
# The functions of the inner loop are always inlined; a lower threshold for the others saves 20 kB compressed,
# core.cpp what it says there, and Binaryen 10 kB.
WASM := -m ziglang c++ -target wasm32-wasi -mexec-model=reactor -O3 -s -std=c++20 \
  -mllvm -inline-threshold=60 -Wall -Wextra -Werror -Inative native/wasm/core.cpp
# Memory that workers share, in bytes: js/core/native.js makes it.
WASM_THREADS := -mcpu=generic+atomics+bulk_memory -Wl,--shared-memory -Wl,--import-memory \
  -Wl,--initial-memory=33554432 -Wl,--max-memory=1073741824 -Wl,--export=__stack_pointer
WASM_OPT := build/binaryen/node_modules/binaryen/bin/wasm-opt -O3 --enable-bulk-memory \
  --enable-bulk-memory-opt --enable-nontrapping-float-to-int --enable-threads

# Another version may give other bytes.
$(firstword $(WASM_OPT)):
	npm install --prefix build/binaryen --no-audit --no-fund --silent binaryen@132.0.0

# The modules are checked in, so that neither a clone nor a wheel needs this compiler (100 MB).
wasm: $(STAMP)-packages $(firstword $(WASM_OPT))  ## Build the native core for browsers, without and with threads
	$(PIP) install --group wasm
	$(BIN)/python $(WASM) -o build/core.wasm
	$(BIN)/python $(WASM) $(WASM_THREADS) -o build/core-threads.wasm
	node $(WASM_OPT) build/core.wasm -o $(CORE).wasm
	node $(WASM_OPT) build/core-threads.wasm -o $(CORE)-threads.wasm
	@chmod 644 $(CORE).wasm $(CORE)-threads.wasm

# The books are checked in, too. LOGS="--with-log ply13.log" takes what `build/solve_ply` has solved on a card.
book: setup  ## Build the opening book of 7x6 into build/7x6.book (many hours without a card)
	@mkdir -p build
	$(BIN)/python -m lab.books build --depth 13 --every 3 --out build/7x6.book --workers $(THREADS) --memory 4096 $(LOGS)
	cmp build/7x6.book src/dropfour/book/data/7x6.book

book-most-lines: setup  ## Build the opening book of Max-Connect4 (many hours without a card)
	@mkdir -p build
	$(BIN)/python -m lab.books build --objective most-lines --depth 12 --every 3 --out build/7x6-most-lines.book \
	  --workers $(THREADS) --memory 4096 $(LOGS)
	cmp build/7x6-most-lines.book src/dropfour/book/data/7x6-most-lines.book

gpu: build/solve_ply build/solve_position  ## Build the programs that solve on a GPU (requires CUDA's nvcc)

build/solve_%: lab/cards/solve_%.cu $(NATIVE) $(wildcard lab/cards/*)
	@mkdir -p build
	nvcc -std=c++20 -O3 -arch=native --expt-relaxed-constexpr -Inative -Ilab $< -o $@

BOARD ?= 7x6
THREADS ?= $(shell nproc 2>/dev/null || echo 2)

prove-most-lines: build/prove_most_lines  ## Prove the value of Max-Connect4 on BOARD=7x6 by a second program
	build/prove_most_lines $(BOARD) $(THREADS)

build/prove_most_lines: lab/second_proof/most_lines.cpp
	@mkdir -p build
	$(CXX) -std=c++20 -O3 -march=native -pthread $< -o $@

icons: setup $(STAMP)-chromium  ## Draw the icons of the installed page from icon.svg
	PYTHONPATH=tests $(BIN)/python -m lab.shipped.icons

format: setup $(STAMP)-npm  ## Format the sources
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(git ls-files $(CXX_FILES))
	@[ ! -e $(STAMP)-npm ] || $(BIOME) --write $$(git ls-files $(PAGE_FILES))

stub: setup  ## Generate the type stub of the native extension
	$(BIN)/python -m nanobind.stubgen -q -m dropfour._native -o src/dropfour/_native.pyi

bench: setup  ## Run the benchmarks, and print the signature of the search
	$(BIN)/python -m benchmarks.bench
	$(BIN)/python -m benchmarks.engine_speed
	$(BIN)/python -m benchmarks.analysis_latency --positions 1000
	$(BIN)/python -m benchmarks.batch
	$(BIN)/python -m benchmarks.rollout
	$(BIN)/python -m benchmarks.vector_env

PEERS := $(VENV)-peers

$(PEERS)/.stamp: $(STAMP)-venv
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip --disable-pip-version-check -q install bitbully bitbully-databases
	@touch $@

# Checkouts of other solvers: make bench-peers C4=DIR PONS=DIR FHOURSTONES=DIR PEERS_ARGS="--sets DIR --empty"
bench-peers: setup $(PEERS)/.stamp  ## Compare the solver's speed with others': see docs/solver.md
	$(BIN)/python -m lab.peers.bench --bitbully $(PEERS)/bin/python $(if $(C4),--c4 "$(C4)") \
	  $(if $(PONS),--pons "$(PONS)") $(if $(FHOURSTONES),--fhourstones "$(FHOURSTONES)") $(PEERS_ARGS)
	$(BIN)/python -m lab.peers.books --bitbully $(PEERS)/bin/python
	$(PIP) install --group peers
	$(BIN)/python -m lab.peers.rl

LOCK := $(BIN)/uv pip compile -q --universal --python-version 3.10 --no-annotate \
  --custom-compile-command "make lock" --upgrade pyproject.toml

lock: $(STAMP)-pip  ## Update the locked versions of what CI and the container image install
	$(PIP) install --group lock
	$(LOCK) --extra web --extra postgres --generate-hashes -o requirements/server.txt
	$(LOCK) $(addprefix --extra ,$(subst $(COMMA), ,$(EXTRAS))) --group dev -o requirements/dev.txt

site: setup  ## Write the page as plain files into build/site
	$(BIN)/dropfour site build/site

docs: setup  ## Build the documentation into docs/_build
	$(PIP) install --group docs
	$(BIN)/sphinx-build -q -W -b html docs docs/_build

wheel: setup  ## Build the sdist and the wheel into dist/
	$(BIN)/python -m build

release: setup  ## Check that a release can go out: version, changelog, tests, docs, and the wheel in a fresh environment
	$(PIP) install --group release
	$(BIN)/python .ci/release.py

clean:  ## Remove everything that was built
	rm -f proof/Certificate*.v proof/*.vo* proof/*.glob proof/.*.aux proof/.lia.cache
	rm -rf $(VENV) $(VENV)-clang $(VENV)-peers build dist docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis
