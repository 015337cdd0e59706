"""What is known of a project after a first look."""

from collections.abc import Iterator
from typing import Literal

from architect.frozen import frozen

CheckKind = Literal["tests", "types", "lint", "format"]

TIMEOUTS_S: dict[CheckKind, int] = {"tests": 600, "types": 300, "lint": 120, "format": 60}


@frozen
class ProjectCheck:
    """A command that says whether the project is in order, run in the folder of its part."""

    kind: CheckKind
    command: str


@frozen
class Part:
    """A folder with a language of its own; `relative` is empty for the root.

    `setup` installs what it needs. `file_check` looks at one file, `{file}`, of `file_patterns`.
    """

    relative: str
    language: str
    manager: str
    checks: tuple[ProjectCheck, ...] = ()
    setup: str = ""
    lock_files: tuple[str, ...] = ()
    file_check: str = ""
    file_patterns: tuple[str, ...] = ()
    is_react: bool = False


@frozen
class Gate:
    """A check as a command of the root."""

    name: str
    kind: CheckKind
    command: str


@frozen
class Facts:
    """`parts` begin with the root, if it is one. `repository` is `own`, `above` or `none`.

    `ci` and `rules` are files that are there; `config` is the configuration, empty without one.
    """

    name: str
    parts: tuple[Part, ...] = ()
    repository: Literal["own", "above", "none"] = "none"
    ci: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    config: str = ""

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(part.language for part in self.parts))

    def gates(self) -> tuple[Gate, ...]:
        """All checks, each with a name of its own."""
        return tuple(_gates(self.parts))


def _gates(parts: tuple[Part, ...]) -> Iterator[Gate]:
    from shlex import quote

    taken: set[str] = set()
    for part in parts:
        for check in part.checks:
            name = f"{check.kind} ({part.relative})" if part.relative else check.kind
            if name in taken:
                name = f"{name}, {part.language}"
            taken.add(name)
            where = f"cd {quote(part.relative)} && " if part.relative else ""
            yield Gate(name, check.kind, f"{where}{check.command}")
