# `make` shows what there is. Everything is installed into .venv. Only where Python lacks its venv
# module, and only as root on Debian or Ubuntu, apt-get installs the package python3-venv first.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help demo demo-nvim test check bench format protocol vsix pictures lock clean

help:
	@echo "make demo    watch an agent mend a small project (no key needed)"
	@echo "make demo-nvim  the same in a real Neovim with the plugin"
	@echo "make test    install what the tests need and run them all"
	@echo "make check   format, lint, types, import contracts"
	@echo "make bench   measure, and rewrite benchmarks/RESULTS.md"
	@echo "make protocol  write what the extension knows of the server out of the server"
	@echo "make vsix    build the VS Code extension, with the server inside"
	@echo "make pictures   take the pictures of the extension's README anew"
	@echo "make lock    pin the newest versions of all dependencies"

demo: $(VENV)/.runtime
	@$(BIN)/architect demo

demo-nvim: $(VENV)/.dev
	@scripts/demo-nvim $(BIN)

test: $(VENV)/.dev
	@scripts/install-sandbox
	@scripts/install-extension
	@scripts/install-vscode $(BIN)/python >/dev/null
	@# A real VS Code wants the machine for itself; where ARGS chooses tests, it is one of many.
	$(if $(ARGS),,$(BIN)/python -m pytest tests/e2e/vscode)
	$(BIN)/python -m pytest -n auto --dist loadgroup $(if $(ARGS),$(ARGS),--ignore=tests/e2e/vscode)

check: $(VENV)/.dev
	$(BIN)/ruff format --check server tests benchmarks scripts
	$(BIN)/ruff check server tests benchmarks scripts
	$(BIN)/lint-imports --no-cache
	$(BIN)/pyright --pythonpath $(BIN)/python
	@scripts/install-extension
	@scripts/check-extension

bench: $(VENV)/.dev
	$(BIN)/python -m compileall -q server
	PYTHONPATH=. $(BIN)/python benchmarks/run.py $(ARGS)

format: $(VENV)/.dev
	$(BIN)/ruff format server tests benchmarks scripts
	$(BIN)/ruff check --fix server tests benchmarks scripts

protocol: $(VENV)/.dev
	$(BIN)/python -B -m scripts.derived

vsix: $(VENV)/.dev
	@scripts/install-extension
	@scripts/build-vsix $(BIN)/python dist/architect.vsix

# What the README of the extension shows.
pictures: $(VENV)/.dev
	@scripts/install-extension
	@scripts/install-vscode $(BIN)/python >/dev/null
	ARCHITECT_PICTURES=$(CURDIR)/client-vscode/media/screenshots \
		$(BIN)/python -m pytest tests/e2e/vscode/test_ui.py

# One lock for every platform and Python; hashes, and no address of a package index.
LOCK = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --custom-compile-command "make lock" --upgrade

lock: $(VENV)/.dev
	$(BIN)/pip install --quiet uv
	$(BIN)/$(LOCK) pyproject.toml --group build -o requirements/runtime.txt
	$(BIN)/$(LOCK) pyproject.toml --all-extras --group build --group dev -o requirements/dev.txt

clean:
	@# VENV may name any folder; only a virtual environment is removed.
	if [ -f "$(VENV)/pyvenv.cfg" ]; then rm -rf "$(VENV)"; fi
	rm -rf dist build .pytest_cache .ruff_cache .import_linter_cache

$(VENV)/.runtime: requirements/runtime.txt pyproject.toml
	@scripts/install "$(PYTHON)" "$(VENV)" requirements/runtime.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml
	@scripts/install "$(PYTHON)" "$(VENV)" requirements/dev.txt
	@touch $@ $(VENV)/.runtime
