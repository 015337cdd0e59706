"""All checks, side by side; each has a time limit."""

import asyncio
import os
import platform
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from architect.bootstrap.doctor import editors, keyring, machine, model, servers
from architect.bootstrap.doctor.check import Check, State
from architect.bootstrap.settings import Settings, load_settings, workspace_root
from architect.bootstrap.workspaces import check_workspace
from architect.config.schema import Config
from architect.domain.errors import ArchitectError, UserError
from architect.domain.text.counted import counted
from architect.l10n import english
from architect.l10n_made import lines_of

_LIMIT_S = 20.0
"""Of one group of checks; each program and request in it has less."""


async def examine(
    config: Path | None, workspace: Path | None, *, offline: bool = False
) -> list[Check]:
    """Every check, in the order in which they are read; starts small programs and changes nothing.

    With a configuration that cannot be used, the defaults are looked at. `offline` asks nobody on
    the network.
    """
    settings, first = _settings(config, workspace)
    root = workspace_root(settings, workspace).absolute()
    keeps_keys = partial(keyring.is_usable, os.environ)
    return [
        *first,
        *await examine_settings(settings, root, os.environ, offline=offline, keeps_keys=keeps_keys),
    ]


async def examine_settings(
    settings: Config,
    root: Path,
    environ: Mapping[str, str],
    *,
    offline: bool = False,
    told: Callable[[ArchitectError], str] = str,
    keeps_keys: Callable[[], bool] = lambda: True,
) -> list[Check]:
    """What is checked under `settings`, in the workspace `root`; see `examine`.

    `told` is the text of an error, in the words of the front end. `keeps_keys` says whether the
    front end can keep a key; editors have ways of their own.
    """
    groups: dict[str, Awaitable[Sequence[Check]]] = {
        "model": model.checks(settings, environ, offline=offline, told=told, keeps_keys=keeps_keys),
        "git": asyncio.to_thread(machine.programs, root),
        "language servers": asyncio.to_thread(servers.language_servers, settings, root),
        "sandbox": machine.sandbox(settings, root, environ),
        "keyring": asyncio.to_thread(keyring.checks, environ),
        "mcp": servers.mcp(settings, root, environ, offline=offline),
        "editors": asyncio.to_thread(editors.checks, environ),
    }
    found = await asyncio.gather(*(_within(name, group) for name, group in groups.items()))
    return [*_workspace(root), *(check for checks in found for check in checks)]


def python_check() -> Check:
    """Which Python runs this."""
    text = f"{platform.python_version()} ({sys.executable}, {platform.system()})"
    return Check("python", State.OK, text)


async def _within(name: str, group: Awaitable[Sequence[Check]]) -> Sequence[Check]:
    try:
        async with asyncio.timeout(_LIMIT_S):
            return await group
    except TimeoutError:
        text = english("not known within {limit_s:g} s", limit_s=_LIMIT_S)
        return [Check(name, State.WARNING, text, english("try again"), "architect doctor")]


def _settings(config: Path | None, workspace: Path | None) -> tuple[Config, list[Check]]:
    first = [python_check()]
    try:
        loaded = load_settings(config, workspace)
    except UserError as error:
        return Config(), [*first, *wrong_settings(error)]
    return loaded.config, [*first, _configuration(loaded)]


def wrong_settings(error: UserError) -> Iterator[Check]:
    """A check for each line of what is wrong in the configuration."""
    for line in lines_of(str(error)):
        fix = english("fix this setting, then check again")
        yield Check("configuration", State.PROBLEM, line, fix, "architect validate-config")


def _configuration(loaded: Settings) -> Check:
    if not loaded.ignored:
        return Check("configuration", State.OK, english("valid"))
    count = len(loaded.ignored)
    text = english(
        "valid; {files} of the project ignored, since it is not trusted",
        files=counted(count, "setting"),
    )
    return Check("configuration", State.WARNING, text, english("see `architect trust --show`"))


def _workspace(root: Path) -> Iterator[Check]:
    try:
        check_workspace(root)
    except UserError as error:
        fix = english("choose another one with --workspace")
        yield Check("workspace", State.PROBLEM, str(error), fix, "architect doctor --workspace DIR")
        return
    yield Check("workspace", State.OK, str(root))
