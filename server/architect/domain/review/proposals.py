"""What a run proposed for each file, read from its journal."""

from collections.abc import Callable, Iterable, Mapping

from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolDecided
from architect.domain.journal.change_events import FileProposed
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import Span
from architect.domain.verdict import Allow


def proposals(
    records: Iterable[Record], run_id: RunId, *, place: Callable[[str], str] = str
) -> dict[str, Span]:
    """By path, from what the run saw in a file to what it would make of it, all in all.

    Where others changed the file after the run had given up its proposals for it, only what follows
    counts.
    """
    spans: dict[str, tuple[str, Span]] = {}
    for record in records:
        match record.event:
            case FileProposed() as event if record.run_id == run_id:
                span = Span(event.before_sha256, event.after_sha256)
                _, earlier = spans.get(place(event.path), (event.path, span))
                if earlier.after == span.before:
                    span = Span(earlier.before, span.after)
                spans[place(event.path)] = event.path, span
            case _:
                pass
    return {path: span for path, span in spans.values() if span.before != span.after}


def places_proposed(records: Iterable[Record], run_id: RunId) -> Mapping[str, str]:
    """Where the path of each file led for which the run proposed something last."""
    events = (record.event for record in records if record.run_id == run_id)
    found = (event for event in events if isinstance(event, FileProposed))
    return {event.path: event.place or event.path for event in found}


def allowed_in_person(records: Iterable[Record], run_id: RunId) -> frozenset[str]:
    """The files whose proposals somebody allowed when guardrails wanted that to be asked."""
    answered: set[CallId] = set()
    names: set[str] = set()
    for record in records:
        if record.run_id != run_id:
            continue
        match record.event:
            case ToolDecided(allowed=True, reason=reason) as event if reason:
                if Allow(event.by).is_answer:
                    answered.add(event.call_id)
            case FileProposed() as event if event.call_id in answered:
                names.add(event.path)
            case _:
                pass
    return frozenset(names)
