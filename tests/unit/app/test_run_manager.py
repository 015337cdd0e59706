"""Who runs, who waits, and what becomes of each run."""

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from architect.app.errors import BusyError, CannotStartError, UnknownRunError
from architect.app.event_log import EventLog, LoggedEvent, StateChange
from architect.app.live_run import LiveRun
from architect.app.run_manager import MAX_FINISHED, RunManager
from architect.app.run_order import RunOrder
from architect.app.run_queue import EDITORS_AT_ONCE, MAX_QUEUED
from architect.app.run_state import Outcome, Phase
from architect.app.unit_work import UnitWork
from architect.domain.errors import ConfigError, UserError
from architect.domain.ids import RunId
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status, StopReason
from architect.domain.run_request import RunRequest
from architect.execution.message_queue import QueuedMessage

UNIT = cast("UnitWork", object())
"""Nothing here looks into it."""

DONE = AgentState(status=Status.SUCCESS, stop_reason=StopReason.LLM_DONE, output="done")
INTERRUPTED = AgentState(status=Status.PARTIAL, stop_reason=StopReason.USER_INTERRUPT)


class FakeRun:
    """A run that ends when it is told to."""

    def __init__(self) -> None:
        self.state = AgentState()
        self.is_closed = False
        self._over = asyncio.Event()

    def interrupt(self) -> None:
        self.end(INTERRUPTED)

    async def close(self) -> None:
        self.is_closed = True

    def interrupt_child(self, run_id: str) -> bool:
        return False

    async def stop_command(self, run_id: RunId, handle: str) -> bool:
        return False

    def keep_command(self, run_id: RunId, handle: str) -> bool:
        return False

    def compact(self, focus: str) -> None:
        pass

    def say(self, message: QueuedMessage, *, at_once: bool) -> bool:
        return False

    def withdraw(self, message_id: str) -> bool:
        return False

    def cut_off(self) -> None:
        self.end(AgentState())

    def end(self, state: AgentState) -> None:
        self.state = state
        self._over.set()

    async def go(self) -> AgentState:
        await self._over.wait()
        return self.state


class SilentWatch:
    def begins(self, run: LiveRun) -> None: ...

    def ends(self, run: LiveRun, outcome: Outcome) -> None: ...

    def ended(self, run: LiveRun) -> None: ...


class KeptCrashes:
    def __init__(self) -> None:
        self.kept: list[BaseException] = []

    def keep(self, error: BaseException) -> str:
        self.kept.append(error)
        return "crash.log"


class FakeRuns:
    """A manager over fake runs, and everything it published."""

    def __init__(self) -> None:
        self.published: list[LoggedEvent] = []
        self.engine: dict[str, FakeRun] = {}
        self.refusal: Exception | None = None
        self.crashes = KeptCrashes()
        self.manager = RunManager(self._open, self._live, watch=SilentWatch(), crashes=self.crashes)
        self._count = 0

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, lambda event, _: self.published.append(event)))

    async def _open(self, run: LiveRun) -> FakeRun:
        if self.refusal is not None:
            raise self.refusal
        self.engine[run.run_id] = FakeRun()
        return self.engine[run.run_id]

    async def order(
        self, root: str = "/a", *, reads_only: bool = False, unit: UnitWork | None = None
    ) -> LiveRun:
        self._count += 1
        order = RunOrder(
            RunRequest(task="t", agent="build"),
            Path(root),
            "t",
            RunId(f"s{self._count}.1"),
            reads_only=reads_only,
            unit=unit,
        )
        return await self.manager.submit(order)

    async def end(self, run: LiveRun, state: AgentState = DONE) -> None:
        self.engine[run.run_id].end(state)
        await run.ended()

    def states_of(self, run: LiveRun) -> list[str]:
        return [
            event.what.standing.phase
            for event in self.published
            if event.run_id == run.run_id and isinstance(event.what, StateChange)
        ]


def played(scene: Coroutine[Any, Any, None]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await scene

    asyncio.run(limited())


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0)


def test_a_run_goes_from_running_to_done() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        assert run.phase is Phase.RUNNING
        await scene_runs.end(run)
        assert (run.phase, run.outcome) == (Phase.DONE, Outcome.COMPLETED)
        assert scene_runs.states_of(run) == ["running", "done"]

    played(scene())


def test_four_runs_edit_a_root_and_the_next_says_for_whom_it_waits() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order() for _ in range(EDITORS_AT_ONCE + 2)]
        *first, fifth, sixth = runs
        assert [run.phase for run in runs] == [*["running"] * EDITORS_AT_ONCE, *["queued"] * 2]
        assert [fifth.position, sixth.position] == [1, 2]
        assert fifth.standing().waits_for == "Waits for one of 4 runs: t; t; t; t"
        await scene_runs.end(first[0])
        await until(lambda: fifth.phase is Phase.RUNNING)
        assert [fifth.position, sixth.position] == [0, 1]
        assert fifth.standing().waits_for == ""

    played(scene())


def test_a_unit_of_a_workflow_is_alone_in_its_root() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        first = await scene_runs.order()
        unit = await scene_runs.order(unit=UNIT)
        behind = await scene_runs.order()
        assert [unit.phase, unit.standing().waits_for] == ["queued", "Waits for: t"]
        assert behind.phase is Phase.QUEUED
        await scene_runs.end(first)
        await until(lambda: unit.run_id in scene_runs.engine)
        assert (behind.phase, behind.position) == (Phase.QUEUED, 1)
        await scene_runs.end(unit)
        await until(lambda: behind.phase is Phase.RUNNING)

    played(scene())


def test_other_roots_do_not_wait() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order("/a"), await scene_runs.order("/b")]
        assert [run.phase for run in runs] == ["running", "running"]

    played(scene())


def test_two_runs_that_only_read_go_side_by_side_and_beside_an_edit() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        edit = await scene_runs.order()
        reads = [await scene_runs.order(reads_only=True) for _ in range(3)]
        assert edit.phase is Phase.RUNNING
        assert [run.phase for run in reads] == ["running", "running", "queued"]

    played(scene())


def test_a_full_queue_is_busy_and_takes_runs_again_later() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order() for _ in range(EDITORS_AT_ONCE + MAX_QUEUED)]
        with pytest.raises(BusyError):
            await scene_runs.order()
        scene_runs.manager.cancel(runs[-1])
        assert (await scene_runs.order()).phase is Phase.QUEUED

    played(scene())


def test_cancelling_is_idempotent_and_ends_the_engine_run() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        scene_runs.manager.cancel(run)
        scene_runs.manager.cancel(run)
        assert run.phase is Phase.CANCELLING
        await run.ended()
        scene_runs.manager.cancel(run)
        assert run.outcome is Outcome.CANCELLED
        assert scene_runs.states_of(run) == ["running", "cancelling", "done"]

    played(scene())


def test_why_a_run_was_cancelled_stands_in_what_is_known_of_it() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        scene_runs.manager.cancel(run, reason="it took too long")
        scene_runs.manager.cancel(run, reason="again")
        await run.ended()
        assert run.info().standing.reason == "it took too long"

    played(scene())


def test_a_queued_run_is_cancelled_at_once_and_never_starts() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order() for _ in range(EDITORS_AT_ONCE + 2)]
        first, second, third = runs[0], runs[-2], runs[-1]
        scene_runs.manager.cancel(second)
        assert (second.phase, second.outcome) == (Phase.DONE, Outcome.CANCELLED)
        assert third.position == 1
        await scene_runs.end(first)
        await until(lambda: third.phase is Phase.RUNNING)
        assert second.run_id not in scene_runs.engine

    played(scene())


def test_a_run_that_was_done_before_the_cancellation_came_stays_completed() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        scene_runs.engine[run.run_id].end(DONE)
        scene_runs.manager.cancel(run)
        scene_runs.engine[run.run_id].state = DONE
        await run.ended()
        assert run.outcome is Outcome.COMPLETED

    played(scene())


def test_a_run_that_cannot_be_opened_is_done_and_lets_the_next_one_go() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        scene_runs.refusal = ConfigError("config.yaml:1: llm.modle: unknown key")
        with pytest.raises(ConfigError, match=r"llm\.modle"):
            await scene_runs.order()
        scene_runs.refusal = None
        assert (await scene_runs.order()).phase is Phase.RUNNING

    played(scene())


def test_a_refusal_while_opening_is_told_as_it_is_and_no_bug() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        scene_runs.refusal = BusyError("the folder is in use")
        with pytest.raises(BusyError, match="the folder is in use"):
            await scene_runs.order()
        assert scene_runs.crashes.kept == []

    played(scene())


def test_a_bug_while_opening_names_the_crash_file_and_not_the_bug() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        scene_runs.refusal = ZeroDivisionError("secret detail")
        with pytest.raises(CannotStartError, match=r"crash\.log") as refused:
            await scene_runs.order()
        assert "secret" not in str(refused.value)
        assert scene_runs.crashes.kept == [scene_runs.refusal]

    played(scene())


def test_ending_all_interrupts_what_runs_and_empties_the_queue() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order() for _ in range(EDITORS_AT_ONCE + 2)]
        await scene_runs.manager.end_all()
        outcomes = [run.outcome for run in runs]
        assert outcomes == [*["interrupted"] * EDITORS_AT_ONCE, "cancelled", "cancelled"]
        with pytest.raises(UserError, match="architect is ending"):
            await scene_runs.order()

    played(scene())


def test_what_the_user_cancelled_before_the_end_stays_cancelled() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        scene_runs.manager.cancel(run)
        await scene_runs.manager.end_all()
        assert run.outcome == "cancelled"

    played(scene())


def test_only_the_last_finished_runs_stay_in_memory_and_all_that_are_not_done() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        waiting = await scene_runs.order("/other")
        for _ in range(MAX_FINISHED + 5):
            await scene_runs.end(await scene_runs.order())
        assert len(scene_runs.manager.all()) == MAX_FINISHED + 1
        assert scene_runs.manager.get(waiting.run_id) is waiting
        with pytest.raises(UnknownRunError):
            scene_runs.manager.get("s2.1")

    played(scene())


def test_runs_that_changed_files_are_not_forgotten_for_those_that_did_not() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        changed = await scene_runs.order()
        await scene_runs.end(changed, replace(DONE, files_modified=("a.py",)))
        for _ in range(MAX_FINISHED + 5):
            await scene_runs.end(await scene_runs.order())
        assert scene_runs.manager.find(changed.run_id) is changed
        assert len(scene_runs.manager.all()) == MAX_FINISHED + 1

    played(scene())


def test_a_run_that_is_cancelled_the_moment_its_turn_comes_never_goes() -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        runs = [await scene_runs.order() for _ in range(EDITORS_AT_ONCE + 2)]
        first, second, third = runs[0], runs[-2], runs[-1]

        async def cancel_at_once() -> None:
            await first.ended()
            scene_runs.manager.cancel(second)

        cancelling = asyncio.create_task(cancel_at_once())
        await asyncio.sleep(0)
        await scene_runs.end(first)
        await cancelling
        await second.ended()
        assert second.outcome is Outcome.CANCELLED
        await until(lambda: third.run_id in scene_runs.engine)
        assert second.run_id not in scene_runs.engine
        assert scene_runs.manager.is_edited(Path("/a"))
        await scene_runs.end(third)
        assert third.outcome is Outcome.COMPLETED

    played(scene())


def test_a_run_that_was_just_opened_for_somebody_who_left_is_closed() -> None:
    class Leaving(FakeRuns):
        async def _open(self, run: LiveRun) -> FakeRun:
            asyncio.get_running_loop().call_soon(submitting.cancel)
            return await super()._open(run)

    async def scene() -> None:
        nonlocal submitting
        scene_runs = Leaving()
        submitting = asyncio.create_task(scene_runs.order())
        with pytest.raises(asyncio.CancelledError):
            await submitting
        [run] = scene_runs.manager.all()
        assert run.outcome is Outcome.CANCELLED
        assert scene_runs.engine[run.run_id].is_closed

    submitting: asyncio.Task[LiveRun]
    played(scene())


@pytest.mark.parametrize(
    ("reason", "status", "outcome"),
    [
        (StopReason.LLM_DONE, Status.PARTIAL, Outcome.BLOCKED),
        (StopReason.MAX_STEPS, Status.PARTIAL, Outcome.LIMIT),
        (StopReason.BUDGET_EXCEEDED, Status.PARTIAL, Outcome.LIMIT),
        (StopReason.TIMEOUT, Status.PARTIAL, Outcome.LIMIT),
        (StopReason.LLM_ERROR, Status.FAILED, Outcome.FAILED),
        (StopReason.INTERNAL_ERROR, Status.FAILED, Outcome.FAILED),
        (StopReason.HOOK_BLOCKED, Status.PARTIAL, Outcome.BLOCKED),
    ],
)
def test_the_outcome_says_how_the_run_ended(
    reason: StopReason, status: Status, outcome: Outcome
) -> None:
    async def scene() -> None:
        scene_runs = FakeRuns()
        run = await scene_runs.order()
        await scene_runs.end(run, AgentState(status=status, stop_reason=reason))
        assert run.outcome is outcome

    played(scene())


class SlowRuns(FakeRuns):
    """Whose engine never opens a run; `left` are those whose opening was given up."""

    def __init__(self) -> None:
        super().__init__()
        self.opening = asyncio.Event()
        self.left: list[str] = []

    async def _open(self, run: LiveRun) -> FakeRun:
        self.opening.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.left.append(run.run_id)
        raise AssertionError("nobody sets this event")


def test_a_run_that_is_cancelled_while_it_is_opened_ends_at_once() -> None:
    async def scene() -> None:
        scene_runs = SlowRuns()
        submitting = asyncio.create_task(scene_runs.order())
        await scene_runs.opening.wait()
        [run] = scene_runs.manager.all()
        scene_runs.manager.cancel(run, reason="enough")
        assert await submitting is run
        assert (run.phase, run.outcome, run.reason) == (Phase.DONE, Outcome.CANCELLED, "enough")
        assert scene_runs.left == [run.run_id]
        assert scene_runs.crashes.kept == []

    played(scene())


def test_whoever_stops_waiting_for_a_run_to_open_ends_it() -> None:
    async def scene() -> None:
        scene_runs = SlowRuns()
        submitting = asyncio.create_task(scene_runs.order())
        await scene_runs.opening.wait()
        submitting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await submitting
        [run] = scene_runs.manager.all()
        assert (run.phase, run.outcome) == (Phase.DONE, Outcome.CANCELLED)
        assert scene_runs.left == [run.run_id]

    played(scene())


def test_when_the_front_end_leaves_a_run_that_is_being_opened_is_given_up() -> None:
    async def scene() -> None:
        scene_runs = SlowRuns()
        submitting = asyncio.create_task(scene_runs.order())
        await scene_runs.opening.wait()
        await scene_runs.manager.end_all()
        await submitting
        assert len(scene_runs.left) == 1

    played(scene())
