# Two commands on a fresh machine: `make play` and `make test`. Everything they need they set up in .venv.
PYTHON ?= python3
BIN := .venv/bin
LOCK := --allow-unsafe --build-deps-for editable --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

.PHONY: play test rules-coverage lint format bench bench-gpu pictures lock clean

play: .venv/run.ready
	@$(BIN)/spielkiste play

test: .venv/dev.ready lint
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python scripts/rules_coverage.py

lint: .venv/dev.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench.ready
	$(BIN)/python bench/compare.py

bench-gpu: .venv/run.ready
	$(BIN)/pip install --quiet -e ".[gpu]"
	$(BIN)/python bench/gpu.py

pictures: .venv/run.ready
	$(BIN)/python scripts/pictures.py docs/pictures

lock: .venv/dev.ready
	$(BIN)/pip-compile --quiet $(LOCK) --upgrade -o requirements/run.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(LOCK) --upgrade --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(LOCK) --upgrade --extra bench -o requirements/bench.txt pyproject.toml

.venv/%.ready: requirements/%.txt pyproject.toml scripts/setup.sh
	PYTHON=$(PYTHON) sh scripts/setup.sh $*
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
