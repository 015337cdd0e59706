"""Which files decide how a check goes, beside those that it is about."""

import shlex
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from architect.policy.file_rules import FileRules, escaped

_TESTS = (
    "tests/",
    "test/",
    "__tests__/",
    "spec/",
    "test_*",
    "*_test.*",
    "*.test.*",
    "*.spec.*",
    "conftest.py",
)
"""Where tests are by common usage: of pytest, unittest, Go, Jest, Vitest, RSpec."""

_SETTINGS: dict[str, tuple[str, ...]] = {
    "pytest": ("pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"),
    "tox": ("tox.ini", "pyproject.toml", "setup.cfg"),
    "nox": ("noxfile.py",),
    "ruff": ("ruff.toml", ".ruff.toml", "pyproject.toml"),
    "mypy": ("mypy.ini", "pyproject.toml", "setup.cfg"),
    "pyright": ("pyrightconfig.json", "pyproject.toml"),
    "make": ("Makefile", "makefile", "GNUmakefile", "*.mk"),
    "just": ("justfile", ".justfile"),
    "npm": ("package.json",),
    "yarn": ("package.json",),
    "pnpm": ("package.json",),
    "npx": ("package.json",),
    "jest": ("jest.config.*", "package.json"),
    "vitest": ("vitest.config.*", "vite.config.*"),
    "eslint": (".eslintrc*", "eslint.config.*"),
    "tsc": ("tsconfig*.json",),
    "cargo": ("Cargo.toml",),
}
"""What says how a program works, by its own documentation."""

_INTERPRETERS = ("python", "python3", "bash", "sh", "node", "ruby", "perl")
_RUN_OTHERS = ("env", "exec", "time", "timeout", "uv", "run", "poetry", "pipenv", "-m")


def files_of_checks(lines: Iterable[str]) -> FileRules:
    """The files that the command lines run or are told by: tests, scripts, settings of runners."""
    patterns: list[str] = [*_TESTS]
    for line in lines:
        patterns.extend(_of_line(line))
    return FileRules(tuple(dict.fromkeys(patterns)))


def changed_of(rules: FileRules, files: Sequence[str]) -> tuple[str, ...]:
    """Those of `files` that `rules` mean."""
    return tuple(name for name in files if rules.match((name,)) is not None)


def _of_line(line: str) -> Iterator[str]:
    try:
        words = shlex.split(line, comments=True)
    except ValueError:
        words = line.split()
    is_program, is_script = True, False
    for word in words:
        name = PurePosixPath(word).name
        if name in _SETTINGS:
            yield from _SETTINGS[name]
        if (is_program and "/" in word) or (is_script and not word.startswith("-")):
            yield escaped(PurePosixPath(word).as_posix())
        is_script = name in _INTERPRETERS or (is_script and word.startswith("-"))
        is_program = word in ("&&", "||", ";", "|") or word.endswith(";") or name in _RUN_OTHERS
