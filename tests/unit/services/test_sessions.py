import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.support.rig import SESSION, reply_event, started_event

from architect.app.front_end_words import FrontEndWords
from architect.domain.errors import UnknownSessionError
from architect.domain.ids import CallId, RunId, SessionId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.change_events import FileChanged, FileChangeIntended, FileProposed
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.run_events import RunFinished, StepStarted
from architect.domain.journal.session import StoredSession
from architect.domain.journal.state import AgentState
from architect.domain.journal.unanswered import CUT_OFF
from architect.domain.messages import ToolCall
from architect.domain.outcome import Status, StopReason
from architect.services.sessions import (
    changes_files,
    find_runs,
    following_run_id,
    last_changing_run,
    last_run_to_decide,
    list_sessions,
    load_session,
)
from architect.testing.memory_sessions import MemorySessions

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
OLDER = SessionId("20250102-030405-abcdef")
CALLS = tuple(ToolCall(CallId(f"c{n}"), "edit_file", "{}") for n in (1, 2, 3))


def run_of(session_id: str, number: int, *events: Event) -> list[Record]:
    run_id = RunId(f"{session_id}.{number}")
    return [Record(run_id, seq, AT, event) for seq, event in enumerate(events, start=1)]


def changed(path: str) -> FileChanged:
    return FileChanged(
        call_id=CallId("c1"), path=path, kind="modified", diff="", lines_added=1, lines_removed=0
    )


def proposed(path: str) -> FileProposed:
    return FileProposed(
        call_id=CallId("c1"),
        path=path,
        kind="modified",
        before_sha256="x",
        after_sha256="y",
        diff="",
        lines_added=1,
        lines_removed=0,
    )


def result(call_id: str) -> ToolFinished:
    return ToolFinished(
        step=1,
        call_id=CallId(call_id),
        name="edit_file",
        path=None,
        success=True,
        error=None,
        text="ok",
        duration_s=0.0,
    )


FINISHED = RunFinished(
    status=Status.SUCCESS, stop_reason=StopReason.LLM_DONE, output="", error=None, duration_s=0.0
)
UNDO = started_event(agent="undo", task=f"undo {SESSION}.1", undoes=f"{SESSION}.1")


def found(store: MemorySessions, text: str) -> tuple[str, ...]:
    return asyncio.run(find_runs(store, text))[1]


def folded(records: Sequence[Record]) -> AgentState:
    state = AgentState()
    for record in records:
        state = apply(state, record.event)
    return state


def test_sessions_are_listed_newest_first() -> None:
    records = run_of(SESSION, 1, started_event())
    store = MemorySessions({OLDER: run_of(OLDER, 1, started_event()), SESSION: records})
    listed = asyncio.run(list_sessions(store))
    assert [summary.session_id for summary in listed] == [SESSION, OLDER]


def test_an_unknown_session_is_answered_with_the_nearest() -> None:
    store = MemorySessions({SESSION: run_of(SESSION, 1, started_event())})
    with pytest.raises(UnknownSessionError, match=f"did you mean '{SESSION}'"):
        asyncio.run(load_session(store, "20260102-030405-abcdee"))
    with pytest.raises(UnknownSessionError, match="`architect sessions` lists them") as refused:
        asyncio.run(load_session(store, "nothing"))
    told = FrontEndWords(in_brief=True).told(refused.value)
    assert told == "there is no session 'nothing' in the list of sessions; it may have been deleted"


def test_calls_that_a_crash_left_without_a_result_get_one_in_their_place() -> None:
    crashed = run_of(
        SESSION, 1, started_event(), StepStarted(step=1), reply_event(1, *CALLS), result("c2")
    )
    later = run_of(SESSION, 2, UNDO, FINISHED)
    store = MemorySessions({SESSION: [*crashed, *later]})
    records = asyncio.run(load_session(store, SESSION)).records
    new = records[4:6]
    assert records[:4] == tuple(crashed)
    assert records[6:] == tuple(later)
    assert [(record.run_id, record.seq) for record in new] == [
        (f"{SESSION}.1", 5),
        (f"{SESSION}.1", 6),
    ]
    state = folded(records)
    assert state.steps[-1].unanswered == ()
    assert [message.text == f"Error: {CUT_OFF}" for message in state.steps[-1].results] == [
        False,
        True,
        True,
    ]


def test_a_run_that_is_whole_stays_as_it_is() -> None:
    whole = run_of(SESSION, 1, started_event(), reply_event(1, CALLS[0]), result("c1"), FINISHED)
    assert repaired(whole) == tuple(whole)
    assert repaired(repaired(whole[:2])) == repaired(whole[:2])
    assert repaired([]) == ()


def test_the_results_of_a_run_that_goes_on_are_awaited() -> None:
    records = run_of(SESSION, 1, started_event(), reply_event(1, CALLS[0]))
    store = MemorySessions({SESSION: records}, live=[SESSION])
    assert asyncio.run(load_session(store, SESSION)).records == tuple(records)


def test_a_session_means_its_runs_but_not_those_that_took_others_back() -> None:
    records = [
        *run_of(SESSION, 1, started_event(), changed("a"), FINISHED),
        *run_of(SESSION, 2, UNDO, changed("a"), FINISHED),
        *run_of(SESSION, 3, started_event(), changed("a"), FINISHED),
    ]
    store = MemorySessions({SESSION: records})
    assert found(store, SESSION) == (f"{SESSION}.3", f"{SESSION}.1")
    assert found(store, f"{SESSION}.2") == (f"{SESSION}.2",)


def test_an_unknown_run_is_answered_with_those_there_are() -> None:
    store = MemorySessions({SESSION: run_of(SESSION, 1, started_event())})
    with pytest.raises(UnknownSessionError, match=f"its session has {SESSION}.1"):
        found(store, f"{SESSION}.7")
    with pytest.raises(UnknownSessionError, match="no session 'x'"):
        found(store, "x.1")


def test_the_last_run_that_changed_a_file_is_of_no_session_that_is_dated_ahead() -> None:
    ahead = SessionId("20991231-000000-000000")
    store = MemorySessions(
        {
            ahead: run_of(ahead, 1, started_event(), changed("a"), FINISHED),
            SESSION: run_of(SESSION, 1, started_event(), proposed("a"), FINISHED),
            OLDER: [
                *run_of(OLDER, 1, started_event(), changed("a"), FINISHED),
                *run_of(OLDER, 2, started_event(), FINISHED),
                *run_of(OLDER, 3, UNDO, changed("a"), FINISHED),
            ],
        }
    )
    assert asyncio.run(last_changing_run(store, AT)) == f"{OLDER}.1"
    assert asyncio.run(last_run_to_decide(store, AT)) == f"{SESSION}.1"
    with pytest.raises(UnknownSessionError, match="no run has changed a file"):
        asyncio.run(last_changing_run(MemorySessions({}), AT))


def test_what_a_command_did_not_do_after_all_is_no_change() -> None:
    intended = FileChangeIntended(
        call_id=CallId("c1"), path="a", before_sha256="x", after_sha256=None, by_command=True
    )
    cut_off = replace(result("c1"), success=False, error=CUT_OFF)
    cases = {"ended": result("c1"), "killed": cut_off}
    told = {
        name: changes_files(
            run_of(SESSION, 1, started_event(), intended, end), RunId(f"{SESSION}.1")
        )
        for name, end in cases.items()
    }
    assert told == {"ended": False, "killed": True}


def test_the_next_run_has_the_next_number() -> None:
    records = [record for n in (9, 10) for record in run_of(SESSION, n, started_event())]
    assert (
        following_run_id(StoredSession(SESSION, tuple(records), is_live=False)) == f"{SESSION}.11"
    )
    assert following_run_id(StoredSession(SESSION, (), is_live=False)) == f"{SESSION}.1"
