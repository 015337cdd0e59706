"""What a Python project is checked with."""

import re
import shlex
from collections.abc import Iterator
from typing import Any, cast

from architect.app.first_run.facts import Part, ProjectCheck
from architect.app.first_run.folder import Folder, table, texts

_MANIFESTS = (
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "Pipfile",
    "tox.ini",
    "noxfile.py",
    "manage.py",
    "requirements.txt",
)
_DEVELOPERS_EXTRAS = ("dev", "develop", "development", "test", "tests", "testing")
"""Names of extras with the tools of a project, the widest first."""

_REQUIREMENTS = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements_dev.txt",
    "dev-requirements.txt",
    "requirements-test.txt",
    "test-requirements.txt",
    "requirements/dev.txt",
    "requirements/test.txt",
    "Pipfile",
    "tox.ini",
    "setup.cfg",
)
_NO_TOOLS = frozenset({"keywords", "classifiers", "authors", "description", "urls", "scripts"})
"""Parts of pyproject.toml that name tools without using them."""

_LOCKS = ("uv.lock", "poetry.lock", "pdm.lock", "Pipfile.lock")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_LINE = re.compile(r"(?m)^(?:\s*(?:deps\s*=)?\s*|\[(?:tool:)?)([A-Za-z0-9][A-Za-z0-9._-]*)")
_QUOTED = re.compile(r"[\"']([A-Za-z0-9][A-Za-z0-9._-]*)")


def python_part(folder: Folder, python: str) -> Part | None:
    """The Python part of `folder`, None if it has none; `python` is the interpreter's name here."""
    if not (folder.has(*_MANIFESTS) or folder.has_like("*.py")):
        return None
    tools = _tools(folder)
    manager, prefix, setup = _manager(folder)

    def run(program: str) -> str:
        return f"{prefix}{program}" if prefix else f"{python} -m {program}"

    checks = [*_tests(folder, tools, run("pytest -q"), f"{prefix or ''}{python}")]
    if "mypy" in tools:
        checks.append(ProjectCheck("types", run(f"mypy{_mypy_target(folder)}")))
    elif "pyright" in tools:
        checks.append(ProjectCheck("types", f"{prefix}pyright"))
    if "ruff" in tools:
        checks.append(ProjectCheck("lint", run("ruff check .")))
    elif "flake8" in tools:
        checks.append(ProjectCheck("lint", run("flake8")))
    if "ruff-format" in tools:
        checks.append(ProjectCheck("format", run("ruff format --check .")))
    elif "black" in tools:
        checks.append(ProjectCheck("format", run("black --check .")))
    return Part(
        folder.relative,
        "Python",
        manager,
        tuple(checks),
        setup=setup.format(python=python),
        lock_files=tuple(name for name in _LOCKS if folder.has(name)),
        file_check=f"{run('ruff check --quiet')} {{file}}" if "ruff" in tools else "",
        file_patterns=("*.py",),
    )


def _tests(folder: Folder, tools: set[str], pytest: str, python: str) -> Iterator[ProjectCheck]:
    if "pytest" in tools or folder.has("pytest.ini", "conftest.py", "tests/conftest.py"):
        yield ProjectCheck("tests", pytest)
    elif folder.has("manage.py"):
        yield ProjectCheck("tests", f"{python} manage.py test")
    elif folder.has("tox.ini"):
        yield ProjectCheck("tests", "tox")
    elif folder.has("noxfile.py"):
        yield ProjectCheck("tests", "nox")
    else:
        for name in ("tests", "test"):
            if folder.below(name).has_like("test*.py"):
                yield ProjectCheck("tests", f"{python} -m unittest discover -q -s {name}")
                return


def _mypy_target(folder: Folder) -> str:
    """What mypy has to be told; nothing if its settings say what it looks at."""
    settings = table(table(folder.toml("pyproject.toml").get("tool")).get("mypy"))
    named = {"files", "packages", "modules"} & settings.keys()
    in_file = re.search(r"(?m)^(files|packages|modules)\s*=", folder.text("mypy.ini"))
    return "" if named or in_file else " ."


def _manager(folder: Folder) -> tuple[str, str, str]:
    """Its name, what stands before commands, and how everything is installed."""
    tools = table(folder.toml("pyproject.toml").get("tool"))
    if folder.has("uv.lock") or "uv" in tools:
        return "uv", "uv run ", "uv sync"
    if folder.has("poetry.lock") or "poetry" in tools:
        return "Poetry", "poetry run ", "poetry install"
    if folder.has("pdm.lock") or "pdm" in tools:
        return "PDM", "pdm run ", "pdm install"
    if folder.has("Pipfile"):
        return "Pipenv", "pipenv run ", "pipenv install --dev"
    if "envs" in table(tools.get("hatch")):
        return "Hatch", "hatch run ", "hatch env create"
    for name in _REQUIREMENTS[1:8] + _REQUIREMENTS[:1]:
        if folder.has(name):
            return "pip", "", f"{{python}} -m pip install -r {shlex.quote(name)}"
    # A file that only has settings of tools is no package.
    is_package = {"project", "build-system"} & folder.toml("pyproject.toml").keys()
    if is_package or folder.has("setup.py", "setup.cfg"):
        return "pip", "", f"{{python}} -m pip install -e {_with_extra(folder)}"
    return "pip", "", ""


def _with_extra(folder: Folder) -> str:
    """The project itself, with the extra that brings what its developers need."""
    extras = table(table(folder.toml("pyproject.toml").get("project")).get("optional-dependencies"))
    wanted = next((name for name in _DEVELOPERS_EXTRAS if name in extras), None)
    return f"'.[{wanted}]'" if wanted else "."


def _tools(folder: Folder) -> set[str]:
    """The tools that the project names among its dependencies, settings and files."""
    pyproject = folder.toml("pyproject.toml")
    found = set(_words(pyproject))
    for name in _REQUIREMENTS:
        found.update(_LINE.findall(folder.text(name)))
    found.update(_QUOTED.findall(folder.text("setup.py")))
    names = {name.lower().replace("_", "-") for name in found}
    tools = {
        name for name in ("pytest", "ruff", "mypy", "pyright", "black", "flake8") if name in names
    }
    if any(name.startswith("pytest-") for name in names):
        tools.add("pytest")
    files = {"ruff.toml": "ruff", ".ruff.toml": "ruff", "mypy.ini": "mypy", ".flake8": "flake8"}
    files["pyrightconfig.json"] = "pyright"
    tools.update(tool for file, tool in files.items() if folder.has(file))
    ruff = table(table(pyproject.get("tool")).get("ruff"))
    if "format" in ruff or "ruff-format" in folder.text(".pre-commit-config.yaml"):
        tools |= {"ruff", "ruff-format"}
    return tools


def _words(value: object, depth: int = 0) -> Iterator[str]:
    """The names of tables and the beginnings of texts in lists: `ruff>=0.4` is ruff."""
    if isinstance(value, dict) and depth < 8:
        for key, inner in cast(dict[str, Any], value).items():
            if key not in _NO_TOOLS:
                yield key
                yield from _words(inner, depth + 1)
    elif isinstance(value, list):
        items = cast(list[object], value)
        for text in texts(items):
            if found := _NAME.match(text):
                yield found[0]
        for inner in items:
            yield from _words(table(inner), depth + 1)
