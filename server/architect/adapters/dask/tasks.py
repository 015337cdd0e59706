"""How the tasks of Dask end, and whether there is a scheduler that knows of them."""

from typing import Any

from distributed import KilledWorker
from distributed.client import FutureCancelledError

from architect.domain.errors import ExecutorLostError, UnitLostError
from architect.l10n import english


class TaskFailedError(Exception):
    """A task raised something that is no error of a unit."""


async def outcome_of(client: Any, future: Any) -> Any:
    """What a task gave.

    Raises:
        UnitLostError: Dask gives up, or the task raised it.
        TaskFailedError: the task raised another error, or could not be started.
        ExecutorLostError: the scheduler is gone.
    """
    error: BaseException | None = await future.exception()
    require_scheduler(client)
    if error is None and future.cancelled():
        raise UnitLostError(english("the scheduler does not know it any more"))
    if isinstance(error, UnitLostError):
        raise error
    if isinstance(error, KilledWorker):
        raise UnitLostError(said(error))
    if error is not None:
        raise TaskFailedError(said(error)) from error
    try:
        return await future
    except (KilledWorker, FutureCancelledError) as fault:  # with the result, before it was here
        require_scheduler(client)
        raise UnitLostError(said(fault)) from fault


def require_scheduler(client: Any) -> None:
    """Make sure that the scheduler has been there all the time.

    A client that finds another one at the same address does not tell it what the first one knew.

    Raises:
        ExecutorLostError: it has not.
    """
    if client.status != "running":
        raise ExecutorLostError(english("the connection to the Dask scheduler was lost"))


def said(error: BaseException) -> str:
    """One line about the failure of a worker."""
    words = " ".join(str(error).split())
    failed = english("its worker failed: {name}: {words}", name=type(error).__name__, words=words)
    return failed[:300]
