"""When a run was acting, and not waiting for the model or the user."""

from collections.abc import Iterable
from datetime import datetime

from architect.domain.journal.background_events import BackgroundEnded, BackgroundStarted
from architect.domain.journal.call_events import ToolDecided, ToolRequested
from architect.domain.journal.events import Event, Record
from architect.domain.journal.model_events import ModelReplied, ModelRequested
from architect.domain.journal.run_events import RunFinished
from architect.frozen import frozen


@frozen
class ActingSpan:
    """A time in which commands of a run may have changed files; `end` is None if it was cut off."""

    start: datetime
    end: datetime | None


def acting_spans(records: Iterable[Record], *, checked: bool) -> tuple[ActingSpan, ...]:
    """When one run was acting, in order. `checked` says that checks follow its end.

    Between a reply and the next request that is all but the time in which a call is decided about,
    for which a person may take long. With a command in the background it is all the time.
    """
    spans: list[ActingSpan] = []
    began: datetime | None = None
    is_acting, in_background = False, set[str]()
    for record in records:
        event = record.event
        is_acting = _acts_behind(event, is_acting, checked=checked)
        match event:
            case BackgroundStarted(handle=handle):
                in_background.add(handle)
            case BackgroundEnded(handle=handle):
                in_background.discard(handle)
            case _:
                pass
        if is_acting or in_background:
            began = began or record.at
        elif began is not None:
            spans.append(ActingSpan(began, record.at))
            began = None
    if began is not None:
        spans.append(ActingSpan(began, None))
    return tuple(spans)


def _acts_behind(event: Event, before: bool, *, checked: bool) -> bool:
    match event:
        case ModelRequested() | ToolRequested():
            return False
        case ModelReplied() | ToolDecided():
            return True
        case RunFinished():
            return checked
        case _:
            return before
