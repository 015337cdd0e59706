"""What works on this machine, what does not, and how to fix it."""

import asyncio
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path

from architect.adapters.process.programs import find_program
from architect.adapters.sandbox.probe import Available, forbidding_sysctl
from architect.bootstrap.models.keys import model_key
from architect.bootstrap.models.model_problem import model_problem
from architect.bootstrap.models.open_model import RECORDED
from architect.bootstrap.run.language_servers import usable_commands
from architect.bootstrap.run.sandbox import open_sandbox
from architect.bootstrap.settings import Settings, load_settings, workspace_root
from architect.bootstrap.workspaces import check_workspace
from architect.config.llm import AUTO
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.model_names import editor_model_id
from architect.domain.text.counted import counted
from architect.frozen import frozen

_VERSION_S = 10.0


class State(StrEnum):
    """PROBLEM is what a run as configured would fail by."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"


@frozen
class Check:
    """One thing that was looked at; `fix` is empty if nothing needs to be done."""

    name: str
    state: State
    text: str
    fix: str = ""


def examine(config: Path | None, workspace: Path | None) -> Iterator[Check]:
    """Every check, in the order in which they are read; starts small programs and changes nothing.

    With a configuration that cannot be used, the defaults are looked at.
    """
    settings = Config()
    yield _python()
    try:
        loaded = load_settings(config, workspace)
        settings = loaded.config
        yield _configuration(loaded)
    except UserError as error:
        for line in str(error).split("\n"):
            yield Check("configuration", State.PROBLEM, line, "fix this setting")
    root = workspace_root(settings, workspace)
    yield _workspace(root)
    yield _model(settings, os.environ)
    yield _program("git", "no reviews of changes and no --context-git-diff", "install git")
    yield _program("rg", "search uses Python, which is slower", "install ripgrep")
    yield from _language_servers(settings, root.absolute())
    yield from _sandbox(settings, root.absolute())
    if sys.platform == "linux":
        yield _user_namespaces()


def _python() -> Check:
    text = f"{platform.python_version()} ({sys.executable}, {platform.system()})"
    return Check("python", State.OK, text)


def _configuration(loaded: Settings) -> Check:
    if not loaded.ignored:
        return Check("configuration", State.OK, "valid")
    count = counted(len(loaded.ignored), "setting")
    text = f"valid; {count} of the project ignored, since it is not trusted"
    return Check("configuration", State.WARNING, text, "see `architect trust --show`")


def _workspace(root: Path) -> Check:
    try:
        check_workspace(root)
    except UserError as error:
        return Check("workspace", State.PROBLEM, str(error), "choose another one with --workspace")
    return Check("workspace", State.OK, str(root.absolute()))


def _model(settings: Config, environ: Mapping[str, str]) -> Check:
    name = settings.llm.model
    if name == AUTO:
        from architect.adapters.models.local_servers import local_model

        name = local_model(environ) or name
    if editor_model_id(name) is not None:
        text = f"{name}: a model of the editor, available only to runs started there"
        return Check("model", State.WARNING, text, "choose a model for other runs with --model")
    if problem := model_problem(settings.llm, environ):
        return Check("model", State.PROBLEM, problem, "see docs/models.md")
    if name.startswith(RECORDED):
        return Check("model", State.OK, f"{name}, needs no API key")
    has_key = model_key(settings.llm, environ).value is not None
    return Check("model", State.OK, f"{name}, {'API key found' if has_key else 'no API key'}")


def _program(name: str, without: str, fix: str) -> Check:
    path = find_program(name)
    if path is None:
        return Check(name, State.WARNING, f"not found: {without}", fix)
    return Check(name, State.OK, f"{_version(path)} ({path})")


def _language_servers(settings: Config, root: Path) -> Iterator[Check]:
    there, faults = usable_commands(settings.lsp.servers, root)
    for language, command in there.items():
        yield Check(f"lsp.servers.{language}", State.OK, " ".join(command))
    for fault in faults:
        yield Check(fault.source, State.WARNING, fault.reason, "see docs/configuration.md")


def _version(program: Path) -> str:
    try:
        done = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_VERSION_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"does not respond: {error}"
    return done.stdout.decode("utf-8", "replace").partition("\n")[0].strip() or "unknown version"


def _sandbox(settings: Config, root: Path) -> Iterator[Check]:
    mode = settings.commands.sandbox
    if mode == "off":
        yield Check("sandbox", State.WARNING, "commands.sandbox is off", "set it to auto")
        return
    found = asyncio.run(open_sandbox(settings.commands, root).availability(os.environ))
    if isinstance(found, Available):
        network = "with" if settings.commands.network else "without"
        version = _version(found.program)
        yield Check("sandbox", State.OK, f"{version} ({found.program}), {network} network")
        yield _system_calls(found)
        return
    state = State.PROBLEM if mode == "require" else State.WARNING
    means = "commands cannot run" if mode == "require" else "commands run without a sandbox"
    yield Check("sandbox", state, f"{found.reason}: {means}", found.fix)


def _system_calls(found: Available) -> Check:
    if not found.unfiltered:
        return Check("system calls", State.OK, "filtered in the sandbox")
    text = f"not filtered: {found.unfiltered}; key rings and sockets of the host are accessible"
    return Check("system calls", State.WARNING, text, "see docs/security.md")


def _user_namespaces() -> Check:
    switch = forbidding_sysctl()
    if switch is None:
        return Check("user namespaces", State.OK, "not disabled by the kernel")
    state = State.OK if os.geteuid() == 0 or _is_setuid_bwrap() else State.WARNING
    return Check("user namespaces", state, switch[0], switch[1] if state is not State.OK else "")


def _is_setuid_bwrap() -> bool:
    found = shutil.which("bwrap")
    return found is not None and bool(Path(found).stat().st_mode & 0o4000)
