"""What replies cost, one entry a reply, and their sums."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Literal

from architect.domain.ids import RunId, session_of
from architect.domain.journal.child_events import SUBAGENT, ChildReplied
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied, ModelSwitched
from architect.domain.journal.run_events import RunStarted
from architect.domain.journal.state import Spending
from architect.domain.usage import NO_USAGE, Usage
from architect.frozen import frozen

CostKey = Literal["day", "model", "agent", "source", "session", "project"]
"""By what costs can be summed up."""


@frozen(kw_only=True)
class CostEntry:
    """One reply of a model. `cost_usd` is None if its price is unknown; `project` is a folder.

    `source` says what it was for, as in reports: `agent`, `summary`, `subagent`.
    """

    at: datetime
    project: str
    run_id: RunId
    model: str
    agent: str
    source: str
    usage: Usage
    cost_usd: float | None


class CostMeter:
    """Makes entries of the records of one run, taken in their order."""

    def __init__(self, project: str, *, with_children: bool = False) -> None:
        """`with_children` has the replies of the runs below it, which have meters of their own."""
        self._project = project
        self._with_children = with_children
        self._model = self._agent = ""
        self._is_child = self._is_copy = False

    def take(self, record: Record) -> CostEntry | None:
        """The entry of `record`, if that is a reply that was paid for in its session."""
        match record.event:
            case RunStarted() as started:
                self._model, self._agent = started.model, started.agent
                self._is_child = started.parent is not None
                self._is_copy = started.forked_from is not None
            case ModelSwitched(model=model):
                self._model = model
            case ModelReplied() | ChildReplied() if self._is_copy:
                return None
            case ModelReplied(usage=usage, cost_usd=cost, source=source):
                source = SUBAGENT if self._is_child else source
                return self._entry(record, source, usage or NO_USAGE, cost)
            case ChildReplied(usage=usage, cost_usd=cost) if self._with_children:
                return self._entry(record, SUBAGENT, usage, cost)
            case _:
                pass
        return None

    def _entry(
        self, record: Record, source: str, usage: Usage, cost_usd: float | None
    ) -> CostEntry:
        return CostEntry(
            at=record.at,
            project=self._project,
            run_id=record.run_id,
            model=self._model,
            agent=self._agent,
            source=source,
            usage=usage,
            cost_usd=cost_usd,
        )


@frozen
class CostRow:
    """The replies that have a key in common."""

    key: str
    replies: int
    spending: Spending


def summed_up(entries: Iterable[CostEntry], by: CostKey) -> list[CostRow]:
    """A row a key: days and sessions in their order, all else by what it cost, the most first."""
    rows: dict[str, CostRow] = {}
    for entry in entries:
        key = _KEYS[by](entry)
        row = rows.get(key, CostRow(key, 0, Spending()))
        spending = row.spending.plus(entry.usage, entry.cost_usd, source=None)
        rows[key] = CostRow(key, row.replies + 1, spending)
    in_order = sorted(rows.values(), key=lambda row: row.key)
    if by in ("day", "session"):
        return in_order
    return sorted(in_order, key=lambda row: -row.spending.cost_usd)


def _local(at: datetime) -> datetime:
    """The time here; a journal may be dated so late that there is none."""
    try:
        return at.astimezone()
    except OverflowError:
        return at


_KEYS: Mapping[CostKey, Callable[[CostEntry], str]] = {
    "day": lambda entry: f"{_local(entry.at):%Y-%m-%d}",
    "model": lambda entry: entry.model,
    "agent": lambda entry: entry.agent,
    "source": lambda entry: entry.source,
    "session": lambda entry: session_of(entry.run_id),
    "project": lambda entry: entry.project,
}
