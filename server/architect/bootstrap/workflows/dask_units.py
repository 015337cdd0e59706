"""What the workers of Dask are sent, and what they are not."""

import hashlib
import os
import platform
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Never

from architect.adapters.dask.installations import named, needs_of, unfit_workers
from architect.adapters.records.cost_ledger import CostLedger
from architect.adapters.trees.laid_files import LaidFile
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.grants import list_grants
from architect.bootstrap.workflows.dask_executor import DaskExecutor, Home
from architect.bootstrap.workflows.records import hidden_files, workflow_files
from architect.bootstrap.workflows.shipment import (
    Shipment,
    keys_in,
    keys_to_send,
    without_keys,
)
from architect.config.schema import Config
from architect.domain.errors import ConfigError, UserError
from architect.domain.grants import Grant
from architect.domain.workflows.unit import Unit
from architect.l10n import english
from architect.ports.unit_executor import Dropped, UnitOrder


async def require_fit_workers(client: Any, config: Config) -> None:
    """Make sure that units can run on the workers that are there.

    Raises:
        UserError: on some of them they cannot.
    """
    unfit = await unfit_workers(client, needs_of(config.commands.sandbox))
    if unfit:
        raise UserError(
            english("not all workers of the Dask scheduler will do: {unfit}", unfit=named(unfit))
        )


def dask_executor(
    root: Path,
    config: Config,
    credentials: Credentials,
    trees: RepositoryTrees | None,
    client: Any,
    *,
    config_of: Callable[[Unit], Config],
    drop: Callable[[UnitOrder], Awaitable[Dropped]],
) -> DaskExecutor:
    """What has units run by the workers that `client` of a scheduler knows.

    Without `trees` only units with a `source` can run. `drop` undoes what an attempt left here.

    Raises:
        UserError: the configuration holds keys, which are not to be sent.
    """
    if not config.parallel.send_keys:
        _refuse_keys_in(config, credentials)
    real, files = root.resolve(), workflow_files(root)
    place_of = partial(_place_of, real)
    ship = partial(
        _shipment,
        config=config,
        credentials=credentials,
        config_of=config_of,
        hidden_of=partial(hidden_files, files),
        place_of=place_of,
        prefix="" if trees is None else trees.prefix,
        grants=list_grants(root, all_projects=False),
    )
    ledger = partial(CostLedger, credentials.environ, root) if config.costs.enabled else None
    home = Home(
        trees=trees,
        repository_of=place_of,
        records_of_units=files.records_of_units,
        ledger=ledger,
        drop=drop,
    )
    return DaskExecutor(client, ship, home)


def _place_of(root: Path, order: UnitOrder) -> Path:
    source = order.unit.source
    return root if source is None else Path(source.repository)


def _shipment(
    order: UnitOrder,
    *,
    config: Config,
    credentials: Credentials,
    config_of: Callable[[Unit], Config],
    hidden_of: Callable[[UnitOrder], tuple[LaidFile, ...]],
    place_of: Callable[[UnitOrder], Path],
    prefix: str,
    grants: tuple[Grant, ...],
) -> Shipment:
    """What goes with an order, in which `prefix` is the workspace in its repository.

    Raises:
        UserError: a key would go with it, and keys are not to be sent.
    """
    sends_keys = config.parallel.send_keys
    own, hidden = config_of(order.unit), hidden_of(order)
    if not sends_keys:
        _refuse_keys_of(order.unit, own, hidden, credentials)
    project = _project(place_of(order))
    for each in (config, own):
        order = without_keys(order, credentials.redactor(each))
    return Shipment(
        needs=needs_of(own.commands.sandbox),
        order=order,
        config=own,
        grants=grants,
        project=project,
        prefix=prefix if order.unit.source is None else "",
        prices=_content(own.costs.prices_file) if own.costs.enabled else None,
        hidden=hidden,
        keys=keys_to_send(own.llm, order.unit, credentials) if sends_keys else {},
        api_key=credentials.api_key if sends_keys else None,
    )


def _refuse_keys_of(
    unit: Unit, config: Config, hidden: Iterable[LaidFile], credentials: Credentials
) -> None:
    """Refuse a unit if a key would travel with its configuration or with its checks.

    Of hidden files only known keys count: what looks like one may be made up for a test.
    """
    if unit.config:
        _refuse_keys_in(config, credentials, file=unit.config)
    redactor = credentials.redactor(config)
    for line in unit.checks:
        if redactor.clean(line).text != line:
            _refuse(f"a check of {unit.unit_id}")
    known = [os.fsencode(key) for key in credentials.secrets(config.llm)]
    for file in hidden:
        if file.content is not None and any(key in file.content for key in known):
            _refuse(f"{file.path}, a hidden file of {unit.unit_id},")


def _refuse_keys_in(config: Config, credentials: Credentials, *, file: str = "") -> None:
    if names := keys_in(config, credentials.redactor(config)):
        _refuse(f"{names[0]} in {file!r}" if file else names[0])


def _refuse(what: str) -> Never:
    raise UserError(
        english(
            "{what} holds a key, and keys are not sent to the workers of Dask: let them "
            "have it in their own environment, or use --send-keys",
            what=what,
        )
    )


def _project(root: Path) -> str:
    """What tells the repository from those of others who use the same workers."""
    return hashlib.sha256(f"{platform.node()}:{root}".encode()).hexdigest()[:24]


def _content(prices: Path | None) -> bytes | None:
    try:
        return None if prices is None else prices.read_bytes()
    except OSError as error:
        raise ConfigError(
            english(
                "costs.prices_file {prices!r} cannot be read: {error}",
                prices=str(prices),
                error=error,
            )
        ) from error
