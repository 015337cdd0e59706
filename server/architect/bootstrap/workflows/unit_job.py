"""One attempt at a unit in a tree of its own, from making that to reading what was done."""

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from architect.adapters.sandbox.mounts import private_home_of
from architect.adapters.trees.laid_files import LaidFile, lay
from architect.adapters.trees.sealed_repository import seal
from architect.adapters.trees.unit_tree import UnitTree
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import checked, run_checks
from architect.bootstrap.workflows.unit_run import UnitHome, credentials_for, run_agent
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config
from architect.domain.errors import UnitLostError, VcsFault
from architect.domain.grants import Grant
from architect.domain.verdict import Answer, Choice, Confirmation
from architect.domain.workflows.unit import CheckResult, UnitResult
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.host import Host
from architect.ports.unit_executor import Spent, UnitOrder

_PREPARE_S = 1_800.0


@frozen(kw_only=True)
class UnitJob:
    """What a process needs to run a unit.

    `repository` is the workspace of the user, `prefix` where the root of the unit is below the top
    of its tree, and `folder` what is made for the unit. `links` are what may be linked to, and
    `hidden` what the tree gets behind the agent. `keys` are variables beside those of the process,
    and `grants` count instead of those that are kept on this machine.
    """

    order: UnitOrder
    config: Config
    repository: Path
    prefix: str
    folder: Path
    links: tuple[str, ...] = ()
    hidden: tuple[LaidFile, ...] = ()
    api_key: str | None = field(default=None, repr=False)
    keys: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    grants: tuple[Grant, ...] | None = None


@frozen
class UnitDone:
    """The result of a unit, and the bundle that brings its tree, if it changed anything."""

    result: UnitResult
    bundle: Path | None


class _NobodyToAsk:
    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(Choice.DENY, english("nobody can be asked in a unit of a workflow"))


async def do_job(job: UnitJob, environ: Mapping[str, str], spent: Spent) -> UnitDone:
    """Run the unit.

    Raises:
        UnitLostError: its tree could not be made, or what it did could not be read.
    """
    order, tree = job.order, UnitTree(job.folder, prefix=job.prefix)
    keys = Credentials({**environ, **job.keys}, job.api_key)
    credentials = await credentials_for(order, job.config, keys)
    try:
        borrowed = await asyncio.to_thread(_make, tree, job)
        config = _readable(job.config, borrowed)
        await _prepare(config, tree.root, credentials)
        host = Host(workspace=disk_workspace(tree.root), approver=_NobodyToAsk())
        home = UnitHome(job.repository) if job.grants is None else UnitHome(None, job.grants)
        result = await run_agent(order, config, host, credentials, home=home, spent=spent)
        commit, files = await asyncio.to_thread(tree.finish)
        stays = order.unit.source is None
        bundle = await asyncio.to_thread(tree.bundle, commit) if files and stays else None
        result = replace(result, tree=commit if stays else "", files=files)
        result = await _checked(result, job, tree.root, config, credentials)
    except VcsFault as fault:
        raise UnitLostError(str(fault)) from fault
    finally:
        await asyncio.to_thread(_remove_private_home, tree.root, environ)
    return UnitDone(result, bundle)


def _make(tree: UnitTree, job: UnitJob) -> list[Path]:
    """Make the tree, and give what it needs beside itself."""
    order, source = job.order, job.order.unit.source
    branch = f"architect/{order.unit.unit_id}"
    if source is None:
        return tree.make(job.repository, order.tree, branch=branch, links=job.links)
    place = Path(source.repository)
    sealed = seal(job.folder, place, order.tree)
    links = () if place.is_file() else job.links
    return tree.make(sealed, order.tree, branch=branch, links=links, links_to=place)


async def _checked(
    result: UnitResult, job: UnitJob, root: Path, config: Config, credentials: Credentials
) -> UnitResult:
    """`result` with its checks, which find the hidden files in their places."""
    unit = job.order.unit
    try:
        if job.hidden:
            await asyncio.to_thread(lay, root, job.hidden)
    except OSError as error:
        told = english(
            "the files of the checks cannot be put in their places: {error}", error=error
        )
        failed = (CheckResult(line, False, None, told, 0.0) for line in unit.checks)
        return replace(result, checks=tuple(failed))
    return await checked(result, unit, root=root, config=config, credentials=credentials)


def _readable(config: Config, paths: Sequence[Path]) -> Config:
    """The configuration with which commands can read `paths`, too."""
    readable = (*config.commands.sandbox_paths, *paths)
    commands = config.commands.model_copy(update={"sandbox_paths": readable})
    return config.model_copy(update={"commands": commands})


async def _prepare(config: Config, root: Path, credentials: Credentials) -> None:
    line = config.parallel.prepare
    if line is None:
        return
    [ran] = await run_checks(
        (line,), root=root, timeout_s=_PREPARE_S, config=config, credentials=credentials
    )
    if not ran.passed:
        raise UnitLostError(
            english(
                "parallel.prepare: {line!r} failed: {output}", line=line, output=ran.output.strip()
            )
        )


def _remove_private_home(root: Path, environ: Mapping[str, str]) -> None:
    """What commands found as their home folder, which is made anew for each workspace."""
    home = Path(environ["HOME"]) if environ.get("HOME") else None
    private = private_home_of(root.resolve(), home, environ)
    if private is not None:
        shutil.rmtree(private, ignore_errors=True)
