"""The connection to a Dask scheduler, which is started on this machine when none is named.

What protects the connection is what Dask is configured to use, `distributed.comm.tls`; the workers
of a scheduler of our own have keys that are made for it.
"""

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import Any

from architect.adapters.install_command import install_command
from architect.domain.errors import UserError
from architect.l10n import english, joined

_CONNECT_S = 30.0
_LOGGERS = ("distributed", "distributed.client", "tornado", "tornado.application")
"""Those of which Dask sets the level; what they say of lost connections is said by us."""

_NO_DASHBOARD: Any = None  # unlike its annotation, Dask takes it
_CERTIFICATES = english(
    "give Dask certificates of the authority of the scheduler: distributed.comm.tls in its "
    "configuration, or DASK_DISTRIBUTED__COMM__TLS__CA_FILE, "
    "DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT and DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY"
)
_PLAIN = english("it may want TLS: its address would begin with tls:// then")


async def open_client(address: str | None, *, workers: int, resources: AsyncExitStack) -> Any:
    """A client of the scheduler at `address`, or of one with `workers` processes of our own.

    Raises:
        UserError: there is none, or Dask is missing.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError as error:
        raise UserError(
            english(
                "Dask is not installed here: {pip_install} installs it; `--executor local` "
                "works without it",
                pip_install=install_command("distributed", "cryptography"),
            )
        ) from error
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
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
        async with asyncio.timeout(2 * _CONNECT_S):
            return await resources.enter_async_context(client)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise _unreachable(address, _all_said(error)) from error


def _unreachable(address: str | None, said: str) -> UserError:
    problem = english(
        "no connection to the Dask scheduler at {address!r}: {said}", address=address, said=said
    )
    return UserError(joined("; ", filter(None, (problem, _advice(address, said)))))


async def threads_of(client: Any) -> int:
    """How many units its workers can run at the same time, at least 1."""
    threads: dict[str, int] = await client.nthreads()
    return max(1, sum(threads.values()))


def _all_said(error: BaseException) -> str:
    """The error with what caused it, in which the reason often is."""
    said: list[str] = []
    cause: BaseException | None = error
    while cause is not None:
        words = " ".join(str(cause).split())
        if words and not any(words in each for each in said):
            said.append(words)
        cause = cause.__cause__ or cause.__context__
    return ": ".join(said)[:500] or type(error).__name__


def _advice(address: str | None, said: str) -> str:
    if address is None:
        return ""
    if address.startswith("tls://"):
        return _CERTIFICATES
    return "" if "refused" in said else _PLAIN
