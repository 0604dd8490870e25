# Two commands on a fresh machine: `make play` and `make test`. Everything they need they set up in .venv.
PYTHON ?= python3
BIN := .venv/bin
LOCK := --build-deps-for editable --generate-hashes --strip-extras --no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options
WHOLE := $(LOCK) --allow-unsafe
BUT_TORCH := $(LOCK) --unsafe-package torch  # which build is right depends on a machine's GPU and driver

.PHONY: play test quick lint web format bench bench-gpu load crash chaos fuzz package docs matches pictures screenshots icons pocket static firefox-check bench-pocket wasm-check bench-wasm bench-lab lab-check learn-check lock clean

HOST ?= 0.0.0.0
PORT ?= 8000

# Also for the phones in the house; HOST=127.0.0.1 keeps it to this machine.
play: .venv/run.ready web
	@$(BIN)/spielkiste serve --host $(HOST) --port $(PORT)

test: .venv/dev.ready static lint
	sh scripts/setup.sh client-test
	$(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python scripts/rules_coverage.py

# Lint, types and the tests of what changed since the last commit, in less than three minutes.
quick: .venv/dev.ready web lint
	$(BIN)/python scripts/quick.py

lint: .venv/dev.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The web client and its translations, built anew where their sources changed.
web:
	@sh scripts/setup.sh web

format: .venv/dev.ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench.ready
	$(BIN)/python bench/compare.py

bench-gpu: .venv/run.ready
	$(BIN)/pip install --quiet -e ".[gpu]"
	$(BIN)/python bench/gpu.py
	$(BIN)/python bench/gpu_vec.py

# Batched environments on one core beside EnvPool (700 MB, so it is in no lock), pgx, and PufferLib where it is there.
bench-lab: .venv/bench.ready
	$(BIN)/pip install --quiet envpool
	$(BIN)/python bench/lab_cpu.py

load: .venv/run.ready
	$(BIN)/python bench/load.py $(ARGS)
	$(BIN)/python bench/bot_load.py

crash: .venv/run.ready
	$(BIN)/python bench/crash.py $(ARGS)

# Three servers, PostgreSQL and Valkey under play, and everything goes wrong; needs what the tests need.
chaos: .venv/dev.ready
	$(BIN)/python bench/chaos.py

fuzz: .venv/run.ready
	$(BIN)/python bench/fuzz.py

# The wheel, tried in a clean environment without Node and compiler; ARGS=--extras installs every other lock too.
package: static
	$(BIN)/python scripts/package.py $(ARGS)

# The docs site, into build/docs/html; every warning is an error.
docs: .venv/docs.ready
	$(BIN)/python scripts/docs_site.py

# The matches that its moving pictures show, played anew by the strongest bots.
matches: .venv/run.ready
	$(BIN)/python scripts/matches.py docs/matches

pictures: .venv/run.ready
	$(BIN)/python scripts/pictures.py docs/pictures

screenshots: .venv/dev.ready web
	$(BIN)/python scripts/screenshots.py docs/pictures

# The icons of the installed app.
icons: .venv/dev.ready
	$(BIN)/python scripts/icons.py

# The modules for the browser, built anew where something in them changed; and whether they do the same as the CPU.
WASM := src/spielkiste/web/wasm
pocket: .venv/run.ready
	$(BIN)/pip install --quiet --require-hashes -r requirements/pocket.txt
	$(BIN)/python -m spielkiste.lab.pocket $(WASM)

# The offline app as a folder that any host can serve, also from a sub-folder; our own server offers it at /pocket/.
static: .venv/run.ready web
	@sh scripts/setup.sh offline

# Whole games of the offline app in Debian's Firefox; ARGS: the names of some games.
firefox-check: static .venv/dev.ready
	$(BIN)/python scripts/firefox_check.py $(ARGS)

# How long the offline app takes to begin on a slow phone.
bench-pocket: static .venv/dev.ready
	$(BIN)/python bench/pocket_start.py

wasm-check: pocket .venv/dev.ready web
	$(BIN)/python -m spielkiste.lab.pocket_check $(WASM) $(ARGS)

bench-wasm: pocket .venv/dev.ready web
	$(BIN)/python bench/wasm.py

# What lab.check, Gymnasium, PettingZoo and OpenSpiel say of every game and set of options; ARGS: the names of some games.
lab-check: .venv/dev.ready
	$(BIN)/python tests/lab_checks.py $(ARGS)

# What TorchRL says of every game, and whether PPO of three libraries learns. Gigabytes of packages, so they get
# an environment of their own; TORCH names the build that suits this machine.
TORCH ?= torch==2.13.0
LEARN := build/learn/bin/python
learn-check: build/learn/ready
	$(LEARN) tests/learn_checks.py $(ARGS)

build/learn/ready: requirements/learn.txt
	$(PYTHON) -m venv build/learn
	$(LEARN) -m pip install --quiet $(TORCH)
	$(LEARN) -m pip install --quiet --no-deps --require-hashes -r requirements/learn.txt
	$(LEARN) -m pip install --quiet --no-deps -e .
	@touch $@

lock: .venv/dev.ready
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade -o requirements/run.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra dev -o requirements/dev.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra production -o requirements/production.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra bench -o requirements/bench.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra gym --extra pettingzoo --extra openspiel -o requirements/lab.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra data -o requirements/data.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade --extra docs -o requirements/docs.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(BUT_TORCH) --upgrade --extra gpu -o requirements/gpu.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(BUT_TORCH) --upgrade --extra learn --extra torchrl --extra sb3 --extra rllib -o requirements/learn.txt pyproject.toml
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade -o requirements/node.txt requirements/node.in
	$(BIN)/pip-compile --quiet $(WHOLE) --upgrade -o requirements/pocket.txt requirements/pocket.in

.venv/%.ready: requirements/%.txt pyproject.toml scripts/setup.sh
	PYTHON=$(PYTHON) sh scripts/setup.sh $*
	@touch $@

clean:
	rm -rf .venv build dist src/spielkiste/web/static src/spielkiste/web/wasm src/spielkiste/web/offline src/spielkiste/web/client/node_modules src/spielkiste/web/client/build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
