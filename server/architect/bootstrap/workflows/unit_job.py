"""One attempt at a unit in a tree of its own, from making that to reading what was done."""

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from architect.adapters.sandbox.mounts import private_home_of
from architect.adapters.trees.unit_tree import UnitTree
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.checks import run_checks
from architect.bootstrap.workflows.unit_run import run_unit
from architect.bootstrap.workspaces import disk_workspace
from architect.config.schema import Config
from architect.domain.errors import UnitLostError, VcsFault
from architect.domain.verdict import Answer, Choice, Confirmation
from architect.domain.workflows.unit import UnitResult
from architect.frozen import frozen
from architect.ports.host import Host
from architect.ports.unit_executor import Spent, UnitOrder

_PREPARE_S = 1_800.0


@frozen(kw_only=True)
class UnitJob:
    """What a process needs to run a unit.

    `repository` is the workspace of the user, `prefix` where that is below its top, and `folder`
    what is made for the unit. `links` are what may be linked to.
    """

    order: UnitOrder
    config: Config
    repository: Path
    prefix: str
    folder: Path
    links: tuple[str, ...] = ()
    api_key: str | None = None


@frozen
class UnitDone:
    """The result of a unit, and the bundle that brings its tree, if it changed anything."""

    result: UnitResult
    bundle: Path | None


class _NobodyToAsk:
    async def confirm(self, question: Confirmation) -> Answer:
        return Answer(Choice.DENY, "nobody can be asked in a unit of a workflow")


async def do_job(job: UnitJob, environ: Mapping[str, str], spent: Spent) -> UnitDone:
    """Run the unit.

    Raises:
        UnitLostError: its tree could not be made, or what it did could not be read.
    """
    order, tree = job.order, UnitTree(job.folder, prefix=job.prefix)
    credentials = await Credentials(environ, job.api_key).with_kept(job.config.llm)
    try:
        branch = f"architect/{order.unit.unit_id}"
        borrowed = await asyncio.to_thread(
            tree.make, job.repository, order.tree, branch=branch, links=job.links
        )
        config = _readable(job.config, borrowed)
        await _prepare(config, tree.root, credentials)
        host = Host(workspace=disk_workspace(tree.root), approver=_NobodyToAsk())
        result = await run_unit(order, config, host, credentials, home=job.repository, spent=spent)
        commit, files = await asyncio.to_thread(tree.finish)
        bundle = await asyncio.to_thread(tree.bundle, commit) if files else None
    except VcsFault as fault:
        raise UnitLostError(str(fault)) from fault
    finally:
        await asyncio.to_thread(_remove_private_home, tree.root, environ)
    return UnitDone(replace(result, tree=commit, files=files), bundle)


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
        raise UnitLostError(f"parallel.prepare: {line!r} failed: {ran.output.strip()}")


def _remove_private_home(root: Path, environ: Mapping[str, str]) -> None:
    """What commands found as their home folder, which is made anew for each workspace."""
    home = Path(environ["HOME"]) if environ.get("HOME") else None
    private = private_home_of(root.resolve(), home, environ)
    if private is not None:
        shutil.rmtree(private, ignore_errors=True)
