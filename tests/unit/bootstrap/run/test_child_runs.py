"""A tool opens a run under its own: what both share, and what neither may do to the other."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

import pytest
from tests.support.delegate import Delegate
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, Rules, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.agent.completion_checks import CompletionRules
from architect.agent.limits import Limits
from architect.bootstrap.run.child_parts import ChildParts
from architect.bootstrap.run.configured_parts import ConfiguredParts
from architect.bootstrap.run.run_parts import RunParts
from architect.cli.exit_codes import PARTIAL
from architect.cli.run_exit_code import run_exit_code
from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.errors import JournalFault, UserError
from architect.domain.files.tree_changes import TreeChange, TreeChanges
from architect.domain.gates import Gate
from architect.domain.hooks import Hook, HookEvent
from architect.domain.ids import RunId
from architect.domain.journal.call_events import (
    ActionPlanned,
    FindingReported,
    HookRan,
    SandboxMissing,
    ToolDecided,
    ToolRequested,
)
from architect.domain.journal.change_events import FileProposed
from architect.domain.journal.child_events import (
    ChildDenied,
    ChildFetches,
    ChildFinished,
    ChildReplied,
    ChildStarted,
)
from architect.domain.journal.events import Event
from architect.domain.journal.file_traces import file_traces
from architect.domain.journal.lost_results import repaired
from architect.domain.journal.model_events import ModelReplied
from architect.domain.journal.past_conversation import past_conversation
from architect.domain.journal.run_events import ParentRun, RunFinished, RunStarted, RunTainted
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import ErrorKind, Status, StopReason
from architect.domain.prices import Price, PriceList
from architect.domain.run_request import RunRequest
from architect.domain.shell import CommandOutcome, Confinement, ShellCommand
from architect.domain.usage import NO_USAGE, Usage
from architect.domain.verdict import Answer, Choice, Confirmation, ConfirmMode, EditReview
from architect.ports.model import Model, ProgressListener
from architect.ports.shell import OutputListener
from architect.testing.fake_changes import FakeChanges
from architect.testing.fake_shell import FakeShell
from architect.testing.memory_journal import MemoryJournal
from architect.tools.report_finding import ReportFinding

PARENT = RunId("20260102-030405-abcdef.1")
CHILD, SECOND = RunId(f"{PARENT}.1"), RunId(f"{PARENT}.2")
FILES = {"a.py": b"x = 1\n"}
EDIT = call("edit_file", path="a.py", old_str="1", new_str="2")
DO_IT = call("delegate", id="c1", task="do it")
DO_MORE = call("delegate", id="c2", task="do more")
SCRIPT = (call_reply(DO_IT), text_reply("all done"))


def child(*replies: ScriptedReply) -> ScriptedModel:
    return ScriptedModel(replies)


def rig_of(*models: Model, tool: Delegate | None = None, **more: Any) -> Rig:
    """A run that delegates a task to a child, which answers with the first of `models`."""
    replies: Sequence[ScriptedReply] = more.pop("replies", SCRIPT)
    tools = [tool or Delegate(), *more.pop("tools", ())]
    return make_rig(*replies, files=FILES, tools=tools, child_models=models, **more)


def events(rig: Rig, run_id: RunId = PARENT) -> list[Event]:
    journal = rig.journal if run_id == PARENT else rig.child_journals[run_id]
    assert isinstance(journal, MemoryJournal)
    return [record.event for record in journal.records]


def of_type(found: list[Event], *kinds: type[Any]) -> list[Any]:
    return [event for event in found if isinstance(event, kinds)]


def in_time(work: Coroutine[Any, Any, Any]) -> Any:
    return asyncio.run(asyncio.wait_for(work, 10))


def test_both_runs_finish_and_the_parent_reads_what_the_child_said() -> None:
    rig = rig_of(child(text_reply("it is done")))
    state = rig.go()
    assert (state.status, state.output) == (Status.SUCCESS, "all done")
    assert [result.text for result in state.steps[0].results] == ["it is done"]
    assert rig.child_journals[CHILD].closed
    assert [type(event) for event in (events(rig, CHILD)[0], events(rig, CHILD)[-1])] == [
        RunStarted,
        RunFinished,
    ]


def test_the_journals_name_each_other() -> None:
    rig = rig_of(child(text_reply("done")))
    rig.go()
    started = events(rig, CHILD)[0]
    assert isinstance(started, RunStarted)
    call_id = of_type(events(rig), ToolRequested)[0].call_id
    assert started.parent == ParentRun(PARENT, call_id)
    links = of_type(events(rig), ChildStarted, ChildReplied, ChildFinished)
    assert [(link.type, link.child_id, link.call_id) for link in links] == [
        ("child.started", CHILD, call_id),
        ("child.replied", CHILD, call_id),
        ("child.finished", CHILD, call_id),
    ]
    assert links[-1].status is Status.SUCCESS
    assert events(rig)[0].parent is None  # type: ignore[union-attr]


def test_nothing_of_the_child_is_in_the_conversation_but_the_result_of_the_call() -> None:
    rig = rig_of(child(call_reply(EDIT), text_reply("done")))
    rig.go()
    assert isinstance(rig.journal, MemoryJournal)
    conversation = past_conversation(rig.journal.records)
    assert [step.reply.text for step in conversation.steps] == ["", "all done"]
    assert [each.name for each in conversation.steps[0].results] == ["delegate"]
    assert [result.text for result in conversation.steps[0].results] == ["done"]


def test_what_the_child_changed_is_undone_with_the_parent() -> None:
    rig = rig_of(child(call_reply(EDIT), text_reply("done")))
    state = rig.go()
    assert rig.workspace.files == {"a.py": b"x = 2\n"}
    assert state.files_modified == ("a.py",)
    assert isinstance(rig.journal, MemoryJournal)
    [trace] = file_traces(rig.journal.records, PARENT)
    [span] = trace.spans
    assert rig.originals.load(span.before or "") == b"x = 1\n"
    assert rig.originals.load(span.after or "") == b"x = 2\n"
    kinds = [event.type for event in events(rig) if event.type.startswith("file.")]
    assert kinds == ["file.intended", "file.changed"]


def test_what_a_command_of_the_child_changed_is_undone_with_the_parent() -> None:
    made = FakeChanges([TreeChanges((TreeChange("a.py", b"old\n", b"new\n"),))])
    commanding = child(call_reply(call("run_command", command="make")), text_reply("made"))
    outcomes = {"make": CommandOutcome(0, "", "", 0.1)}
    rig = rig_of(commanding, outcomes=outcomes, watch=made)
    state = rig.go()
    assert (state.files_by_command, state.changes) == (("a.py",), 0)
    assert isinstance(rig.journal, MemoryJournal)
    for run_id, journal in ((PARENT, rig.journal), *rig.child_journals.items()):
        (trace,) = file_traces(journal.records, run_id)
        (span,) = trace.spans
        assert rig.originals.load(span.before or "") == b"old\n"
        assert rig.originals.load(span.after or "") == b"new\n"


def test_what_a_child_of_a_proposing_run_changes_is_a_proposal_of_both() -> None:
    rig = rig_of(child(call_reply(EDIT), text_reply("done")), rules=Rules(proposes=True))
    assert rig.go().files_proposed == ("a.py",)
    assert rig.workspace.files == FILES
    assert len(of_type(events(rig, CHILD), FileProposed)) == 1


def test_a_child_of_a_dry_run_changes_nothing_and_its_plan_is_that_of_the_parent() -> None:
    rig = rig_of(child(call_reply(EDIT), text_reply("done")), rules=Rules(dry_run=True))
    state = rig.go()
    assert rig.workspace.files == FILES
    [planned] = of_type(events(rig, CHILD), ActionPlanned)
    assert state.planned == (planned.action,)


def test_a_child_of_a_child_has_an_id_below_it_and_counts_in_both() -> None:
    inner, outer = child(text_reply("inside")), child(call_reply(DO_IT), text_reply("between"))
    rig = rig_of(outer, inner)
    state = rig.go()
    below = RunId(f"{CHILD}.1")
    assert events(rig, below)[0].parent.run_id == CHILD  # type: ignore[union-attr]
    assert len(of_type(events(rig, CHILD), ChildReplied)) == 1
    counted = of_type(events(rig), ChildReplied)
    assert len(counted) == 3
    usage = sum((each.usage for each in counted), NO_USAGE)
    assert state.spending.by_source["subagent"].usage == usage


class Waiting(ScriptedModel):
    """Never answers."""

    def __init__(self) -> None:
        super().__init__([])
        self.begun = asyncio.Event()

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        self.begun.set()
        await asyncio.Event().wait()
        raise AssertionError("nobody sets this event")


def test_stopping_the_parent_stops_the_child_which_records_its_end() -> None:
    waiting = Waiting()
    rig = rig_of(waiting)

    async def scenario() -> None:
        running = asyncio.create_task(rig.run.go())
        await waiting.begun.wait()
        rig.run.interrupt()
        await running

    in_time(scenario())
    assert rig.state.stop_reason is StopReason.USER_INTERRUPT
    assert events(rig, CHILD)[-1].stop_reason is StopReason.USER_INTERRUPT  # type: ignore[union-attr]
    kinds = [event.type for event in events(rig)]
    assert kinds.index("child.finished") < kinds.index("tool.finished")
    assert waiting.closed
    assert rig.child_journals[CHILD].closed


def test_stopping_the_child_alone_leaves_the_parent() -> None:
    waiting, tool = Waiting(), Delegate()
    rig = rig_of(waiting, tool=tool)

    async def scenario() -> None:
        running = asyncio.create_task(rig.run.go())
        await waiting.begun.wait()
        tool.children[0].interrupt()
        await running

    in_time(scenario())
    assert tool.ended[0].stop_reason is StopReason.USER_INTERRUPT
    assert (rig.state.status, rig.state.output) == (Status.SUCCESS, "all done")


def test_the_time_of_the_parent_is_that_of_the_child_which_sums_nothing_up() -> None:
    class WaitingAfterOne(Waiting):
        async def complete(
            self, request: ModelRequest, on_progress: ProgressListener
        ) -> ModelReply:
            if not self.begun.is_set():
                self.begun.set()
                return await ScriptedModel([call_reply(EDIT)]).complete(request, on_progress)
            return await super().complete(request, on_progress)

    rig = rig_of(WaitingAfterOne(), limits=Limits(20, 80_000, timeout_s=1.0))
    in_time(rig.run.go())
    end = events(rig, CHILD)[-1]
    assert isinstance(end, RunFinished)
    assert end.stop_reason is StopReason.TIMEOUT
    assert end.output == "Stopped: the time of the run that opened this one is up."
    assert rig.state.stop_reason is StopReason.TIMEOUT


def test_a_task_that_is_cancelled_leaves_no_child_behind() -> None:
    waiting = Waiting()
    rig = rig_of(waiting)

    async def scenario() -> None:
        before = asyncio.all_tasks()
        running = asyncio.create_task(rig.run.go())
        await waiting.begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert asyncio.all_tasks() == before

    in_time(scenario())
    assert events(rig, CHILD)[-1].stop_reason is StopReason.USER_INTERRUPT  # type: ignore[union-attr]


A_DOLLAR = PriceList({"priced": Price(1_000_000, 0)})
ONE_TOKEN = Usage(1, 0)


def priced(*replies: ScriptedReply) -> ScriptedModel:
    return ScriptedModel(replies, name="priced")


def paid(*calls: Any, text: str = "done") -> ScriptedReply:
    reply = call_reply(*calls) if calls else text_reply(text)
    return ScriptedReply(reply.text, reply.calls, usage=ONE_TOKEN)


def test_the_replies_of_a_child_count_against_the_budget_of_its_parent() -> None:
    rig = rig_of(
        priced(paid(EDIT), paid()),
        model=priced(paid(DO_IT), paid(DO_MORE), paid()),
        prices=A_DOLLAR,
        limits=Limits(20, 80_000, budget_usd=2.5),
    )
    state = rig.go()
    assert state.stop_reason is StopReason.BUDGET_EXCEEDED
    assert state.spending.cost_usd == 3.0
    assert state.spending.by_source["subagent"].cost_usd == 2.0
    assert of_type(events(rig), ChildFinished)[0].cost_usd == 2.0


def test_a_child_has_what_is_left_of_the_budget_and_its_parent_ends_with_it() -> None:
    rig = rig_of(
        priced(*[paid(EDIT)] * 9),
        model=priced(paid(DO_IT), paid()),
        prices=A_DOLLAR,
        limits=Limits(20, 80_000, budget_usd=3.0),
    )
    state = rig.go()
    assert len(of_type(events(rig, CHILD), ModelReplied)) == 2
    assert events(rig, CHILD)[-1].stop_reason is StopReason.BUDGET_EXCEEDED  # type: ignore[union-attr]
    assert (state.stop_reason, state.spending.cost_usd) == (StopReason.BUDGET_EXCEEDED, 3.0)


class OneAtATime:
    """Answers slowly, and notes how many questions were open at once."""

    def __init__(self, choice: Choice = Choice.ONCE) -> None:
        self.questions: list[Confirmation] = []
        self.most = 0
        self._open = 0
        self._choice = choice

    async def confirm(self, question: Confirmation) -> Answer:
        self.questions.append(question)
        self._open += 1
        self.most = max(self.most, self._open)
        for _ in range(20):
            await asyncio.sleep(0)
        self._open -= 1
        return Answer(self._choice)


RUN_TESTS = call("run_command", command="make things")
OUTCOMES = {"make things": CommandOutcome(0, "made", "", 0.1)}
ASKS = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE)


def test_two_children_never_ask_at_once() -> None:
    approver = OneAtATime()
    rig = rig_of(
        *(child(call_reply(RUN_TESTS), text_reply("done")) for _ in range(2)),
        replies=(call_reply(DO_IT, DO_MORE), text_reply("all done")),
        outcomes=OUTCOMES,
        rules=ASKS,
        approver=approver,
    )
    assert rig.go().status is Status.SUCCESS
    assert sorted(rig.child_journals) == [CHILD, SECOND]
    assert (len(approver.questions), approver.most) == (2, 1)


def test_the_answer_to_stop_stops_the_run_that_the_user_started() -> None:
    rig = rig_of(
        child(call_reply(RUN_TESTS), text_reply("done")),
        outcomes=OUTCOMES,
        rules=ASKS,
        approver=OneAtATime(Choice.STOP),
    )
    assert rig.go().stop_reason is StopReason.USER_INTERRUPT
    assert rig.shell.commands == []


def test_a_child_asks_at_least_as_much_as_its_parent() -> None:
    approver = OneAtATime()
    rig = rig_of(
        child(call_reply(RUN_TESTS), text_reply("done")),
        tool=Delegate(mode=ConfirmMode.YOLO),
        outcomes=OUTCOMES,
        rules=ASKS,
        approver=approver,
    )
    rig.go()
    assert len(approver.questions) == 1
    assert events(rig, CHILD)[0].mode is ConfirmMode.CONFIRM_SENSITIVE  # type: ignore[union-attr]


def test_what_is_allowed_for_the_run_of_the_child_is_not_allowed_for_the_parent() -> None:
    approver = OneAtATime(Choice.RUN)
    rig = rig_of(
        child(*[call_reply(RUN_TESTS)] * 2, text_reply("done")),
        replies=(call_reply(DO_IT), call_reply(RUN_TESTS), text_reply("done")),
        outcomes=OUTCOMES,
        rules=ASKS,
        approver=approver,
    )
    rig.go()
    assert len(approver.questions) == 2


def test_a_child_has_no_tool_that_its_parent_has_not() -> None:
    rig = rig_of(
        child(call_reply(EDIT), text_reply("done")),
        rules=Rules(allowed=frozenset({"delegate", "read_file"})),
    )
    rig.go()
    assert rig.workspace.files == FILES
    assert of_type(events(rig, CHILD), ToolDecided)[0].allowed is False


def test_a_text_from_outside_taints_both_ways() -> None:
    fetch = call("run_command", command="curl http://x")
    rig = rig_of(
        child(call_reply(fetch), text_reply("done")),
        child(text_reply("done")),
        replies=(call_reply(DO_IT), call_reply(DO_MORE), text_reply("all done")),
        outcomes={"curl http://x": CommandOutcome(0, "text", "", 0.1)},
    )
    state = rig.go()
    assert state.taints == ("run_command curl http://x",)
    assert of_type(events(rig, SECOND), RunTainted)[0].source == state.taints[0]


def test_a_run_whose_child_was_cut_off_in_a_fetch_counts_as_one_that_read() -> None:
    fetch = call("run_command", command="curl http://x")
    rig = rig_of(
        child(call_reply(DO_IT), text_reply("between")),
        child(call_reply(fetch), text_reply("done")),
        outcomes={"curl http://x": CommandOutcome(0, "text", "", 0.1)},
    )
    rig.go()
    for run_id in (PARENT, CHILD):
        journal = rig.journal if run_id == PARENT else rig.child_journals[run_id]
        assert isinstance(journal, MemoryJournal)
        begun = [isinstance(record.event, ChildFetches) for record in journal.records].index(True)
        left = repaired(journal.records[: begun + 1])
        taints = [each.event for each in left if isinstance(each.event, RunTainted)]
        assert taints == [RunTainted(source="run_command curl http://x")]


class InTurn(ScriptedModel):
    """Before each reply it waits for the first of two events, if given, and sets the second."""

    def __init__(
        self,
        replies: Sequence[ScriptedReply],
        events: Sequence[tuple[asyncio.Event | None, asyncio.Event | None]],
    ) -> None:
        super().__init__(replies)
        self._events = iter(events)

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        waits_for, sets = next(self._events)
        if waits_for is not None:
            await waits_for.wait()
        if sets is not None:
            sets.set()
        return await super().complete(request, on_progress)


def test_what_one_child_has_read_binds_those_that_run_beside_it() -> None:
    fetch, push = (call("run_command", command=line) for line in ("curl http://x", "git push"))
    printed = CommandOutcome(0, "text", "", 0.1)
    running, fetched = asyncio.Event(), asyncio.Event()
    first = [call_reply(fetch), text_reply("fetched")]
    second = [call_reply(EDIT), call_reply(push), text_reply("pushed")]
    rig = rig_of(
        InTurn(first, [(running, None), (None, fetched)]),
        InTurn(second, [(None, running), (fetched, None), (None, None)]),
        replies=(call_reply(DO_IT, DO_MORE), text_reply("all done")),
        outcomes={"curl http://x": printed, "git push": printed},
        approver=NobodyToAsk(),
    )
    in_time(rig.run.go())
    denied = [each for each in of_type(events(rig, SECOND), ToolDecided) if not each.allowed]
    assert [(each.name, each.by) for each in denied] == [("run_command", "taint")]
    assert [command.line for command in rig.shell.commands] == ["curl http://x"]


def test_the_hooks_around_tools_run_in_the_child_those_of_the_session_do_not() -> None:
    hooks = tuple(
        Hook(event=event, name=str(event), command=f"hook {event}", timeout_s=5.0)
        for event in (HookEvent.PRE_TOOL_USE, HookEvent.SESSION_START, HookEvent.SESSION_END)
    )
    outcomes = {hook.command: CommandOutcome(0, "", "", 0.1) for hook in hooks}
    rig = rig_of(child(call_reply(EDIT), text_reply("done")), user_hooks=hooks, outcomes=outcomes)
    rig.go()
    told = [event.hook_event for event in of_type(events(rig, CHILD), HookRan)]
    assert told == [HookEvent.PRE_TOOL_USE]


def test_a_child_that_cannot_be_opened_is_a_failed_call_and_leaves_nothing_open() -> None:
    rig = rig_of()  # which has no model for a child
    state = rig.go()
    assert state.status is Status.SUCCESS
    assert [use.success for use in state.tools_used] == [False]
    assert rig.child_journals[CHILD].closed
    assert not of_type(events(rig), ChildStarted)


def test_a_child_that_never_goes_is_closed_with_its_parent() -> None:
    class OnlyOpens(Delegate):
        async def run(self, args: Any, context: Any) -> Any:
            await context.open_child(RunRequest("do it", "build"))
            raise UserError("changed its mind")

    unused = child(text_reply("never asked"))
    rig = rig_of(unused, tool=OnlyOpens())
    assert rig.go().status is Status.SUCCESS
    assert unused.closed
    assert rig.child_journals[CHILD].closed


def test_a_full_journal_of_the_parent_stops_both() -> None:
    journal = MemoryJournal(8)
    rig = rig_of(child(*[call_reply(EDIT)] * 5), journal=journal)
    with pytest.raises(JournalFault, match="no space left"):
        rig.go()
    assert rig.child_journals[CHILD].closed
    assert journal.closed


def test_guardrails_count_what_all_runs_do_together() -> None:
    tool = Delegate()
    rig = rig_of(child(call_reply(EDIT), text_reply("done")), tool=tool)
    rig.go()
    totals = rig.run.context.children[0].totals()
    assert totals == rig.run.context.totals()
    assert totals.files == ("a.py",)


def test_every_part_of_a_run_says_what_a_child_gets() -> None:
    parts = {name for name in vars(RunParts) if not name.startswith("_")}
    assert parts - RunParts.__abstractmethods__ == {
        "root", "hooks", "keep_output", "asking", "redacting", "secrets_nearby",
    }  # fmt: skip
    assert RunParts.__abstractmethods__ <= vars(ChildParts).keys()
    assert not issubclass(ChildParts, ConfiguredParts)


def test_what_is_denied_to_a_child_is_no_success_of_its_parents() -> None:
    inner, outer = (
        child(call_reply(EDIT), text_reply("done")),
        child(call_reply(DO_IT), text_reply("between")),
    )
    rig = rig_of(outer, inner, rules=ASKS, approver=NobodyToAsk())
    state = rig.go()

    assert (state.status, state.output) == (Status.PARTIAL, "all done")
    assert run_exit_code(state, on_partial=0) == PARTIAL
    [denial] = state.denials
    assert (denial.name, denial.summary) == ("edit_file", "a.py (+1 -1)")
    [told] = of_type(events(rig), ChildDenied)
    assert (told.child_id, told.call_id) == (CHILD, "c1")
    assert events(rig, CHILD)[-1].status is Status.PARTIAL  # type: ignore[union-attr]


def test_what_a_child_finds_and_what_went_wrong_in_it_is_told_at_the_top() -> None:
    found = call(
        "report_finding", path="a.py", line=1, severity="error", title="x", detail="x is 1"
    )
    secret = "ghp_" + "a1B2" * 9
    printed = CommandOutcome(0, secret, "", 0.1, Confinement(missing="no bwrap"))
    hook = Hook(event=HookEvent.PRE_TOOL_USE, name="h", command="h", timeout_s=5.0)
    inner = child(call_reply(call("run_command", command="env")), call_reply(found), text_reply(""))
    rig = rig_of(
        child(call_reply(DO_IT), text_reply("between")),
        inner,
        tools=[ReportFinding()],
        outcomes={"env": printed, "h": CommandOutcome(1, "", "no", 0.1)},
        user_hooks=(hook,),
    )
    state = rig.go()
    assert [finding.title for finding in state.findings] == ["x"]
    assert state.hook_failures
    for kind in (FindingReported, SandboxMissing):
        assert [event.call_id for event in of_type(events(rig), kind)] == ["c1"]
    places = [(each.fingerprint, each.where) for each in state.redactions]
    assert places and len(places) == len(set(places))


class FailsFourTimes(FakeShell):
    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        self.commands.append(command)
        return CommandOutcome(int(len(self.commands) <= 4), "", "", 0.1)


def test_how_a_child_ended_is_told_and_its_gates_are_not_those_of_its_parent() -> None:
    rules = CompletionRules((Gate("tests", "pytest -q"),))
    rig = rig_of(
        child(*(text_reply("it is done") for _ in range(4))),
        completion=rules,
        shell=FailsFourTimes(),
    )
    state = rig.go()
    [told] = of_type(events(rig), ChildFinished)
    assert (told.status, told.stop_reason) == (Status.FAILED, StopReason.LLM_DONE)
    assert told.error is not None
    assert told.error.kind is ErrorKind.CHECKS
    assert "was not accepted: 'tests' failed" in state.steps[0].results[0].text
    assert [gate.passed for gate in state.gates] == [True]
    assert state.status is Status.SUCCESS


def test_no_child_proposes_under_a_parent_that_edits() -> None:
    rig = rig_of(child(call_reply(EDIT)), tool=Delegate(edits=EditReview.PROPOSE))
    state = rig.go()
    assert "cannot open one that only proposes" in state.steps[0].results[0].text
    assert rig.child_journals == {}
    assert rig.workspace.files == FILES
