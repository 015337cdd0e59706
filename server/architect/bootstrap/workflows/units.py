"""Where the units of a workflow run, and where their trees are."""

import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

from architect.adapters.files.user_folders import user_cache_folder
from architect.adapters.records.workflow_files import WorkflowFiles
from architect.adapters.trees.laid_files import LaidFile
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.checkpoints import in_repository
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.workflows.local_executor import LocalExecutor
from architect.bootstrap.workflows.records import is_kept_in, workflow_files
from architect.bootstrap.workflows.unit_job import UnitJob
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.workflows.unit import Unit
from architect.policy.file_rules import sensitive_files
from architect.ports.unit_executor import UnitOrder

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
    prefix = "" if trees is None else _prefix(real, trees.top)
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
            hidden=_hidden(files, order),
            api_key=credentials.api_key,
        )

    return LocalExecutor(
        job_of, trees, credentials.environ, root=real, records_of=files.records_of_units
    )


def _prefix(root: Path, top: Path) -> str:
    prefix = root.relative_to(top).as_posix()
    return "" if prefix == "." else f"{prefix}/"


def _links(config: Config) -> tuple[str, ...]:
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return tuple(name for name in config.parallel.links if secrets.match((name,)) is None)


def _hidden(files: WorkflowFiles, order: UnitOrder) -> tuple[LaidFile, ...]:
    """The hidden files of a unit with their contents.

    Raises:
        JournalFault: they are not kept any more.
    """
    return tuple(
        LaidFile(
            each.path,
            files.kept(order.workflow_id, each.digest) if each.digest else None,
            each.executable,
        )
        for each in order.unit.hidden
    )


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
    real = root.resolve()
    prefix = _prefix(real, trees.top)
    homes = (tree / prefix for tree in _folder_for(real, config, credentials).glob("*/*/tree"))
    return next((home for home in homes if is_kept_in(home, session_id)), None)


def _folder_for(root: Path, config: Config, credentials: Credentials) -> Path:
    """Where the copies of the files in `root` are.

    Raises:
        UserError: that is configured to be inside of them.
    """
    chosen = config.parallel.worktrees
    if chosen is not None and (root / chosen).resolve().is_relative_to(root):
        raise UserError(
            f"parallel.worktrees: {str(chosen)!r} is inside of the workspace, where copies would "
            "be taken for its files; choose a folder outside of it"
        )
    mark = hashlib.sha256(os.fsencode(root)).hexdigest()[:12]
    base = user_cache_folder(credentials.environ) / "worktrees"
    return (base if chosen is None else root / chosen) / f"{root.name}-{mark}"
