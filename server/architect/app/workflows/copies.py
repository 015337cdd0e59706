"""The trees that units on copies begin with, and where those units run."""

from contextlib import AsyncExitStack

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.bootstrap.workflows.units import OpenedExecutor, open_executor, open_trees
from architect.config.schema import Config
from architect.domain.errors import UserError, VcsFault
from architect.domain.workflows.events import WorkflowStarted
from architect.domain.workflows.unit import Place
from architect.l10n import english
from architect.workflows.evaluation import EvaluationSettings
from architect.workflows.loop import LoopSettings
from architect.workflows.pipeline_steps import PipelineSettings


async def base_of(front: Front, settings: Settings) -> str:
    """The commit of what is in the workspace now, which copies begin with; empty without git.

    Nothing keeps it yet: the coordinator does, once the workflow is on record. Else a process that
    is killed in between would leave a ref that nobody knows of.

    Raises:
        UserError: there is none, and the workflow needs one.
    """
    trees, needed = open_trees(front.root, front.config), _needs_git(settings)
    if trees is None and needed:
        raise UserError(
            english(
                "{root!r} is no git repository: only there can agents work on copies; `git "
                "init` makes one, and the first commit has to be made",
                root=str(front.root),
            )
        )
    if trees is None:
        return ""
    try:
        if needed:
            await trees.require_committer()
        return await trees.unkept_snapshot()
    except VcsFault as fault:
        if needed:
            raise UserError(
                english("agents cannot work on copies here: {fault}", fault=fault)
            ) from fault
        return ""


def _needs_git(settings: Settings) -> bool:
    """Whether units work on copies of the workspace, or branches are made in it."""
    if isinstance(settings, EvaluationSettings):
        return any(each.source is None for each in settings.tasks)
    return _has_copies(settings)


def require_fit_for_dask(settings: Settings) -> None:
    """Make sure that units work on copies.

    Raises:
        UserError: they work on the files of the user.
    """
    if not _has_copies(settings):
        raise UserError(
            english(
                "Dask works on copies of the files, and here is none: use --executor local, or in "
                "a loop --worktree"
            )
        )


def _has_copies(settings: Settings) -> bool:
    match settings:
        case LoopSettings():
            return settings.place is Place.COPY
        case PipelineSettings():
            return settings.needs_git
        case _:
            return True


def where_it_was(
    started: WorkflowStarted, settings: Settings, config: Config, *, chosen: str | None
) -> Config:
    """The configuration with the executor that the user has `chosen`, else that of the beginning.

    A scheduler can run code here, so that a record in the workspace does not choose one.

    Raises:
        UserError: there was one, and the user names none, or units cannot run there.
    """
    parallel = config.parallel
    executor = chosen or started.executor
    if executor == "dask" and started.scheduler and parallel.scheduler is None and not chosen:
        raise UserError(
            english(
                "the workflow began with the Dask scheduler at {scheduler!r}: continue it with "
                "`architect resume --scheduler`, set parallel.scheduler, or use --executor "
                "local",
                scheduler=started.scheduler,
            )
        )
    if executor == "dask":
        require_fit_for_dask(settings)
    return config.model_copy(
        update={"parallel": parallel.model_copy(update={"executor": executor})}
    )


async def open_copies(
    front: Front, base: str, workers: int, resources: AsyncExitStack
) -> OpenedExecutor:
    """What works on copies; of the workspace only if there is a `base`."""
    trees = open_trees(front.root, front.config) if base else None
    return await open_executor(
        front.root,
        front.config,
        front.credentials,
        trees,
        config_of=front.config_of,
        workers=workers,
        resources=resources,
    )
