"""Lists of workflows read a journal once, and again only when there is more in it."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.app.workflows.listing import ListedWorkflow, listed_workflows
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
