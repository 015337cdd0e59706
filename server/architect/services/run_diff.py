"""What a run changed: each file before and after it, and as one patch."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from architect.domain.errors import OriginalMissingError, PathRefusedError, PortFault
from architect.domain.ids import RunId
from architect.domain.journal.change_events import ChangesRejected, FileChanged
from architect.domain.journal.events import Record
from architect.domain.journal.file_traces import (
    FileTrace,
    Made,
    Span,
    file_traces,
    undone_files,
)
from architect.domain.paths import Access
from architect.domain.review.proposals import proposals
from architect.domain.review.undo import Content, KnownSpan, Overlap, is_same, without_edits
from architect.domain.text.joined_patch import file_patch, joined_patch
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.originals import Originals
from architect.ports.workspace import Workspace
from architect.services.kept_contents import known_content, known_spans


@frozen
class FileSides:
    """A file as a run found and as it left it; None where there was none.

    `executable` is what became of the execute bit, None if it stayed.
    """

    path: str
    before: str | None
    after: str | None
    executable: bool | None = None


@frozen
class RunDiff:
    """What a run changed, sorted by path.

    `files` has what others changed in between on both sides, unless that cannot be told apart; it
    is None if the contents of a file were not kept. `undone` are the paths that were undone since,
    `undone_in` those of which single changes were.
    """

    patch: str
    files: tuple[FileSides, ...] | None
    undone: tuple[str, ...] = ()
    undone_in: tuple[str, ...] = ()


def undone_lines(diffs: Sequence[RunDiff]) -> Iterator[str]:
    """Which of the files that `diffs` show were undone since, and of which single changes were."""
    if paths := sorted({path for each in diffs for path in each.undone}):
        yield english("undone since: {paths}", paths=", ".join(paths))
    if paths := sorted({path for each in diffs for path in each.undone_in}):
        yield english("single changes undone since: {paths}", paths=", ".join(paths))


_Part = list[FileSides] | str
"""The changes of one file, the oldest first; the diffs of the journal if they are not kept."""


async def run_diff(
    run_id: RunId, records: Sequence[Record], *, workspace: Workspace, originals: Originals
) -> RunDiff:
    """The net change of each file by the run, or proposed by it.

    What others changed in between is left out. `records` are those of the whole session. Where the
    contents of a file were not kept, the patch has the diffs of the journal, each cut to its limit.
    """
    traces = sorted(file_traces(records, run_id), key=lambda trace: trace.path)
    parts = [
        await _file_sides(trace, run_id, records, workspace=workspace, originals=originals)
        for trace in traces
    ]
    proposed = sorted(proposals(records, run_id).items())
    parts += [await _proposed_sides(path, span, originals) for path, span in proposed]
    are_undone = undone_files(records)
    undone = tuple(trace.path for trace in traces if are_undone.get((run_id, trace.path)))
    single = set(_with_undone_hunks(records, run_id, are_undone))
    left = tuple(trace.path for trace in traces if trace.path in single.difference(undone))
    diff = await asyncio.to_thread(_joined, parts)
    return replace(diff, undone=undone, undone_in=left)


def _with_undone_hunks(
    records: Iterable[Record], run_id: RunId, undone: Mapping[tuple[RunId, str], bool]
) -> Iterator[str]:
    """The files of which hunks were undone, and not redone since."""
    for record in records:
        match record.event:
            case ChangesRejected(of_run=of_run, paths=paths, hunks=hunks) if of_run == run_id:
                yield from (
                    path for path in paths if hunks and not undone.get((record.run_id, path))
                )
            case _:
                pass


def _joined(parts: Sequence[_Part]) -> RunDiff:
    patch = joined_patch(
        each for part in parts for each in ([part] if isinstance(part, str) else map(_diff, part))
    )
    known = [part for part in parts if not isinstance(part, str)]
    whole = [FileSides(part[0].path, part[0].before, part[-1].after) for part in known if part]
    changed = tuple(file for file in whole if file.before != file.after)
    return RunDiff(patch, changed if len(known) == len(parts) else None)


async def _proposed_sides(path: str, span: Span, originals: Originals) -> _Part:
    try:
        before = await known_content(span.before, originals)
        after = await known_content(span.after, originals)
    except OriginalMissingError:
        return ""
    return [_sides(path, before, after)]


async def _file_sides(
    trace: FileTrace,
    run_id: RunId,
    records: Sequence[Record],
    *,
    workspace: Workspace,
    originals: Originals,
) -> _Part:
    try:
        spans = await known_spans(trace, originals)
    except OriginalMissingError:
        return "".join(_journaled(trace.path, run_id, records))
    if spans[0].made is not Made.YES and not is_same(
        await _present(trace.path, workspace), spans[0].after
    ):
        spans = spans[1:]
    return await asyncio.to_thread(_net_sides, trace.path, spans)


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


def _net_sides(path: str, spans: Sequence[KnownSpan]) -> list[FileSides]:
    """One change of the file; several if what others did in between cannot be told apart."""
    if not spans:
        return []
    last = spans[0].after
    without = without_edits(last, spans)
    if isinstance(without, Overlap):
        return [
            _sides(path, span.before, span.after, executable=span.executable)
            for span in reversed(spans)
        ]
    bits = [span.executable for span in reversed(spans) if span.executable is not None]
    # Each change of the bit is the other way round: an even number of them takes itself back.
    return [_sides(path, without.content, last, executable=bits[-1] if len(bits) % 2 else None)]


def _sides(
    path: str, before: Content, after: Content, *, executable: bool | None = None
) -> FileSides:
    return FileSides(path, before and before.text, after and after.text, executable)


def _diff(sides: FileSides) -> str:
    return file_patch(sides.path, sides.before, sides.after, executable=sides.executable)
