# `make` lists the targets. Everything is installed into .venv. If Python lacks its venv module, and
# only as root on Debian or Ubuntu, apt-get installs python3-venv first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo install demo-nvim test test-long check audit bench format protocol locales models vsix release \
	pictures recordings docs docs-serve lock clean

help:
	@echo "make demo       watch an agent fix a small project (no API key needed)"
	@echo "make demo-nvim  the same in Neovim"
	@echo "make install    install everything architect needs, for all providers, into $(VENV)"
	@echo "make test       install everything the tests need, and run what every change must pass"
	@echo "make test-long  run all tests, with many more rounds, kills and generated cases"
	@echo "make check      formatter, linters, type checkers, import contracts, the site, known vulnerabilities"
	@echo "make audit      known vulnerabilities of what is pinned"
	@echo "make bench      run the benchmarks and update benchmarks/RESULTS.md"
	@echo "make protocol   generate what the clients and docs/reference know of the server"
	@echo "make locales    bring the translations up to date with the sources"
	@echo "make models     generate the model table from LiteLLM's model map, and the notice of its licence"
	@echo "make vsix       build the VS Code extension, including the server"
	@echo "make release    build everything that a release consists of, reproducibly, into dist/VERSION"
	@echo "make pictures   update the screenshots in the extension's README"
	@echo "make recordings play the demo on a terminal and in Neovim, for the documentation"
	@echo "make docs       build the documentation site, into dist/docs"
	@echo "make docs-serve show the site, and every change of a page, on http://localhost:8000"
	@echo "make lock       update all pinned dependencies"

# What the demo needs is there in a minute; LiteLLM alone takes as long again.
demo: $(VENV)/.slim
	@$(BIN)/architect demo

install: $(VENV)/.runtime
	@echo "Installed: $(BIN)/architect. Next: . $(BIN)/activate && architect doctor"

demo-nvim: $(VENV)/.dev
	@scripts/demo-nvim $(BIN)

# What every change must pass. ARGS chooses tests.
test: $(VENV)/.dev
	@$(programs)
	$(pytest) $(ARGS)

# tests/support/selection.py says what `make test` leaves out, tests/support/effort.py how much more
# is tried. It takes hours; ARGS chooses tests.
test-long: $(VENV)/.dev $(VENV)-release/.complete
	@$(programs)
	ARCHITECT_TESTS_LONG=1 ARCHITECT_TESTS_FRESH=1 $(pytest) --timeout=7200 $(ARGS)

# Many tests start processes, which would all compile what was changed.
define programs
scripts/install-sandbox && scripts/install-tmux && scripts/install-extension && \
	scripts/install-vscode $(BIN)/python >/dev/null && \
	$(BIN)/python -m compileall -q server
endef

# The tests of a file share what they start, the scenes in VS Code a whole one: a file is tested by
# one process. The longest files come first.
pytest = $(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

check: $(VENV)/.dev docs
	$(BIN)/ruff format --check server tests benchmarks scripts action hatch_build.py
	$(BIN)/ruff check server tests benchmarks scripts action hatch_build.py
	$(BIN)/lint-imports --no-cache
	$(BIN)/pyright --pythonpath $(BIN)/python
	@scripts/install-extension
	@scripts/check-extension
	@$(BIN)/python -B -m scripts.audit

audit: $(VENV)/.dev
	@$(BIN)/python -B -m scripts.audit $(ARGS)

bench: $(VENV)/.dev
	$(BIN)/python -m compileall -q server
	PYTHONPATH=. $(BIN)/python benchmarks/run.py $(ARGS)

format: $(VENV)/.dev
	$(BIN)/ruff format server tests benchmarks scripts action hatch_build.py
	$(BIN)/ruff check --fix server tests benchmarks scripts action hatch_build.py

protocol: $(VENV)/.dev
	$(BIN)/python -B -m scripts.derived

# Catalogues of translations: what is new in the sources is left to be translated.
locales: $(VENV)/.dev
	$(BIN)/python -B -m scripts.locales
	@[ ! -d client-vscode/node_modules ] || node client-vscode/scripts/l10n.mjs

models: $(VENV)/.dev
	$(BIN)/python -B -m scripts.model_table
	$(BIN)/python -B -m scripts.third_party

vsix: $(VENV)/.dev
	@scripts/install-extension
	@scripts/build-vsix $(BIN)/python dist/architect.vsix

# ARGS=--snapshot builds a commit without a tag, or with changes.
release: $(VENV)-release/.complete
	@scripts/install-extension
	@$(VENV)-release/bin/python -B -m scripts.release $(ARGS)

# What the README of the extension shows.
pictures: $(VENV)/.dev
	@scripts/install-extension
	@scripts/install-vscode $(BIN)/python >/dev/null
	ARCHITECT_TESTS_LONG=1 ARCHITECT_README_PICTURES=$(CURDIR)/client-vscode/media/screenshots \
		$(BIN)/python -m pytest tests/e2e/vscode/test_ui*.py

# What the documentation shows of a terminal and of Neovim.
recordings: $(VENV)/.dev
	$(BIN)/python -B -m scripts.recordings $(ARGS)

# Strictly: a page that is in no menu, and a link or an anchor that leads nowhere, are errors.
# The variable leaves out an advertisement.
mkdocs = NO_MKDOCS_2_WARNING=1 $(BIN)/python -B -m mkdocs

docs: $(VENV)/.docs
	$(mkdocs) build --quiet
	$(BIN)/python -B -m scripts.site.other_hosts dist/docs

docs-serve: $(VENV)/.docs
	$(mkdocs) serve

# One lock for every platform and Python; hashes, and no address of a package index. What is younger
# than a week may have been taken over, and nobody noticed yet.
LOCK = $(VENV)-release/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" --upgrade \
	--exclude-newer "7 days"

lock: $(VENV)/.dev $(VENV)-release/.complete
	$(LOCK) pyproject.toml --extra symbols -o requirements/runtime.txt
	$(BIN)/python -B -m scripts.slim_requirements | $(LOCK) - -o requirements/slim.txt
	$(LOCK) pyproject.toml --all-extras --group build --group dev -o requirements/dev.txt
	echo keyring | $(LOCK) - -c requirements/dev.txt -o requirements/keyring.txt
	$(LOCK) --group build -c requirements/dev.txt -o requirements/build.txt
	$(LOCK) --group docs -c requirements/dev.txt -o requirements/docs.txt
	$(LOCK) --group release -c requirements/dev.txt -o requirements/release.txt
	$(BIN)/python -B -m scripts.release.package_facts
	npm --prefix client-vscode update --package-lock-only --ignore-scripts \
		--before="$$($(BIN)/python -c 'import datetime as d; print(d.date.today() - d.timedelta(7))')"

clean:
	@# VENV may name any folder; only a virtual environment is removed.
	if [ -f "$(VENV)/pyvenv.cfg" ]; then rm -rf "$(VENV)"; fi
	if [ -f "$(VENV)-release/pyvenv.cfg" ]; then rm -rf "$(VENV)-release"; fi
	rm -rf dist build .pytest_cache .ruff_cache .import_linter_cache

# Without LiteLLM: OpenAI, Ollama and whatever else speaks an OpenAI format.
$(VENV)/.slim: requirements/slim.txt requirements/build.txt pyproject.toml
	@scripts/install "$(PYTHON)" "$(VENV)" requirements/slim.txt
	@touch $@

# `architect login` keeps keys in a keyring.
$(VENV)/.runtime: requirements/runtime.txt requirements/keyring.txt requirements/build.txt pyproject.toml
	@scripts/install "$(PYTHON)" "$(VENV)" requirements/runtime.txt requirements/keyring.txt
	@touch $@ $(VENV)/.slim

$(VENV)/.dev: requirements/dev.txt pyproject.toml
	@scripts/install "$(PYTHON)" "$(VENV)" requirements/dev.txt
	@touch $@ $(VENV)/.runtime $(VENV)/.slim

$(VENV)/.docs: requirements/docs.txt $(VENV)/.dev
	@$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements/docs.txt
	@touch $@

$(VENV)-release/.complete: requirements/release.txt
	"$(PYTHON)" -m venv "$(VENV)-release"
	$(VENV)-release/bin/python -m pip install --quiet --require-hashes -r requirements/release.txt
	@touch $@
