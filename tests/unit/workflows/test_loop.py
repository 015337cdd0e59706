"""Which iteration of a loop is kept."""

import pytest

from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import ErrorKind, RunError, Status
from architect.domain.workflows.events import (
    UnitAdded,
    UnitFinished,
    UnitStarted,
    WorkflowLimits,
    WorkflowStarted,
)
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import CheckResult, Place, UnitResult
from architect.workflows.loop import Loop, LoopSettings

CHECKS = ("one", "two", "three")


def ran(failed: int, *files: str) -> UnitResult:
    """An iteration in which that many checks failed."""
    checks = (CheckResult(each, n >= failed, 0, "", 0.0) for n, each in enumerate(CHECKS))
    return UnitResult(status=Status.SUCCESS, checks=tuple(checks), files=files or ("a.txt",))


NOT_BEGUN = UnitResult(status=Status.FAILED, error=RunError(ErrorKind.MODEL, "no reply"))


def behind(loop: Loop, results: list[UnitResult]) -> WorkflowState:
    """The state behind iterations with those results."""
    state = WorkflowState()
    limits = WorkflowLimits()
    state.apply(
        WorkflowStarted(
            workflow_id=WorkflowId("loop-1"),
            kind="loop",
            title="",
            workspace="/w",
            base="",
            executor="local",
            limits=limits,
        )
    )
    for number, result in enumerate(results, start=1):
        (unit,) = loop.next_units(state)
        state.apply(UnitAdded(unit=unit))
        session_id = SessionId(f"s{number}")
        state.apply(UnitStarted(unit_id=unit.unit_id, attempt=1, session_id=session_id))
        state.apply(UnitFinished(unit_id=unit.unit_id, attempt=1, result=result))
    return state


CASES: dict[str, tuple[list[UnitResult], int]] = {
    "the last": ([ran(2), ran(1)], 2),
    "one before": ([ran(1), ran(2), ran(3)], 1),
    "of those that are as good the last": ([ran(1), ran(1), ran(2)], 2),
    "what did not come to its checks is not the best": ([ran(1), NOT_BEGUN], 1),
    "what nobody checked": ([NOT_BEGUN, NOT_BEGUN], 2),
    "what cheated is not the best": ([ran(2), ran(1, "tests/test_a.py"), ran(3)], 1),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("place", [Place.WORKSPACE, Place.COPY])
def test_the_best_is_kept(name: str, place: Place) -> None:
    results, kept = CASES[name]
    settings = LoopSettings(
        task="t",
        checks=CHECKS,
        place=place,
        keep_best=True,
        protects_checks=True,
        max_iterations=len(results),
    )
    loop = Loop(settings)
    state = behind(loop, results)
    undone = [f"iteration-{number}" for number in range(len(results), kept, -1)]
    if place is Place.COPY:
        assert loop.undone_at_the_end(state) == ()
        assert loop.branch_at_the_end(state) == (UnitId(f"iteration-{kept}"), "architect/loop")
    else:
        assert loop.undone_at_the_end(state) == undone
        assert loop.branch_at_the_end(state) is None
    status, reason = loop.outcome(state)
    assert status is Status.PARTIAL or not any(each.files for each in results)
    assert (f"kept iteration {kept}, the best" in reason) == bool(undone), reason


def test_the_last_is_kept_if_nobody_asked_for_the_best() -> None:
    loop = Loop(LoopSettings(task="t", checks=CHECKS, place=Place.WORKSPACE, max_iterations=2))
    state = behind(loop, [ran(1), ran(2)])
    assert loop.undone_at_the_end(state) == []
