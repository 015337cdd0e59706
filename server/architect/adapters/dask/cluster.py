"""The connection to a Dask scheduler, which is started on this machine when none is named.

What protects the connection is what Dask is configured to use, `distributed.comm.tls`; the workers
of a scheduler of our own have keys that are made for it.
"""

import logging
from contextlib import AsyncExitStack
from typing import Any

from architect.domain.errors import UserError

_CONNECT_S = 30.0
_NO_DASHBOARD: Any = None  # unlike its annotation, Dask takes it
_MISSING = (
    "Dask is not installed here: pip install 'architect-lsp[dask]' installs it; "
    "`--executor local` works without it"
)


async def open_client(address: str | None, *, workers: int, resources: AsyncExitStack) -> Any:
    """A client of the scheduler at `address`, or of one with `workers` processes of our own.

    Raises:
        UserError: there is none, or Dask is missing.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UserError(_MISSING) from error
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    where = address
    try:
        if where is None:
            where = await resources.enter_async_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=_NO_DASHBOARD,
                    security=True,
                    silence_logs=logging.CRITICAL,
                    asynchronous=True,
                )
            )
        client = Client(where, asynchronous=True, timeout=_CONNECT_S, set_as_default=False)
        return await resources.enter_async_context(client)
    except (OSError, ValueError, TypeError) as error:
        said = " ".join(str(error).split())
        raise UserError(f"no connection to the Dask scheduler at {address!r}: {said}") from error


def threads_of(client: Any) -> int:
    """How many units its workers can run at the same time, at least 1."""
    workers = client.scheduler_info(n_workers=-1)["workers"].values()
    return max(1, sum(worker["nthreads"] for worker in workers))
