"""Sandboxes for tests: real ones, and a bwrap that does not work."""

import asyncio
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from architect.adapters.process.resource_limits import ResourceLimits
from architect.adapters.sandbox.probe import Unavailable, find_sandbox
from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.sandbox import Sandbox
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.shell import CommandOutcome, Need, ShellCommand

PATIENCE_S = 60.0


@dataclass(frozen=True)
class Place:
    """A workspace, and a home folder outside of it."""

    root: Path
    home: Path

    def write(self, path: str, content: str = "") -> Path:
        """A file of the workspace."""
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode())
        return target

    def read(self, path: str) -> str:
        return (self.root / path).read_bytes().decode()

    def shell(self, environment: Mapping[str, str] | None = None, **rules: Any) -> LocalShell:
        variables = {**os.environ, "HOME": str(self.home), **(environment or {})}
        variables.pop("XDG_CACHE_HOME", None)
        sandbox = Sandbox(self.root, replace(SandboxRules(mode="require"), **rules))
        return LocalShell(variables, sandbox=sandbox, limits=ResourceLimits(), grace_s=0.1)

    def run(
        self,
        line: str,
        *,
        timeout_s: float = PATIENCE_S,
        granted: frozenset[Need] = frozenset(),
        withheld: frozenset[Need] = frozenset(),
        environment: Mapping[str, str] | None = None,
        **rules: Any,
    ) -> CommandOutcome:
        """What comes of `line` in the sandbox of the workspace."""
        command = ShellCommand(
            line, cwd=self.root, timeout_s=timeout_s, granted=granted, withheld=withheld
        )
        shell = self.shell(environment, **rules)
        return asyncio.run(shell.run(command, lambda _stream, _text: None))

    def tree(self) -> set[str]:
        """Everything in the workspace but what architect keeps there."""
        found = (path.relative_to(self.root).as_posix() for path in self.root.rglob("*"))
        return {path for path in found if path.split("/")[0] != ".architect"}


def make_place(folder: Path) -> Place:
    place = Place((folder / "ws").resolve(), (folder / "home").resolve())
    place.root.mkdir()
    place.home.mkdir()
    return place


def need_sandbox(folder: Path) -> None:
    """Skip the test where no sandbox works."""
    found = find_sandbox(os.environ, folder)
    if isinstance(found, Unavailable):
        pytest.skip(f"no sandbox here: {found.reason}")


def broken_bwrap(folder: Path) -> dict[str, str]:
    """A PATH on which bwrap is as on a machine without user namespaces; it counts its calls."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "bwrap"
    program.write_bytes(
        b"#!/bin/sh\n"
        b'echo called >> "${0%/*}/calls"\n'
        b'echo "bwrap: No permissions to create a new namespace" >&2\n'
        b"exit 1\n"
    )
    program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def unfiltered_bwrap(folder: Path) -> dict[str, str]:
    """A PATH on which bwrap is one that takes no filter of system calls; the real one behind it."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "bwrap"
    program.write_bytes(
        b"#!/bin/sh\n"
        b"for word; do\n"
        b'    [ "$word" = --seccomp ] && { echo "Unknown option --seccomp" >&2; exit 1; }\n'
        b"done\n"
        b'exec "%s" "$@"\n' % os.fsencode(shutil.which("bwrap") or "bwrap")
    )
    program.chmod(0o755)
    return {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}"}


def calls_of(folder: Path) -> int:
    """How often that bwrap was started."""
    calls = folder / "calls"
    return calls.read_bytes().count(b"\n") if calls.exists() else 0
