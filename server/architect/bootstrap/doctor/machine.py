"""Programs that runs use, and the sandbox."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from architect.adapters.process.install_command import install_command
from architect.adapters.process.programs import find_program
from architect.adapters.sandbox.probe import Available, forbidding_sysctl
from architect.bootstrap.doctor.check import Check, State
from architect.bootstrap.run.sandbox import open_sandbox
from architect.config.schema import Config
from architect.l10n import at, english

_VERSION_S = 5.0


def programs(root: Path) -> Sequence[Check]:
    """Git and ripgrep; blocks for their answers."""
    git = _program(
        "git",
        english("no reviews of changes and no checkpoints"),
        english("install git"),
        "git",
    )
    rg = _program(
        "rg",
        english("search uses Python, which is slower"),
        english("install ripgrep"),
        "ripgrep",
    )
    if git.state is State.OK and not _is_repository(root):
        text = english("the workspace is none: no checkpoints, no reviews of changes")
        return [
            git,
            Check(
                "repository",
                State.WARNING,
                text,
                english("make it one"),
                "git init",
            ),
            rg,
        ]
    return [git, rg]


async def sandbox(settings: Config, root: Path, environ: Mapping[str, str]) -> Sequence[Check]:
    """Whether commands run confined."""
    return [check async for check in _sandbox(settings, root, environ)]


def version(program: Path) -> str:
    """The first line that `program --version` prints, or why there is none."""
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_VERSION_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return english("does not respond: {error}", error=error)
    return done.stdout.decode("utf-8", "replace").partition("\n")[0].strip() or english(
        "unknown version"
    )


def _program(name: str, without: str, fix: str, package: str) -> Check:
    path = find_program(name)
    if path is None:
        command = install_command(package)
        return Check(name, State.WARNING, english("not found: {why}", why=without), fix, command)
    return Check(name, State.OK, f"{version(path)} ({path})")


def _is_repository(root: Path) -> bool:
    return any(os.path.lexists(folder / ".git") for folder in (root, *root.resolve().parents))


async def _sandbox(settings: Config, root: Path, environ: Mapping[str, str]):
    mode = settings.commands.sandbox
    if mode == "off":
        fix, command = (
            english("set it to auto"),
            "export ARCHITECT__COMMANDS__SANDBOX=auto",
        )
        yield Check("sandbox", State.WARNING, english("commands.sandbox is off"), fix, command)
    else:
        found = await open_sandbox(settings.commands, root).availability(environ)
        if isinstance(found, Available):
            named = f"{version(found.program)} ({found.program})"
            yield Check(
                "sandbox",
                State.OK,
                english("{named}, with network", named=named)
                if settings.commands.network
                else english("{named}, without network", named=named),
            )
            yield _system_calls(found)
        else:
            required = mode == "require"
            state = State.PROBLEM if required else State.WARNING
            means = (
                english("commands cannot run")
                if required
                else english("commands run without a sandbox")
            )
            yield Check(
                "sandbox",
                state,
                at(found.reason, means),
                found.fix,
            )
    if sys.platform == "linux":
        for check in _user_namespaces():
            yield check


def _system_calls(found: Available) -> Check:
    if not found.unfiltered:
        return Check("system calls", State.OK, english("filtered in the sandbox"))
    text = english(
        "not filtered: {unfiltered}; key rings and sockets of the host are accessible",
        unfiltered=found.unfiltered,
    )
    return Check("system calls", State.WARNING, text, english("see docs/security.md"))


def _user_namespaces() -> Iterator[Check]:
    switch = forbidding_sysctl()
    if switch is None:
        yield Check("user namespaces", State.OK, english("not disabled by the kernel"))
        return
    state = State.OK if os.geteuid() == 0 or _is_setuid_bwrap() else State.WARNING
    yield Check("user namespaces", state, switch[0], switch[1] if state is not State.OK else "")


def _is_setuid_bwrap() -> bool:
    found = shutil.which("bwrap")
    return found is not None and bool(Path(found).stat().st_mode & 0o4000)
