"""What another run of a session goes on with."""

from datetime import UTC, datetime

from tests.support.rig import SESSION, reply_event, started_event

from architect.domain.ids import CallId, RunId
from architect.domain.journal.call_events import ToolFinished
from architect.domain.journal.change_events import ChangesRejected, FileChanged, FileProposed
from architect.domain.journal.events import Event, Record
from architect.domain.journal.fold import apply
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.model_events import ContextCompacted, ModelReplied
from architect.domain.journal.past_conversation import past_conversation
from architect.domain.journal.run_events import RunFinished, RunTainted
from architect.domain.journal.state import AgentState
from architect.domain.messages import (
    AssistantMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from architect.domain.model_exchange import FinishReason
from architect.domain.outcome import Status, StopReason
from architect.domain.usage import Usage

AT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
UNDO = started_event(agent="undo", task=f"undo {SESSION}.1", undoes=f"{SESSION}.1")
REJECTED = ChangesRejected(
    of_run=RunId(f"{SESSION}.1"), paths=("a.py",), note="keep the name", patch="-x\n+y"
)


def run(number: int, *events: Event) -> list[Record]:
    run_id = RunId(f"{SESSION}.{number}")
    return [Record(run_id, seq, AT, event) for seq, event in enumerate(events, start=1)]


def changed(path: str) -> FileChanged:
    return FileChanged(
        call_id=CallId("c1"), path=path, kind="modified", diff="", lines_added=2, lines_removed=0
    )


def finished(text: str = "done") -> RunFinished:
    return RunFinished(
        status=Status.SUCCESS,
        stop_reason=StopReason.LLM_DONE,
        output=text,
        error=None,
        duration_s=0.0,
    )


def replied(text: str, cost_usd: float = 0.0, **changes: object) -> ModelReplied:
    fields = {
        "step": 1,
        "purpose": "step",
        "text": text,
        "calls": (),
        "finish": FinishReason.STOP,
        "usage": Usage(10, 5),
        "cost_usd": cost_usd,
        "duration_s": 0.0,
    }
    return ModelReplied(**(fields | changes))  # pyright: ignore[reportArgumentType]


def going_on(records: list[Record], task: str = "and now?", **changes: str) -> AgentState:
    return apply(past_conversation(records), started_event(task=task, opening=task, **changes))


def texts(state: AgentState) -> list[str]:
    return [message.text for message in state.messages]


FIRST = run(
    1, started_event(opening="mend it"), replied("repaired", 0.25), changed("a.py"), finished()
)


def test_the_conversation_goes_on_behind_the_last_reply() -> None:
    state = going_on(FIRST, system="another system")
    assert state.messages == (
        SystemMessage("another system"),
        UserMessage("mend it"),
        AssistantMessage("repaired"),
        UserMessage("and now?"),
    )


def test_costs_and_files_of_the_session_are_known_and_those_of_the_run_begin_anew() -> None:
    state = apply(going_on(FIRST), replied("yes", 0.5))
    assert (state.spending.cost_usd, state.session_spending.cost_usd) == (0.5, 0.75)
    assert state.session_spending.by_source["agent"].usage.input_tokens == 20
    state = apply(state, changed("b.py"))
    assert (state.files_modified, state.session_files) == (("b.py",), ("a.py", "b.py"))
    assert (state.changes, state.lines_changed, state.step, state.output) == (1, 2, 0, "")


def test_a_third_run_knows_both_before_it() -> None:
    second = run(
        2, started_event(opening="two"), replied("second", 0.5), changed("b.py"), finished()
    )
    state = going_on([*FIRST, *second], "three")
    assert texts(state)[1:] == ["mend it", "repaired", "two", "second", "three"]
    assert state.session_spending.cost_usd == 0.75
    assert state.session_files == ("a.py", "b.py")


def test_what_was_taken_back_is_told_and_nothing_else_of_an_undo() -> None:
    undo = run(2, UNDO, changed("a.py"), REJECTED, finished("undone"))
    state = going_on([*FIRST, *undo])
    told = texts(state)[-1]
    assert told.endswith("and now?")
    assert "rejected these changes of yours in a.py" in told
    assert "keep the name" in told
    assert "-x\n+y" in told
    assert "undo" not in "".join(texts(state)[:-1])
    assert state.session_files == ("a.py",)


def test_a_model_that_only_proposed_is_told_to_look_what_was_taken() -> None:
    proposed = FileProposed(
        call_id=CallId("c1"),
        path="a.py",
        kind="modified",
        before_sha256="0",
        after_sha256="1",
        diff="",
        lines_added=1,
        lines_removed=0,
    )
    first = run(1, started_event(opening="mend it"), replied("proposed"), proposed, finished())
    told = texts(going_on(first))[-1]
    assert told.startswith("Your changes of a.py were proposals")
    assert told.endswith("\n\nand now?")


def test_an_undo_that_was_taken_back_is_not_told() -> None:
    undo = run(2, UNDO, changed("a.py"), REJECTED, finished("undone"))
    redo = run(
        3,
        started_event(agent="undo", task=f"undo {SESSION}.2", undoes=f"{SESSION}.2"),
        finished("redone"),
    )
    assert texts(going_on([*FIRST, *undo, *redo]))[-1] == "and now?"


def test_the_summary_at_a_limit_is_part_of_the_conversation() -> None:
    cut = run(
        1,
        started_event(opening="mend it"),
        reply_event(1, ToolCall(CallId("c1"), "grep", "{}")),
        ToolFinished(
            step=1,
            call_id=CallId("c1"),
            name="grep",
            path=None,
            success=True,
            error=None,
            text="nothing",
            duration_s=0.0,
        ),
        replied("half of it is done", purpose="close"),
        finished(),
    )
    assert texts(going_on(cut))[-3:] == ["nothing", "half of it is done", "and now?"]


def test_a_reply_that_was_cut_off_is_not_completed_by_the_next_run() -> None:
    cut = run(1, started_event(), replied("half a", finish=FinishReason.LENGTH), finished())
    assert going_on(cut).steps[-1].finish is FinishReason.STOP


def test_a_run_that_never_got_a_reply_leaves_its_task() -> None:
    state = going_on(run(1, started_event(opening="mend it"), finished()))
    assert texts(state)[1:] == ["mend it\n\nand now?"]


def test_what_came_from_outside_still_counts() -> None:
    tainted = run(1, started_event(), RunTainted(source="an issue"), replied("x"), finished())
    assert going_on(tainted).taints == ("an issue",)


def test_a_run_that_emptied_a_result_of_the_run_before_can_be_read_by_itself() -> None:
    call = ToolCall(CallId("c1"), "read_file", "{}")
    result = ToolFinished(
        step=1,
        call_id=call.id,
        name=call.name,
        path=None,
        success=True,
        error=None,
        text="very long",
        duration_s=0.0,
    )
    first = run(1, started_event(), replied("", calls=(call,)), result, finished())
    compacted = ContextCompacted(
        dropped_steps=0,
        emptied_calls=(call.id,),
        placeholder="[left out]",
        tokens_before=9,
        tokens_after=5,
        note="",
    )
    second = run(2, started_event(opening="and now?"), compacted, replied("done"), finished())
    assert repaired([*first, *second]) == (*first, *second)
    assert "[left out]" in texts(past_conversation([*first, *second]))


def test_calls_that_a_run_ended_without_carrying_out_have_a_result_when_it_goes_on() -> None:
    call = ToolCall(CallId("c1"), "read_file", "{}")
    withheld = replied("", calls=(call,), finish=FinishReason.CONTENT_FILTER)
    state = going_on(run(1, started_event(), withheld, finished()))
    [answer] = [each for each in state.messages if isinstance(each, ToolMessage)]
    assert answer.call_id == call.id
    assert "the run ended before this call began" in answer.text
