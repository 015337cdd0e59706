import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest
from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, Rules, call, make_rig
from tests.support.table import table

from architect.domain.effect import Effect
from architect.domain.errors import FileMissingError, JournalFault, PortFault, ToolFault
from architect.domain.ids import CallId
from architect.domain.journal.call_events import (
    ActionPlanned,
    ToolDecided,
    ToolFinished,
    ToolOutput,
    ToolRequested,
)
from architect.domain.journal.change_events import FileChanged
from architect.domain.journal.events import Event, Record
from architect.domain.journal.state import Denial, ToolUse
from architect.domain.messages import ToolCall
from architect.domain.outcome import PlannedAction, StopReason
from architect.domain.shell import CommandOutcome, Stream
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import (
    Allow,
    Answer,
    Ask,
    Choice,
    Confirmation,
    ConfirmMode,
    Deny,
    Preview,
)
from architect.policy.guardrails import GuardedCall
from architect.ports.hooks import HookBlock, HookProceed
from architect.testing.fake_shell import outcome
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.no_guardrails import NoGuardrails
from architect.testing.scripted_approver import ScriptedApprover
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

YOLO, SENSITIVE, ALL = ConfirmMode.YOLO, ConfirmMode.CONFIRM_SENSITIVE, ConfirmMode.CONFIRM_ALL
EDIT = {"path": "a.py", "old_str": "1", "new_str": "2"}
FILES = {"a.py": b"x = 1\n"}


class ProbeArgs(ToolArgs):
    path: str = "a.py"


class Probe(BaseTool[ProbeArgs]):
    """Notes in `log` when it previews and runs; `act` is what it does."""

    name = "probe"
    description = "A probe."
    args_model = ProbeArgs
    sensitive = True
    effect = Effect.WRITE
    log: list[str]

    def __init__(self, log: list[str], act: Callable[[ToolContext], ToolResult] | None = None):
        self.log = log
        self._act = act

    async def run(self, args: ProbeArgs, context: ToolContext) -> ToolResult:
        self.log.append(f"run {args.path}")
        return self._act(context) if self._act else succeeded("probed")

    async def preview(self, args: ProbeArgs, context: ToolContext) -> Preview | None:
        self.log.append(f"preview {args.path}")
        return Preview("patch", "-1\n+2\n")


@dataclass(slots=True)
class LoggingGuardrails(NoGuardrails):
    """Denies the paths in `denied`."""

    log: list[str]
    denied: Mapping[str, str] = field(default_factory=dict[str, str])

    async def check(self, call: GuardedCall) -> Allow | Ask | Deny:
        path = str(call.arguments.get("path"))
        self.log.append(f"guard {path}")
        return Deny("protected_files", self.denied[path]) if path in self.denied else Allow()


@dataclass(slots=True)
class LoggingHooks:
    """Gives `answer` before a tool, and says `after` after it."""

    log: list[str]
    answer: HookProceed | HookBlock = field(default_factory=HookProceed)
    after: str = ""

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed | HookBlock:
        self.log.append(f"before {arguments.get('path')}")
        return self.answer

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        self.log.append(f"after {arguments.get('path')} {result.success}")
        return self.after


@dataclass(slots=True)
class LoggingApprover:
    log: list[str]
    answer: Answer = field(default_factory=lambda: Answer(Choice.ONCE))

    async def confirm(self, question: Confirmation) -> Answer:
        self.log.append(f"ask {question.title}")
        return self.answer


@dataclass(slots=True)
class EventLog:
    """A sink that puts the types of tool events into the common log."""

    log: list[str]
    shown: ClassVar = (ToolRequested, ToolDecided, ActionPlanned, ToolFinished)

    def show(self, record: Record) -> None:
        if isinstance(record.event, self.shown):
            self.log.append(record.event.type)


def logged_rig(log: list[str], **parts: Any) -> Rig:
    """A rig in which every stage writes into `log`."""
    defaults: dict[str, Any] = {
        "tools": [Probe(log)],
        "guardrails": LoggingGuardrails(log),
        "hooks": LoggingHooks(log),
        "approver": LoggingApprover(log),
        "sinks": [EventLog(log)],
        "rules": Rules(mode=SENSITIVE),
    }
    return make_rig(**(defaults | parts))


def finishes(rig: Rig) -> list[ToolFinished]:
    return rig.sink.of_type(ToolFinished)


def test_the_steps_of_the_pipeline_come_in_their_order() -> None:
    log: list[str] = []
    assert logged_rig(log).call("probe", {"path": "b.py"}).output == "probed"
    assert log == [
        "tool.requested",
        "guard b.py",
        "before b.py",
        "preview b.py",
        "ask Call probe b.py?",
        "tool.decided",
        "run b.py",
        "after b.py True",
        "tool.finished",
    ]


def test_a_guardrail_stops_a_call_before_hooks_and_people_hear_of_it() -> None:
    log: list[str] = []
    rig = logged_rig(log, guardrails=LoggingGuardrails(log, {"a.py": "a.py is protected"}))
    result = rig.call("probe", {"path": "a.py"})
    assert result.text == "Error: denied (protected_files): a.py is protected"
    assert log == ["tool.requested", "guard a.py", "tool.decided", "tool.finished"]
    assert rig.state.denials == (Denial("probe", "a.py", "protected_files", "a.py is protected"),)


def test_a_hook_stops_a_call_with_its_reason() -> None:
    log: list[str] = []
    result = logged_rig(log, hooks=LoggingHooks(log, HookBlock("not on Fridays"))).call("probe")
    assert result.text == "Error: denied (hook): not on Fridays"
    assert log[-2:] == ["tool.decided", "tool.finished"]
    assert "run a.py" not in log


def test_arguments_that_a_hook_changed_are_guarded_again() -> None:
    log: list[str] = []
    guardrails = LoggingGuardrails(log, {"secret": "no"})
    hooks = LoggingHooks(log, HookProceed({"path": "secret"}))
    result = logged_rig(log, guardrails=guardrails, hooks=hooks).call("probe", {"path": "b"})
    assert not result.success
    assert log == [
        "tool.requested",
        "guard b",
        "before b",
        "guard secret",
        "tool.decided",
        "tool.finished",
    ]


@pytest.mark.parametrize("changed", [{"path": 7}, {"path": "a", "force": True}])
def test_arguments_that_a_hook_changed_are_validated_again(changed: dict[str, Any]) -> None:
    log: list[str] = []
    rig = logged_rig(log, hooks=LoggingHooks(log, HookProceed(changed)))
    assert "invalid arguments for probe" in rig.call("probe").text
    assert not [entry for entry in log if entry.startswith(("run", "ask"))]


def test_arguments_that_a_hook_changed_are_what_is_asked_about_run_and_recorded() -> None:
    log: list[str] = []
    rig = logged_rig(log, hooks=LoggingHooks(log, HookProceed({"path": "safe"})))
    assert rig.call("probe", {"path": "risky"}).success
    assert log[-6:] == [
        "preview safe",
        "ask Call probe safe?",
        "tool.decided",
        "run safe",
        "after safe True",
        "tool.finished",
    ]
    assert rig.state.tools_used == (
        ToolUse(CallId("c1"), "probe", "safe", success=True, error=None),
    )


def test_what_hooks_have_to_say_follows_the_result() -> None:
    log: list[str] = []
    hooks = LoggingHooks(log, HookProceed(context="mind the style"), after="2 lint errors")
    assert (
        logged_rig(log, hooks=hooks).call("probe").text == "probed\nmind the style\n2 lint errors"
    )


def test_what_hooks_have_to_say_about_a_failure_stands_below_its_error() -> None:
    def fail(context: ToolContext) -> ToolResult:
        raise ToolFault("no luck")

    log: list[str] = []
    hooks = LoggingHooks(log, after="see the log")
    result = logged_rig(log, tools=[Probe(log, fail)], hooks=hooks).call("probe")
    assert result.text == "Error: no luck\nsee the log"


@pytest.mark.parametrize(
    ("mode", "tool", "asked"),
    [
        (YOLO, "read_file", False),
        (YOLO, "edit_file", False),
        (YOLO, "run_command", False),
        (SENSITIVE, "read_file", False),
        (SENSITIVE, "edit_file", True),
        (SENSITIVE, "run_command", True),
        (ALL, "read_file", True),
        (ALL, "edit_file", True),
        (ALL, "run_command", True),
    ],
)
def test_the_mode_and_the_tool_decide_whether_somebody_is_asked(
    mode: ConfirmMode, tool: str, asked: bool
) -> None:
    arguments = {
        "read_file": {"path": "a.py"},
        "edit_file": EDIT,
        "run_command": {"command": "make"},
    }
    approver = ScriptedApprover([Choice.ONCE])
    rig = make_rig(
        files=FILES, outcomes={"make": outcome("made")}, approver=approver, rules=Rules(mode=mode)
    )
    assert rig.call(tool, arguments[tool]).success
    assert bool(approver.questions) == asked
    assert rig.sink.of_type(ToolDecided)[0].by == ("user" if asked else "policy")


def test_a_question_shows_what_would_be_done() -> None:
    approver = ScriptedApprover([Choice.ONCE])
    make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE)).call("edit_file", EDIT)
    (question,) = approver.questions
    assert (question.tool, question.title) == ("edit_file", "Edit a.py (+1 -1)?")
    assert question.preview is not None
    assert "-x = 1\n+x = 2\n" in question.preview.text


def test_nobody_is_asked_about_a_call_that_would_fail_anyway() -> None:
    approver = ScriptedApprover([Choice.ONCE])
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE))
    result = rig.call("edit_file", EDIT | {"old_str": "not there"})
    assert "old_str not found" in result.text
    assert not approver.questions
    assert not rig.state.denials


def test_a_grant_for_the_run_is_remembered_and_only_for_its_kind() -> None:
    approver = ScriptedApprover([Choice.RUN, Choice.DENY])
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE))
    assert rig.call("edit_file", EDIT).success
    assert rig.call("edit_file", EDIT | {"old_str": "2", "new_str": "3"}).success
    assert not rig.call("delete_file", {"path": "a.py"}).success
    assert [question.tool for question in approver.questions] == ["edit_file", "delete_file"]


def test_a_grant_for_a_command_is_for_that_very_line() -> None:
    approver = ScriptedApprover([Choice.RUN, Choice.DENY])
    rig = make_rig(outcomes={"ls": outcome("x")}, approver=approver, rules=Rules(mode=SENSITIVE))
    assert rig.call("run_command", {"command": "ls"}).success
    assert rig.call("run_command", {"command": "ls"}).success
    assert not rig.call("run_command", {"command": "ls /"}).success


def test_a_granted_command_that_reads_like_a_tool_does_not_grant_the_tool() -> None:
    approver = ScriptedApprover([Choice.RUN, Choice.DENY])
    rig = make_rig(
        files=FILES,
        outcomes={"edit_file": outcome("?")},
        approver=approver,
        rules=Rules(mode=SENSITIVE),
    )
    assert rig.call("run_command", {"command": "edit_file"}).success
    assert not rig.call("edit_file", EDIT).success
    assert rig.workspace.files == FILES


def test_a_yes_for_once_is_asked_again() -> None:
    approver = ScriptedApprover([Choice.ONCE, Choice.ONCE])
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE))
    rig.call("edit_file", EDIT)
    rig.call("edit_file", EDIT | {"old_str": "2", "new_str": "3"})
    assert len(approver.questions) == 2


def test_a_no_reaches_the_model_with_its_reason_and_is_recorded() -> None:
    approver = LoggingApprover([], Answer(Choice.DENY, "nobody to ask; use --mode yolo"))
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE))
    result = rig.call("edit_file", EDIT)
    assert result.text == "Error: denied (confirmation): nobody to ask; use --mode yolo"
    assert rig.workspace.files == FILES
    assert rig.state.denials[0].reason == "nobody to ask; use --mode yolo"


def test_the_reason_of_a_question_is_one_line_whatever_name_it_quotes() -> None:
    approver = ScriptedApprover()
    rig = make_rig(approver=approver, rules=Rules(mode=SENSITIVE, sandboxed=True))
    rig.call("run_command", {"command": r"echo x > $'/etc/a\n\nls'"})
    [question] = approver.questions
    assert question.reason == r"writes to /etc/a\n\nls, outside the workspace"


def test_a_no_without_a_word_has_a_reason_as_well() -> None:
    approver = LoggingApprover([], Answer(Choice.DENY))
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=SENSITIVE))
    assert rig.call("edit_file", EDIT).text == "Error: denied (confirmation): the user denied it"


def test_the_time_a_person_takes_to_answer_is_not_that_of_the_call() -> None:
    clock = FrozenClock()

    class Thinking:
        async def confirm(self, question: Confirmation) -> Answer:
            clock.advance(60.0)
            return Answer(Choice.ONCE)

    replies = call_reply(call("edit_file", **EDIT)), text_reply("done")
    rules = Rules(mode=SENSITIVE)
    rig = make_rig(*replies, files=FILES, approver=Thinking(), clock=clock, rules=rules)
    state = rig.go()
    [finished] = [event for event in rig.sink.events if isinstance(event, ToolFinished)]
    assert (finished.success, finished.duration_s) == (True, 0.0)
    assert (state.duration_s, clock.monotonic()) == (0.0, 60.0)


def test_a_stop_denies_the_call_and_asks_the_run_to_end() -> None:
    rig = make_rig(files=FILES, answers=[Choice.STOP], rules=Rules(mode=SENSITIVE))
    assert not rig.call("edit_file", EDIT).success
    assert rig.stop.reason is StopReason.USER_INTERRUPT
    assert rig.workspace.files == FILES


def test_questions_are_asked_one_at_a_time_and_a_grant_answers_those_that_wait() -> None:
    class SlowApprover:
        def __init__(self) -> None:
            self.open = 0
            self.asked = 0

        async def confirm(self, question: Confirmation) -> Answer:
            self.asked += 1
            self.open += 1
            assert self.open == 1
            await asyncio.sleep(0)
            self.open -= 1
            return Answer(Choice.RUN)

    approver = SlowApprover()
    rig = make_rig(files=FILES, approver=approver, rules=Rules(mode=ALL))

    async def three_at_once() -> list[ToolResult]:
        return await asyncio.gather(*(rig.acall("read_file", {"path": "a.py"}) for _ in range(3)))

    results = asyncio.run(three_at_once())
    assert all(result.success for result in results)
    assert approver.asked == 1


@pytest.mark.parametrize("mode", list(ConfirmMode))
def test_a_dry_run_plans_changes_really_reads_and_asks_nobody(mode: ConfirmMode) -> None:
    log: list[str] = []
    rig = make_rig(files=FILES, approver=LoggingApprover(log), rules=Rules(mode=mode, dry_run=True))
    assert rig.call("read_file", {"path": "a.py"}).output == "x = 1\n"
    planned = rig.call("edit_file", EDIT)
    assert planned.text == "[DRY-RUN] Would execute: edit_file a.py (+1 -1)"
    assert rig.call("run_command", {"command": "make"}).text == (
        "[DRY-RUN] Would execute: run_command make"
    )
    assert rig.state.planned == (
        PlannedAction(2, "edit_file", "a.py (+1 -1)"),
        PlannedAction(3, "run_command", "make"),
    )
    assert (rig.workspace.files, rig.shell.commands, log) == (FILES, [], [])
    assert not rig.state.denials


def test_a_dry_run_still_obeys_guardrails() -> None:
    guardrails = LoggingGuardrails([], {"a.py": "protected"})
    rig = make_rig(files=FILES, guardrails=guardrails, rules=Rules(dry_run=True))
    assert not rig.call("edit_file", EDIT).success
    assert not rig.state.planned


def test_a_tool_that_the_agent_may_not_use_is_denied_whoever_asks_for_it() -> None:
    rig = make_rig(files=FILES, rules=Rules(allowed=frozenset({"read_file", "grep"})))
    result = rig.call("edit_file", EDIT)
    assert result.text == (
        "Error: denied (allowed_tools): this agent cannot use edit_file. "
        "Its tools are: grep, read_file."
    )
    assert rig.workspace.files == FILES
    [denial] = rig.state.denials
    assert (denial.by, denial.reason) == ("allowed_tools", "this agent cannot use edit_file")
    assert rig.call("read_file", {"path": "a.py"}).success


def test_an_unknown_tool_is_answered_with_the_nearest_one() -> None:
    text = make_rig().call("edit_fiel", EDIT).text
    assert text.startswith("Error: there is no tool 'edit_fiel', did you mean 'edit_file'?")
    assert "read_file" in text


def test_a_call_without_a_name_is_answered_with_the_tools_there_are() -> None:
    text = make_rig().call("", "{}").text
    assert text.startswith("Error: there is no tool ''. The tools are: apply_patch, ")


@table(
    ("arguments", "problem"),
    [
        ("[1, 2]", "must be a JSON object, not a list"),
        ("7", "must be a JSON object, not a int"),
        ('"a.py"', "must be a JSON object, not a str"),
        ("null", "must be a JSON object, not a NoneType"),
        ('{"path": "a.py"', "are not valid JSON"),
        ('{"path": "a.py"} {"path": "b.py"}', "are not valid JSON"),
        ("path=a.py", "are not valid JSON"),
        ("[" * 100_000, "are not valid JSON"),
        ('{"path": ' * 100_000, "are not valid JSON"),
        ("9" * 10_000, "are not valid JSON"),
        ("", "path: Field required"),
        ("{}", "path: Field required"),
        ('{"path": 7}', "path: Input should be a valid string"),
        ('{"path": "\\ud800"}', "does not exist"),
        ('{"path": "a.py", "line": 7}', "line: Extra inputs are not permitted"),
        ('{"path": "a.py", "offset": "many"}', "offset: Input should be a valid integer"),
    ],
)
def test_arguments_that_do_not_fit_are_answered_with_what_is_wrong(
    arguments: str, problem: str
) -> None:
    rig = make_rig(files=FILES)
    result = rig.call("read_file", arguments)
    assert not result.success
    assert problem in result.text
    assert len(result.text) < 500
    assert finishes(rig)[0].text == result.text


@pytest.mark.parametrize(
    "error", [ValueError("bad"), RecursionError("deep"), TimeoutError(), AssertionError("bug")]
)
def test_a_bug_in_a_tool_is_a_failed_result(error: Exception) -> None:
    def fail(context: ToolContext) -> ToolResult:
        raise error

    result = make_rig(tools=[Probe([], fail)]).call("probe")
    assert result.text == f"Error: probe failed inside: {type(error).__name__}: {error}"


@pytest.mark.parametrize("fault", [ToolFault("no"), FileMissingError("no")])
def test_a_fault_of_a_tool_is_its_result_as_it_stands(fault: Exception) -> None:
    def fail(context: ToolContext) -> ToolResult:
        raise fault

    assert make_rig(tools=[Probe([], fail)]).call("probe").text == "Error: no"


@pytest.mark.parametrize("fault", [ToolFault(), PortFault()])
def test_a_fault_without_a_word_still_says_what_it_was(fault: Exception) -> None:
    def fail(context: ToolContext) -> ToolResult:
        raise fault

    assert type(fault).__name__ in make_rig(tools=[Probe([], fail)]).call("probe").text


def test_a_bug_in_a_preview_ends_the_call_and_not_the_run() -> None:
    class BrokenPreview(Probe):
        async def preview(self, args: ProbeArgs, context: ToolContext) -> Preview | None:
            raise ValueError("bad")

    rig = make_rig(tools=[BrokenPreview([])], rules=Rules(mode=SENSITIVE))
    assert "probe failed inside: ValueError: bad" in rig.call("probe").text


def test_a_journal_that_is_full_is_not_the_tools_result() -> None:
    # run.started is not emitted here: step, reply, request, decision, then the announced change.
    rig = make_rig(files=FILES, journal=MemoryJournal(capacity=4))
    with pytest.raises(JournalFault):
        rig.call("edit_file", EDIT)
    assert rig.workspace.files == FILES


def test_output_is_shown_while_a_command_runs_and_not_journaled() -> None:
    journal = MemoryJournal()
    rig = make_rig(outcomes={"make": outcome("built", "warned")}, journal=journal)
    rig.call("run_command", {"command": "make"})
    shown = [(event.stream, event.text) for event in rig.sink.of_type(ToolOutput)]
    assert shown == [(Stream.STDOUT, "built"), (Stream.STDERR, "warned")]
    assert not [r for r in journal.records if isinstance(r.event, ToolOutput)]


def test_a_change_is_recorded_under_its_call() -> None:
    rig = make_rig(files=FILES)
    rig.call("edit_file", EDIT)
    (changed,) = rig.sink.of_type(FileChanged)
    assert (changed.call_id, changed.path) == ("c1", "a.py")
    assert rig.state.files_modified == ("a.py",)


def test_output_is_cut_in_the_middle_and_keeps_what_hooks_said_last() -> None:
    rig = make_rig(
        outcomes={"build": CommandOutcome(0, "line\n" * 5_000, "", 0.1)},
        hooks=LoggingHooks([], after="[hook] fine"),
        rules=Rules(max_result_tokens=200),
    )
    rig.call("run_command", {"command": "build"})
    text = finishes(rig)[0].text
    assert "lines left out" in text
    assert text.endswith("[hook] fine")
    assert rig.state.steps[-1].results[0].text == text


def test_a_page_ends_where_the_limit_is_and_is_never_cut_in_the_middle() -> None:
    rig = make_rig(
        files={"a.py": b"".join(b"line %d\n" % number for number in range(1, 5_001))},
        hooks=LoggingHooks([], after="[hook] fine"),
        rules=Rules(max_result_tokens=200),
    )
    rig.call("read_file", {"path": "a.py"})
    text = finishes(rig)[0].text
    assert text.startswith("line 1\nline 2\n")
    assert text.endswith("\nline 100\n[lines 1-100 of 5000; continue with offset=101]\n[hook] fine")


CALLS: dict[str, tuple[str, Mapping[str, Any] | str]] = {
    "a success": ("read_file", {"path": "a.py"}),
    "a failure": ("read_file", {"path": "missing.py"}),
    "a path outside": ("read_file", {"path": "../x"}),
    "an unknown tool": ("nothing", {}),
    "bad arguments": ("read_file", "["),
    "a denial": ("edit_file", EDIT),
    "a guardrail": ("delete_file", {"path": "guarded"}),
    "a command without an outcome": ("run_command", {"command": "x"}),
    "a search that fails": ("grep", {"pattern": "x"}),
    "a crash": ("probe", {}),
}


@pytest.mark.parametrize("what", CALLS)
def test_every_request_is_finished_exactly_once_and_every_refusal_says_why(what: str) -> None:
    def fail(context: ToolContext) -> ToolResult:
        raise KeyError("bug")

    rig = make_rig(
        files=FILES,
        tools=[Probe([], fail)],
        guardrails=LoggingGuardrails([], {"guarded": "hands off"}),
        rules=Rules(allowed=None if what != "a denial" else frozenset({"grep"})),
    )
    result = rig.call(*CALLS[what])
    requests = [event.call_id for event in rig.sink.of_type(ToolRequested)]
    (finish,) = finishes(rig)
    assert requests == [finish.call_id]
    assert (finish.success, finish.error, finish.text) == (
        result.success,
        result.error,
        result.text,
    )
    if what == "a success":
        assert finish.success
    else:
        assert not finish.success
        assert len(finish.text.removeprefix("Error: ")) > 10
        assert "None" not in finish.text


def test_only_reads_and_unknown_tools_run_beside_others() -> None:
    rig = make_rig()
    beside = {
        name: rig.engine.can_run_in_parallel(ToolCall(CallId("c"), name, "{}"))
        for name in ("read_file", "grep", "no_such", "edit_file", "run_command", "delete_file")
    }
    assert beside == {
        "read_file": True,
        "grep": True,
        "no_such": True,
        "edit_file": False,
        "run_command": False,
        "delete_file": False,
    }


def test_the_time_of_a_call_is_recorded() -> None:
    rig = make_rig(files=FILES)
    rig.call("read_file", {"path": "a.py"})
    assert finishes(rig)[0].duration_s == 0.0
    assert json.loads(rig.sink.of_type(ToolRequested)[0].arguments) == {"path": "a.py"}


def test_events_reach_the_journal_before_those_who_watch() -> None:
    journal = MemoryJournal()

    class Watcher:
        def __init__(self) -> None:
            self.missing: list[Event] = []

        def show(self, record: Record) -> None:
            if record not in journal.records:
                self.missing.append(record.event)

    watcher = Watcher()
    make_rig(files=FILES, journal=journal, sinks=[watcher]).call("read_file", {"path": "a.py"})
    assert not watcher.missing
    assert [record.seq for record in journal.records] == [1, 2, 3, 4, 5]


def test_a_bug_in_the_description_of_a_call_ends_the_call_and_not_the_run() -> None:
    class BrokenSummary(Probe):
        def traits(self, args: ProbeArgs) -> CallTraits:
            raise ValueError("too long")

    rig = make_rig(tools=[BrokenSummary([])])
    assert "probe failed inside: ValueError: too long" in rig.call("probe").text


def test_a_tool_refuses_a_call_in_every_mode_and_whoever_changed_it() -> None:
    class Picky(Probe):
        def traits(self, args: ProbeArgs) -> CallTraits:
            denial = Deny("picky", "not that one") if args.path == "b.py" else None
            return replace(super().traits(args), deny_reason=denial)

    rig = make_rig(tools=[Picky([])], rules=Rules(mode=ConfirmMode.YOLO))
    assert rig.call("probe", {"path": "a.py"}).success
    assert rig.call("probe", {"path": "b.py"}).text == "Error: denied (picky): not that one"
    [denial] = rig.state.denials
    assert denial.by == "picky"


def test_a_dry_run_does_not_plan_what_would_be_refused() -> None:
    rig = make_rig(files=FILES, rules=Rules(dry_run=True))
    assert not rig.call("edit_file", {"path": "gone.py", "old_str": "a", "new_str": "b"}).success
    assert not rig.call("write_file", {"path": "../out.py", "content": "x"}).success
    assert rig.state.planned == ()


def test_a_dry_run_plans_what_builds_on_an_earlier_plan() -> None:
    rig = make_rig(files=FILES, rules=Rules(dry_run=True))
    assert rig.call("edit_file", {"path": "a.py", "old_str": "1", "new_str": "2"}).success
    assert rig.call("edit_file", {"path": "a.py", "old_str": "2", "new_str": "3"}).success
    assert len(rig.state.planned) == 2
