"""What a run proposed for each file, read from its journal."""

from collections.abc import Callable, Iterable

from architect.domain.events import FileProposed, Record
from architect.domain.file_traces import Span
from architect.domain.ids import RunId


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
