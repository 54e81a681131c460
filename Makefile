# What a fresh machine needs: Python 3.10 or newer with venv and headers, a C++20 compiler, make. The rest comes from PyPI.
#   make demo      build, install into .venv, show what it does
#   make test      the tests, on all processors        (ARGS="-k word --deep" goes to pytest)
#   make lint      clang-format, ruff, mypy, stubtest
#   make sanitize  the same rules under AddressSanitizer and UndefinedBehaviorSanitizer (GCC)
#   make bench     core against reference               make peers     against public programs
#   make lockstep  core against reference, the long way (ARGS="GAME --minutes 15")
#   make format    make clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS := $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
CXX_SOURCES := $(shell find cpp tests/toys -name '*.[ch]pp')
SOURCES := $(CXX_SOURCES) $(shell find cpp tests/toys python -type d ! -name __pycache__) \
	$(shell find python -name '*.py' -o -name '*.pyi' -o -path '*/data/*') CMakeLists.txt pyproject.toml
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The build tree stays, so that only what changed is compiled again; that is why the build tools are in the environment.
BUILD := --no-build-isolation --config-settings=build-dir=build/release
TOYS := $(BUILD) --config-settings=cmake.define.PLYGROUND_TOYS=ON

.PHONY: demo test lint format sanitize bench peers lockstep clean
.DELETE_ON_ERROR:

demo: $(VENV)/installed
	$(BIN)/plyground games
	$(BIN)/plyground show chess
	$(BIN)/plyground perft chess 5 --divide
	$(BIN)/plyground perft reversi 9
	$(BIN)/plyground playouts hex 100000
	$(BIN)/plyground playouts go:size=9 10000 --threads 2
	$(BIN)/plyground play four_in_a_row --player random --seed 1
	$(BIN)/plyground bench --seconds 0.2

test: $(VENV)/tested
	$(BIN)/python -m pytest -n $(JOBS) $(ARGS)

lint: $(VENV)/linted
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest plyground._core --allowlist python/stubtest-allowlist.txt
	$(BIN)/python docs/tables.py --check

format: $(VENV)/linted
	$(BIN)/clang-format -i $(CXX_SOURCES)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python docs/tables.py

bench: $(VENV)/benched
	$(BIN)/python -m pytest -q bench --benchmark-quiet --benchmark-json=bench/results.json $(ARGS)
	$(BIN)/python bench/table.py bench/results.json

peers: $(VENV)-peers/ready
	$(VENV)-peers/bin/python bench/peers/run.py --json bench/peers/results.json $(ARGS)

lockstep: $(VENV)/tested
	$(BIN)/python tests/lockstep.py $(ARGS)

# ---- Environments. Each stamp says what was installed, with the time before the build: what is saved during a build is built the next time.

$(VENV)/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 10) else "Python 3.10 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q --upgrade pip
	$(BIN)/pip install -q 'scikit-build-core>=0.11' 'pybind11>=3.0' cmake ninja
	@touch $@

$(VENV)/installed: $(VENV)/ready $(SOURCES)
	@echo 'Building (some minutes the first time) ...'
	@touch $@.new
	$(BIN)/pip install -q $(BUILD) .
	@mv $@.new $@

$(VENV)/tested: $(VENV)/ready $(SOURCES)
	@echo 'Building (some minutes the first time) ...'
	@touch $@.new
	$(BIN)/pip install -q $(TOYS) '.[test]'
	@cp -p $@.new $(VENV)/installed
	@mv $@.new $@

$(VENV)/linted: $(VENV)/tested
	$(BIN)/pip install -q $(TOYS) '.[test,lint]'
	@touch $(VENV)/installed $(VENV)/tested $@

$(VENV)/benched: $(VENV)/tested
	$(BIN)/pip install -q $(TOYS) '.[test,bench]'
	@touch $(VENV)/installed $(VENV)/tested $@

$(VENV)-peers/ready: $(VENV)/installed bench/peers/install.py
	$(PYTHON) -m venv $(VENV)-peers
	rm -rf build/wheel
	$(BIN)/pip wheel -q $(BUILD) --no-deps --wheel-dir build/wheel .
	$(VENV)-peers/bin/pip install -q --force-reinstall build/wheel/*.whl
	$(VENV)-peers/bin/python bench/peers/install.py
	@touch $@

# ---- Sanitizers: the native tool on the tables of node counts, and the module under the tests that feed it anything.

SANITIZED := build/sanitize
SANITIZE_NODES ?= 300000
SANITIZE_TESTS ?= tests/test_contract.py tests/test_fuzz.py tests/test_batch.py

sanitize: $(VENV)/tested
	$(BIN)/cmake --preset sanitize -DCMAKE_CXX_COMPILER=$(CXX) -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
		-DPython_EXECUTABLE=$(abspath $(BIN))/python -Dpybind11_DIR=$$($(BIN)/python -m pybind11 --cmakedir)
	$(BIN)/cmake --build $(SANITIZED)
	set -e; for table in tests/perft/*.csv; do $(SANITIZED)/perft_main table $$table $(SANITIZE_NODES); done
	rm -rf $(SANITIZED)/site && mkdir -p $(SANITIZED)/site && cp -R python/plyground $(SANITIZED)/site
	find $(SANITIZED)/site -name '*.so' -delete
	$(BIN)/cmake --install $(SANITIZED) --prefix $(SANITIZED)/site
	PYTHONPATH=$(SANITIZED)/site ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
		$(BIN)/python -m pytest -n $(JOBS) -p no:cacheprovider --quick $(SANITIZE_TESTS) $(ARGS)

clean:
	rm -rf $(VENV) $(VENV)-peers build bench/results.json bench/peers/results.json
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
