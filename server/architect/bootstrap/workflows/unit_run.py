"""One attempt at a unit as a run in a folder, whoever made that."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.adapters.records.cost_ledger import CostLedger
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.run.grants import open_grants
from architect.bootstrap.run.open_session import new_session
from architect.bootstrap.run.run_factory import RunFactory
from architect.config.schema import Config
from architect.domain.costs import CostMeter
from architect.domain.errors import AuthenticationFailedError, UserError
from architect.domain.grants import Grant
from architect.domain.journal.events import Record
from architect.domain.journal.state import AgentState
from architect.domain.outcome import ErrorKind, RunError, Status
from architect.domain.run_request import RunRequest
from architect.domain.verdict import EditReview
from architect.domain.workflows.unit import Unit, UnitResult
from architect.execution.grant_book import GrantBook
from architect.frozen import frozen
from architect.l10n import at, english
from architect.ports.event_sink import EventSink
from architect.ports.host import Host
from architect.ports.unit_executor import Spent, UnitOrder
from architect.services.runs import Run


@frozen
class UnitHome:
    """What a unit shares with others: the grants and costs of the workspace `root`.

    Where the user is not there is no `root`, and `grants` are those that hold where they are.
    """

    root: Path | None
    grants: tuple[Grant, ...] = ()

    def ledger(self, environ: Mapping[str, str]) -> tuple[EventSink, ...]:
        return () if self.root is None else (CostLedger(environ, self.root),)

    def grant_book(self) -> GrantBook:
        return GrantBook(_Sent(self.grants)) if self.root is None else open_grants(self.root)


@frozen
class _Sent:
    """Grants of elsewhere, to which nothing can be added here."""

    grants: tuple[Grant, ...]

    def load(self) -> tuple[Grant, ...]:
        return self.grants

    def add(self, grant: Grant, *, everywhere: bool) -> Grant:
        raise UserError(english("grants are kept where the user is"))


async def run_agent(
    order: UnitOrder,
    config: Config,
    host: Host,
    credentials: Credentials,
    *,
    home: UnitHome,
    spent: Spent,
) -> UnitResult:
    """What the agent did, unchecked and without the tree.

    A cancellation interrupts the run and waits for its end.
    """
    config = config_for(order, config)
    if not order.unit.task:
        return UnitResult(status=Status.SUCCESS)
    credentials = credentials.in_trace(order.trace)
    host = replace(host, sinks=(*host.sinks, SpendingSink(spent)))
    try:
        parts = _UnitParts(config, host, credentials, home=home)
        session = new_session(host.workspace.root, order.session_id)
        run = await RunFactory(parts).open(request_for(order), session)
    except AuthenticationFailedError as error:
        return not_begun(ErrorKind.AUTHENTICATION, error)
    except UserError as error:
        return not_begun(ErrorKind.CONFIGURATION, error)
    return result_of(await _to_its_end(run), order)


class _UnitParts(ConfiguredParts):
    def __init__(
        self, config: Config, host: Host, credentials: Credentials, *, home: UnitHome
    ) -> None:
        super().__init__(config, host, credentials)
        self._home = home

    def ledger(self) -> tuple[EventSink, ...]:
        if not self.config.costs.enabled:
            return ()
        return self._home.ledger(self.credentials.environ)

    def grants(self) -> GrantBook:
        return self._home.grant_book()


class SpendingSink:
    """Tells of each reply of the run and of those below it."""

    def __init__(self, spent: Spent) -> None:
        self._meter = CostMeter("", with_children=True)
        self._spent = spent

    def show(self, record: Record) -> None:
        if (entry := self._meter.take(record)) is not None:
            self._spent(entry.usage, entry.cost_usd)


async def _to_its_end(run: Run) -> AgentState:
    going = asyncio.create_task(run.go())
    try:
        return await asyncio.shield(going)
    except asyncio.CancelledError:
        run.interrupt()
        await asyncio.gather(going, return_exceptions=True)
        raise


async def credentials_for(
    order: UnitOrder, config: Config, credentials: Credentials
) -> Credentials:
    """The credentials of the attempt: with what the keyring has of the keys of its own model."""
    return await credentials.with_kept(config_for(order, config).llm)


def config_for(order: UnitOrder, config: Config) -> Config:
    """The configuration of the attempt: what bounds it counts beside what is configured."""
    configured = config.costs.budget_usd
    bounds = [each for each in (configured, order.share_usd) if each is not None]
    costs = config.costs.model_copy(update={"budget_usd": min(bounds, default=None)})
    updates: dict[str, Any] = {"costs": costs}
    if order.unit.protected:
        patterns = (*config.guardrails.protected_files, *order.unit.protected)
        update = {"protected_files": patterns, "enabled": True}
        updates["guardrails"] = config.guardrails.model_copy(update=update)
    if order.unit.model is not None:
        updates["llm"] = config.llm.model_copy(update={"model": order.unit.model})
    return config.model_copy(update=updates)


def request_for(order: UnitOrder) -> RunRequest:
    """What a run is asked for the attempt."""
    unit = order.unit
    return RunRequest(
        task=unit.task,
        agent=unit.agent,
        mode=unit.mode,
        max_steps=unit.max_steps,
        timeout_s=order.timeout_s,
        edits=EditReview.AFTER,
        attachments=unit.attachments,
        output_schema=unit.output_schema,
        title=_title(unit),
        names_in=unit.names_in,
        taints=unit.taints,
    )


_MOST_TITLE = 80


def _title(unit: Unit) -> str:
    first = next(filter(None, (line.strip() for line in unit.task.split("\n"))), "")
    return f"{unit.unit_id}: {first}"[:_MOST_TITLE]


def not_begun(kind: ErrorKind, error: Exception | str) -> UnitResult:
    """The result of an attempt whose run could not be started."""
    return UnitResult(status=Status.FAILED, error=RunError(kind, str(error)), session_id=None)


def result_of(state: AgentState, order: UnitOrder) -> UnitResult:
    """What a run came to, without checks and tree."""
    spending = state.spending
    return UnitResult(
        status=state.status or Status.FAILED,
        stop_reason=state.stop_reason,
        output=state.output,
        error=state.error,
        session_id=order.session_id,
        steps=state.step,
        duration_s=state.duration_s,
        usage=spending.usage,
        cost_usd=None if spending.unpriced_calls else spending.cost_usd,
        files=state.files_modified,
        denied=tuple(at(each.name, each.reason) for each in state.denials),
        taints=tuple(state.taints),
    )
