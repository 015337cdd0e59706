"""Lists of workflows read a journal once, and again only when there is more in it."""

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.table import table

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.app.workflows.listing import ListedWorkflow, find_workflow, listed_workflows
from architect.bootstrap.workflows.records import workflow_files
from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import Status
from architect.domain.usage import Usage
from architect.domain.workflows.events import (
    UnitAdded,
    UnitFinished,
    UnitSpent,
    UnitStarted,
    WorkflowEvent,
    WorkflowFinished,
    WorkflowLimits,
    WorkflowRecord,
    WorkflowStarted,
)
from architect.domain.workflows.unit import Place, Unit, UnitResult

ID = WorkflowId("pipeline-20261125-120000-000001")
UNIT = UnitId("release")
BEGINNING: tuple[WorkflowEvent, ...] = (
    WorkflowStarted(
        workflow_id=ID,
        kind="pipeline",
        title="Release",
        workspace="/w",
        base="",
        executor="local",
        limits=WorkflowLimits(workers=2),
    ),
    UnitAdded(
        unit=Unit(
            unit_id=UNIT, task="publish it", agent="build", place=Place.COPY, approval="release"
        )
    ),
)
REST: tuple[WorkflowEvent, ...] = (
    UnitStarted(unit_id=UNIT, attempt=1, session_id=SessionId("s")),
    UnitSpent(unit_id=UNIT, usage=Usage(100, 20), cost_usd=0.5),
    UnitFinished(unit_id=UNIT, attempt=1, result=UnitResult(status=Status.SUCCESS)),
    WorkflowFinished(status=Status.SUCCESS, reason="all done", duration_s=2.0),
)


def written(root: Path, *events: WorkflowEvent, seq: int = 0) -> JsonlJournal:
    journal = workflow_files(root).open(ID)
    for number, event in enumerate(events, seq + 1):
        journal.append(WorkflowRecord(ID, number, datetime.now(UTC), event))
    return journal


def write(root: Path, *events: WorkflowEvent, seq: int = 0) -> None:
    asyncio.run(written(root, *events, seq=seq).aclose())


def only(root: Path) -> ListedWorkflow:
    [found] = listed_workflows(root)
    return found


def journal_of(root: Path) -> Path:
    return root / ".architect/sessions/.workflows" / f"{ID}.jsonl"


def test_a_journal_that_is_as_it_was_is_not_read_again(tmp_path: Path) -> None:
    write(tmp_path, *BEGINNING, *REST)
    first = only(tmp_path)
    assert first.overview is not None
    assert (first.status, first.overview.counts.succeeded) == ("success", 1)
    assert (first.overview.cost_usd, first.overview.usage) == (0.5, Usage(100, 20))
    path = journal_of(tmp_path)
    content = path.read_bytes()
    path.write_bytes(b"x" * 200 + content[200:])  # who reads it finds it corrupt
    assert only(tmp_path) == first


def test_what_is_added_to_a_journal_counts(tmp_path: Path) -> None:
    write(tmp_path, *BEGINNING)
    paused = only(tmp_path)
    assert paused.status == "paused" and paused.overview is not None
    [awaited] = paused.overview.awaited
    assert (awaited.approval, awaited.text, awaited.units) == ("release", "publish it", (UNIT,))
    assert only(tmp_path) == paused
    write(tmp_path, *REST, seq=len(BEGINNING))
    over = only(tmp_path)
    assert over.status == "success" and over.overview is not None
    assert over.overview.awaited == ()


def test_one_that_somebody_works_on_is_shown_as_it_is_by_now(tmp_path: Path) -> None:
    write(tmp_path, *BEGINNING)
    assert only(tmp_path).status == "paused"
    journal = written(tmp_path, REST[0], seq=len(BEGINNING))
    try:
        running = only(tmp_path)
        assert running.status == "running" and running.overview is not None
        assert running.overview.counts.running == 1
    finally:
        asyncio.run(journal.aclose())
    assert only(tmp_path).status == "paused"


def test_what_was_kept_by_another_version_or_is_broken_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path, *BEGINNING, *REST)
    first = only(tmp_path)
    kept = journal_of(tmp_path).with_suffix(".overview")
    for broken in (b"", b"[]", b'{"version": 9}', kept.read_bytes().replace(b'"kind"', b'"knd"')):
        kept.write_bytes(broken)
        assert only(tmp_path) == first


def _pipe(path: Path, _line: bytes) -> None:
    path.unlink()
    os.mkfifo(path)


def _link(path: Path, _line: bytes) -> None:
    path.rename(path.with_suffix(".elsewhere"))
    path.symlink_to(path.with_suffix(".elsewhere"))


def _line(old: bytes, new: bytes) -> Callable[[Path, bytes], None]:
    def write(path: Path, line: bytes) -> None:
        assert old in line
        path.write_bytes(path.read_bytes().replace(line, line.replace(old, new)))

    return write


CRAFTED: list[tuple[str, Callable[[Path, bytes], None], str]] = [
    ("none", _line(b":2.0", b":NaN"), "NaN is not a finite number"),
    ("infinite", _line(b":2.0", b":-Infinity"), "-Infinity is not a finite number"),
    ("too large", _line(b":2.0", b":1e999"), "1e999 is not a finite number"),
    ("too long", _line(b":2.0", b":" + b"9" * 5000), "digits"),
    ("of another type", _line(b":2.0", b":{}"), "duration_s: Input should be a valid number"),
    ("deep", _line(b":2.0", b":" + b"[" * 100_000), "recursion"),
    ("with a NUL", _line(b'"success"', b'"\\u0000"'), "status: Input should be"),
    (
        "of no event",
        _line(b'"workflow.finished"', b'"%s"' % (b"x" * 5000)),
        "no event of the type",
    ),
    ("a pipe", _pipe, "is a device, FIFO or socket"),
    ("a link", _link, "a link"),
]


@table(("what", "craft", "problem"), CRAFTED, ids=lambda case: case[0])
def test_a_crafted_journal_is_listed_as_corrupt_with_the_reason(
    what: str, craft: Callable[[Path, bytes], None], problem: str
) -> None:
    with TemporaryDirectory() as name:
        root = Path(name)
        write(root, *BEGINNING, *REST)
        path = journal_of(root)
        craft(path, path.read_bytes().splitlines()[-1])
        found = only(root)
        assert (found.status, found.overview) == ("corrupt", None), what
        assert problem in found.problem and len(found.problem) < 1_000
        assert find_workflow(root, ID).problem == found.problem


def test_a_reason_without_end_is_listed_again_and_again(tmp_path: Path) -> None:
    end = WorkflowFinished(status=Status.FAILED, reason="x" * 2_000_000, duration_s=1.0)
    write(tmp_path, *BEGINNING, end)
    assert [only(tmp_path).status for _ in range(2)] == ["failed", "failed"]
