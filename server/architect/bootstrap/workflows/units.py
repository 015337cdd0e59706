"""Where the units of a workflow run, and where their trees are."""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

from architect.adapters.files.user_folders import user_cache_folder
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.checkpoints import in_repository
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.local_executor import LocalExecutor
from architect.bootstrap.workflows.records import hidden_files, is_kept_in, workflow_files
from architect.bootstrap.workflows.unit_job import UnitJob
from architect.config.parallel import ParallelSettings
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.workflows.unit import Unit
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.file_rules import sensitive_files
from architect.ports.unit_executor import UnitExecutor, UnitOrder

_PER_WORKER_BYTES = 1_000_000_000
"""A run takes a tenth of it; what it starts, such as tests, takes the rest."""

_MOST_BY_DEFAULT = 8


def default_workers() -> int:
    """As many as cores and memory allow, at least 1; models answer slowly, so two to a core."""
    cores = os.cpu_count() or 1
    try:
        memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        memory = _PER_WORKER_BYTES * _MOST_BY_DEFAULT
    return max(1, min(2 * cores, memory // _PER_WORKER_BYTES, _MOST_BY_DEFAULT))


def open_trees(root: Path, config: Config) -> RepositoryTrees | None:
    """The trees of the repository around `root`; None if there is none."""
    if not in_repository(root):
        return None
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return RepositoryTrees(root, hides=lambda name: secrets.match((name,)) is not None)


@frozen
class OpenedExecutor:
    """What works on copies, and how many at the same time."""

    executor: UnitExecutor
    workers: int


def workers_for(settings: ParallelSettings) -> int:
    """As configured; 0 is for as many as the workers of a scheduler can run."""
    if settings.executor == "dask" and settings.scheduler is not None:
        return settings.workers or 0
    return settings.workers or default_workers()


async def open_executor(
    root: Path,
    config: Config,
    credentials: Credentials,
    trees: RepositoryTrees | None,
    *,
    config_of: Callable[[Unit], Config],
    workers: int,
    resources: AsyncExitStack,
) -> OpenedExecutor:
    """The configured executor; `resources` end what it starts.

    Without `trees` only units with a `source` can run.

    Raises:
        UserError: it cannot be had.
    """
    local = local_executor(root, config, credentials, trees, config_of=config_of)
    executor: UnitExecutor = local
    if config.parallel.executor == "local":
        workers = workers or default_workers()
    else:
        from architect.adapters.dask.cluster import open_client, threads_of

        address = config.parallel.scheduler
        number = workers or default_workers()
        client = await open_client(address, workers=number, resources=resources)
        from architect.bootstrap.workflows.dask_units import dask_executor, require_fit_workers

        if address is not None:
            await require_fit_workers(client, config)
        workers = workers or await threads_of(client)
        executor = dask_executor(
            *(root, config, credentials, trees, client), config_of=config_of, drop=local.drop
        )
    resources.push_async_callback(executor.aclose)
    return OpenedExecutor(executor, workers)


def local_executor(
    root: Path,
    config: Config,
    credentials: Credentials,
    trees: RepositoryTrees | None,
    *,
    config_of: Callable[[Unit], Config],
) -> LocalExecutor:
    """What runs units in processes on this machine, each in a folder outside of `root`.

    Without `trees` only units with a `source` can run.
    """
    real = root.resolve()
    prefix = "" if trees is None else trees.prefix
    place = _folder_for(real, config, credentials)
    files = workflow_files(root)

    def job_of(order: UnitOrder) -> UnitJob:
        unit = order.unit
        own = config_of(unit)
        return UnitJob(
            order=order,
            config=own,
            repository=real,
            prefix="" if unit.source else prefix,
            folder=place / order.workflow_id / f"{unit.unit_id}-{order.attempt}",
            links=_links(own),
            hidden=hidden_files(files, order),
            api_key=credentials.api_key,
        )

    return LocalExecutor(
        job_of, trees, credentials.environ, root=real, records_of=files.records_of_units
    )


def _links(config: Config) -> tuple[str, ...]:
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return tuple(name for name in config.parallel.links if secrets.match((name,)) is None)


def left_copies(root: Path, config: Config) -> list[WorkflowId]:
    """The workflows of the workspace at `root` of which there are copies."""
    folder = _folder_for(root.resolve(), config, Credentials(os.environ))
    try:
        return [WorkflowId(each.name) for each in sorted(folder.iterdir()) if each.is_dir()]
    except OSError:
        return []


def remove_copy(root: Path, config: Config, workflow_id: WorkflowId) -> None:
    """Remove the copies of a workflow."""
    folder = _folder_for(root.resolve(), config, Credentials(os.environ))
    shutil.rmtree(folder / workflow_id, ignore_errors=True)


def copy_with(
    root: Path, config: Config, credentials: Credentials, session_id: SessionId
) -> Path | None:
    """The copy of the files in `root` that a unit works on just now, by the session of the unit."""
    trees = open_trees(root, config)
    if trees is None:
        return None
    folder = _folder_for(root.resolve(), config, credentials)
    homes = (tree / trees.prefix for tree in folder.glob("*/*/tree"))
    return next((home for home in homes if is_kept_in(home, session_id)), None)


def _folder_for(root: Path, config: Config, credentials: Credentials) -> Path:
    """Where the copies of the files in `root` are.

    Raises:
        UserError: that is configured to be inside of them.
    """
    chosen = config.parallel.worktrees
    if chosen is not None and (root / chosen).resolve().is_relative_to(root):
        raise UserError(
            english(
                "parallel.worktrees: {chosen!r} is inside of the workspace, where copies would "
                "be taken for its files; choose a folder outside of it",
                chosen=str(chosen),
            )
        )
    mark = hashlib.sha256(os.fsencode(root)).hexdigest()[:12]
    base = user_cache_folder(credentials.environ) / "worktrees"
    return (base if chosen is None else root / chosen) / f"{root.name}-{mark}"
