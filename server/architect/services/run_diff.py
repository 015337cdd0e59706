"""What a run changed, as one patch."""

import asyncio
from collections.abc import Iterator, Sequence

from architect.domain.errors import OriginalMissingError, PathRefusedError, PortFault
from architect.domain.ids import RunId
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import FileTrace, Made, Span, file_traces
from architect.domain.paths import Access
from architect.domain.review.proposals import proposals
from architect.domain.review.undo import Content, KnownSpan, Overlap, is_same, without_edits
from architect.domain.text.diff import diff_of
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace
from architect.services.kept_contents import known_content, known_spans


async def run_diff(
    run_id: RunId, records: Sequence[Record], *, workspace: Workspace, originals: Originals
) -> str:
    """The net change of each file by the run, or proposed by it, as a unified diff, sorted by path.

    What others changed in between is left out. `records` are those of the whole session. Where the
    contents of a file were not kept, it is the diffs of the journal, each cut to its limit.
    """
    traces = sorted(file_traces(records, run_id), key=lambda trace: trace.path)
    diffs = [
        await _file_diff(trace, run_id, records, workspace=workspace, originals=originals)
        for trace in traces
    ]
    proposed = sorted(proposals(records, run_id).items())
    diffs += [await _proposed_diff(path, span, originals) for path, span in proposed]
    return "".join(diffs)


async def _proposed_diff(path: str, span: Span, originals: Originals) -> str:
    try:
        before = await known_content(span.before, originals)
        after = await known_content(span.after, originals)
    except OriginalMissingError:
        return ""
    return await asyncio.to_thread(_diff, path, before, after)


async def _file_diff(
    trace: FileTrace,
    run_id: RunId,
    records: Sequence[Record],
    *,
    workspace: Workspace,
    originals: Originals,
) -> str:
    try:
        spans = await known_spans(trace, originals)
    except OriginalMissingError:
        return "".join(_journaled(trace.path, run_id, records))
    if spans[0].made is not Made.YES and not is_same(
        await _present(trace.path, workspace), spans[0].after
    ):
        spans = spans[1:]
    return await asyncio.to_thread(_net_diff, trace.path, spans)


def _journaled(path: str, run_id: RunId, records: Sequence[Record]) -> Iterator[str]:
    for record in records:
        match record.event:
            case FileChanged(path=changed, diff=diff) if (record.run_id, changed) == (run_id, path):
                yield diff
            case _:
                pass


async def _present(path: str, workspace: Workspace) -> Content:
    try:
        return (await workspace.read(workspace.locate(path, Access.READ))).document
    except (PathRefusedError, PortFault):
        return None


def _net_diff(path: str, spans: Sequence[KnownSpan]) -> str:
    """One diff for the file; several if what others changed in between cannot be told apart."""
    if not spans:
        return ""
    last = spans[0].after
    without = without_edits(last, spans)
    if isinstance(without, Overlap):
        return "".join(_diff(path, span.before, span.after) for span in reversed(spans))
    return _diff(path, without.content, last)


def _diff(path: str, before: Content, after: Content) -> str:
    old, new = before and before.text, after and after.text
    return diff_of(path, old, new)[0]
