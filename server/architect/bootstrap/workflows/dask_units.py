"""What the workers of Dask are sent, and what they are not."""

import hashlib
import os
import platform
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Never

from architect import __version__
from architect.adapters.records.cost_ledger import CostLedger
from architect.adapters.trees.laid_files import LaidFile
from architect.adapters.trees.repository_trees import RepositoryTrees
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.grants import list_grants
from architect.bootstrap.workflows.dask_executor import DaskExecutor
from architect.bootstrap.workflows.records import hidden_files, workflow_files
from architect.bootstrap.workflows.shipment import (
    Shipment,
    keys_in,
    keys_to_send,
    without_keys,
)
from architect.config.schema import Config
from architect.domain.errors import ConfigError, UserError
from architect.domain.workflows.unit import Unit
from architect.ports.unit_executor import UnitOrder


def dask_executor(
    root: Path,
    config: Config,
    credentials: Credentials,
    trees: RepositoryTrees,
    client: Any,
    *,
    config_of: Callable[[Unit], Config],
) -> DaskExecutor:
    """What has units run by the workers that `client` of a scheduler knows.

    Raises:
        UserError: the configuration holds keys, which are not to be sent.
    """
    real, files = root.resolve(), workflow_files(root)
    sends_keys = config.parallel.send_keys
    if not sends_keys:
        _refuse_keys_in(config, credentials)
    prefix, project = trees.prefix, _project(real)
    grants = list_grants(root, all_projects=False)

    def ship(order: UnitOrder) -> Shipment:
        own, hidden = config_of(order.unit), hidden_files(files, order)
        _refuse_other_repository(order.unit)
        if not sends_keys:
            _refuse_keys_of(order.unit, own, hidden, credentials)
        for each in (config, own):
            order = without_keys(order, credentials.redactor(each))
        return Shipment(
            version=__version__,
            order=order,
            config=own,
            grants=grants,
            project=project,
            prefix=prefix,
            prices=_content(own.costs.prices_file) if own.costs.enabled else None,
            hidden=hidden,
            keys=keys_to_send(own.llm, order.unit, credentials) if sends_keys else {},
            api_key=credentials.api_key if sends_keys else None,
        )

    return DaskExecutor(
        client,
        ship,
        trees,
        root=real,
        records_of_units=files.records_of_units,
        ledger=partial(CostLedger, credentials.environ, root) if config.costs.enabled else None,
    )


def _refuse_other_repository(unit: Unit) -> None:
    if unit.source is not None:
        raise UserError(
            f"{unit.unit_id} works on another repository, {unit.source.repository!r}, which cannot "
            "be sent to the workers of Dask yet: use --executor local"
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
        f"{what} holds a key, and keys are not sent to the workers of Dask: let them have "
        "it in their own environment, or use --send-keys"
    )


def _project(root: Path) -> str:
    """What tells the repository from those of others who use the same workers."""
    return hashlib.sha256(f"{platform.node()}:{root}".encode()).hexdigest()[:24]


def _content(prices: Path | None) -> bytes | None:
    try:
        return None if prices is None else prices.read_bytes()
    except OSError as error:
        raise ConfigError(f"costs.prices_file {str(prices)!r} cannot be read: {error}") from error
