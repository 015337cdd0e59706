"""Hooks around a run, over a shell that runs nothing."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.support.replies import call_reply, text_reply
from tests.support.rig import SESSION, Rig, Rules, call, make_rig, started_event

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.agent.limits import Limits
from architect.domain.effect import Effect
from architect.domain.hooks import Hook, HookEvent, HookOutcome
from architect.domain.ids import RunId
from architect.domain.journal.call_events import HookRan
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.journal.run_events import RunFinished
from architect.domain.messages import UserMessage
from architect.domain.outcome import Status, StopReason
from architect.domain.prices import Price, PriceList
from architect.domain.shell import CommandOutcome, ShellCommand
from architect.domain.tool_result import succeeded
from architect.domain.usage import Usage
from architect.execution.hooks.executor import HookExecutor
from architect.execution.hooks.launcher import HookContext
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.ports.hooks import HookProceed
from architect.ports.shell import OutputListener, Shell
from architect.testing.fake_shell import FakeShell, outcome
from architect.testing.frozen_clock import FrozenClock
from architect.testing.memory_journal import MemoryJournal
from architect.testing.memory_workspace import MemoryWorkspace
from architect.testing.recording_sink import RecordingSink

FILES = {"a.py": b"x = 1\n", "b.py": b"y = 2\n"}
EDIT = call("edit_file", path="a.py", old_str="1", new_str="2")
READ = call("read_file", path="a.py")


def hook(event: HookEvent, command: str = "h", **more: Any) -> Hook:
    fields: dict[str, Any] = {"name": command, "event": event, "command": command}
    return Hook(**(fields | more))


def hooked_rig(
    *replies: ScriptedReply,
    hooks: Mapping[Hook, CommandOutcome],
    **more: Any,
) -> Rig:
    """A rig whose `hooks` end as given; the outcome is that of their command line."""
    outcomes = {hook.command: ended for hook, ended in hooks.items()}
    return make_rig(*replies, files=FILES, user_hooks=tuple(hooks), outcomes=outcomes, **more)


def ran(rig: Rig) -> list[HookRan]:
    return [event for event in rig.sink.events if isinstance(event, HookRan)]


def commands(rig: Rig) -> list[str]:
    return [command.line for command in rig.shell.commands]


def told(command: ShellCommand) -> dict[str, Any]:
    assert command.stdin is not None
    return json.loads(command.stdin)


PRE, POST = HookEvent.PRE_TOOL_USE, HookEvent.POST_TOOL_USE


def test_a_hook_forbids_a_call_in_words_that_the_model_reads() -> None:
    blocked = outcome(stderr="not on Fridays\n", exit_code=2)
    rig = hooked_rig(hooks={hook(PRE, "guard", name="calendar"): blocked})
    result = rig.call("edit_file", {"path": "a.py", "old_str": "1", "new_str": "2"})
    assert result.error == "denied (hook): calendar: not on Fridays"
    assert rig.workspace.files["a.py"] == FILES["a.py"]
    assert [(e.outcome, e.output) for e in ran(rig)] == [(HookOutcome.BLOCKED, "not on Fridays")]


def test_a_run_with_a_forbidden_call_is_no_success() -> None:
    rig = hooked_rig(
        call_reply(EDIT), text_reply("done"), hooks={hook(PRE, "guard"): outcome(exit_code=2)}
    )
    assert rig.go().status is Status.PARTIAL


def test_hooks_run_in_their_order_up_to_the_first_that_forbids() -> None:
    hooks = {
        hook(PRE, "first"): outcome("one"),
        hook(PRE, "second"): outcome(exit_code=2),
        hook(PRE, "third"): outcome("three"),
    }
    rig = hooked_rig(hooks=hooks)
    rig.call("read_file", {"path": "a.py"})
    assert commands(rig) == ["first", "second"]


def test_what_hooks_say_stands_below_the_result() -> None:
    hooks = {hook(PRE, "before"): outcome("mind the style"), hook(POST, "after"): outcome("fine")}
    result = hooked_rig(hooks=hooks).call("read_file", {"path": "a.py"})
    assert result.text.endswith("mind the style\nfine")


def test_the_tool_sees_changed_arguments_and_so_does_the_next_hook() -> None:
    moved = outcome(json.dumps({"updatedInput": {"path": "b.py"}}))
    rig = hooked_rig(hooks={hook(PRE, "move"): moved, hook(PRE, "look"): outcome()})
    assert "y = 2" in rig.call("read_file", {"path": "a.py"}).text
    _, look = rig.shell.commands
    assert told(look)["tool_input"] == {"path": "b.py"}
    assert look.env["ARCHITECT_FILE_PATH"] == "b.py"


def test_changed_arguments_that_do_not_fit_are_the_result() -> None:
    wrong = outcome(json.dumps({"updatedInput": {"paht": "b.py"}}))
    result = hooked_rig(hooks={hook(PRE, "move"): wrong}).call("read_file", {"path": "a.py"})
    assert "invalid arguments for read_file" in (result.error or "")


def test_arguments_changed_to_a_refused_command_are_refused() -> None:
    worse = outcome(json.dumps({"updatedInput": {"command": "sudo ls"}}))
    rig = hooked_rig(hooks={hook(PRE, "worse"): worse})
    assert "denied" in (rig.call("run_command", {"command": "ls"}).error or "")
    assert commands(rig) == ["worse"]


def test_arguments_changed_to_a_path_outside_are_refused() -> None:
    out = outcome(json.dumps({"updatedInput": {"path": "../secret"}}))
    result = hooked_rig(hooks={hook(PRE, "out"): out}).call("read_file", {"path": "a.py"})
    assert not result.success


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", ".git/hooks/x/../../../../y"])
def test_a_path_that_does_not_pass_the_gate_is_not_given_to_hooks(path: str) -> None:
    hooks = {hook(PRE, "any"): outcome(), hook(PRE, "fmt {file}"): outcome()}
    rig = hooked_rig(hooks=hooks)
    rig.call("read_file", {"path": path})
    assert commands(rig) == ["any"]
    assert "ARCHITECT_FILE_PATH" not in rig.shell.commands[0].env


def test_a_failed_hook_is_recorded_and_the_call_goes_on() -> None:
    hooks = {hook(PRE, "broken"): outcome("half", "oops", exit_code=1)}
    rig = hooked_rig(hooks=hooks)
    assert rig.call("read_file", {"path": "a.py"}).success
    (event,) = ran(rig)
    assert (event.outcome, event.problem, event.exit_code) == (HookOutcome.FAILED, "exit 1", 1)
    assert event.output == "half\noops"


def test_a_hook_that_cannot_be_started_is_recorded_and_the_call_goes_on() -> None:
    rig = make_rig(files=FILES, user_hooks=[hook(PRE, "unknown to the fake")])
    assert rig.call("read_file", {"path": "a.py"}).success
    (event,) = ran(rig)
    assert (event.outcome, event.exit_code) == (HookOutcome.FAILED, None)
    assert event.problem.startswith("could not be run: ")


@pytest.mark.parametrize(
    ("ended", "reason"),
    [
        (outcome("", "oops", exit_code=1), "strict: exit 1\noops"),
        (outcome(exit_code=None), "strict: timed out after 10 s"),
    ],
)
def test_a_failed_hook_forbids_where_the_user_wants_that(
    ended: CommandOutcome, reason: str
) -> None:
    strict = hook(PRE, "strict", blocks_on_failure=True)
    result = hooked_rig(hooks={strict: ended}).call("read_file", {"path": "a.py"})
    assert result.error == f"denied (hook): {reason}"


@pytest.mark.parametrize(
    ("ended", "report"),
    [
        (outcome("a.py:1: no", "E1", exit_code=1), "[Hook lint: FAILED (exit 1)]\na.py:1: no\nE1"),
        (outcome(exit_code=3), "[Hook lint: FAILED (exit 3)]"),
        (outcome("so far", exit_code=None), "[Hook lint: FAILED (timed out after 10 s)]\nso far"),
    ],
)
def test_the_model_reads_how_a_hook_after_a_tool_failed(ended: CommandOutcome, report: str) -> None:
    result = hooked_rig(hooks={hook(POST, "lint"): ended}).call("read_file", {"path": "a.py"})
    assert result.success
    assert result.text.endswith(f"\n{report}")


def test_a_command_too_long_to_be_looked_at_is_forbidden() -> None:
    rig = hooked_rig(hooks={hook(PRE, "guard", matcher="run_command"): outcome()})
    result = rig.call("run_command", {"command": "true " + "#" * 200_000})
    assert "guard: the call is too long" in (result.error or "")
    assert commands(rig) == []


def test_a_hook_that_changes_the_file_of_a_call_has_the_model_read_it_again() -> None:
    class Formatter(FakeShell):
        async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
            if command.line == "format":
                rig.workspace.files["a.py"] = b"x  =  1\n"
            return outcome()

    rig = make_rig(
        files=FILES, user_hooks=[hook(POST, "format"), hook(POST, "lint")], shell=Formatter()
    )
    result = rig.call("read_file", {"path": "a.py"})
    assert result.text.endswith("\n[Hook format: changed a.py, so read it again]")


def test_what_a_hook_says_is_cut_before_the_model_reads_it() -> None:
    flood = outcome("word " * 100_000)
    rig = hooked_rig(hooks={hook(POST, "flood"): flood})
    assert len(rig.call("read_file", {"path": "a.py"}).text) < 6_000
    assert len(ran(rig)[0].output) <= 2_000


def test_in_a_dry_run_nothing_was_done_that_a_hook_could_be_told_of() -> None:
    hooks = {hook(PRE, "before"): outcome(), hook(POST, "after"): outcome()}
    rig = hooked_rig(hooks=hooks, rules=Rules(dry_run=True))
    rig.call("edit_file", {"path": "a.py", "old_str": "1", "new_str": "2"})
    assert commands(rig) == ["before"]


ALL = {event: hook(event, str(event)) for event in HookEvent}


def test_a_run_tells_its_hooks_everything_in_its_order() -> None:
    rig = hooked_rig(
        call_reply(READ), text_reply("done"), hooks=dict.fromkeys(ALL.values(), outcome())
    )
    rig.go()
    assert commands(rig) == [
        "session_start",
        "pre_llm_call",
        "post_llm_call",
        "pre_tool_use",
        "post_tool_use",
        "pre_llm_call",
        "post_llm_call",
        "agent_complete",
        "session_end",
    ]
    assert isinstance(rig.sink.events[-1], RunFinished)


def test_hooks_are_told_what_is_known_of_the_run() -> None:
    rig = hooked_rig(text_reply("done"), hooks=dict.fromkeys(ALL.values(), outcome()))
    rig.go()
    by_event = {command.line: command.env for command in rig.shell.commands}
    assert by_event["session_end"] == {
        "ARCHITECT_EVENT": "session_end",
        "ARCHITECT_WORKSPACE": str(rig.workspace.root),
        "ARCHITECT_SESSION_ID": SESSION,
        "ARCHITECT_TASK": "mend it",
        "ARCHITECT_AGENT": "build",
        "ARCHITECT_MODEL": "recorded/script",
        "ARCHITECT_STEP": "1",
        "ARCHITECT_STEPS": "1",
        "ARCHITECT_STATUS": "success",
        "ARCHITECT_COST": "0.0000",
    }
    assert "ARCHITECT_STATUS" not in by_event["pre_llm_call"]


def test_an_error_is_told_to_hooks_instead_of_a_completion() -> None:
    replies = [ScriptedReply(fault="auth")]
    rig = hooked_rig(*replies, hooks=dict.fromkeys(ALL.values(), outcome()))
    assert rig.go().status is Status.FAILED
    assert commands(rig) == ["session_start", "pre_llm_call", "on_error", "session_end"]
    (on_error,) = (each for each in rig.shell.commands if each.line == "on_error")
    assert on_error.env["ARCHITECT_STATUS"] == "failed"
    assert told(on_error)["message"] == (rig.state.error and rig.state.error.message)


def test_a_budget_warning_is_told_to_hooks() -> None:
    spent = Usage(input_tokens=1_000, output_tokens=0)
    replies = [ScriptedReply(calls=(READ,), usage=spent), text_reply("done")]
    rig = hooked_rig(
        model=ScriptedModel(replies, name="priced"),
        hooks={ALL[HookEvent.BUDGET_WARNING]: outcome()},
        limits=Limits(max_steps=20, max_context_tokens=80_000, warn_at_usd=0.5),
        prices=PriceList({}, fallback=Price(1_000.0, 0.0)),
    )
    rig.go()
    (command,) = rig.shell.commands
    assert "$1.0000 spent" in told(command)["message"]
    assert command.env["ARCHITECT_COST"] == "1.0000"


def test_a_shortened_context_is_told_to_hooks() -> None:
    long = call("write_file", path="a.py", content="word " * 1_000)
    rig = hooked_rig(
        *[call_reply(long), call_reply(READ)] * 4,
        text_reply("done"),
        hooks={ALL[HookEvent.CONTEXT_COMPRESS]: outcome()},
        limits=Limits(max_steps=20, max_context_tokens=5_000),
    )
    rig.go()
    compactions = rig.sink.of_type(ContextCompacted)
    assert compactions
    assert len(rig.shell.commands) == len(compactions)
    assert told(rig.shell.commands[0])["message"].endswith(" tokens")


def test_a_hook_forbids_to_ask_the_model_and_the_run_closes_in_part() -> None:
    guard = hook(HookEvent.PRE_LLM_CALL, "office hours")
    rig = hooked_rig(text_reply("done"), hooks={guard: outcome(stderr="closed", exit_code=2)})
    state = rig.go()
    assert (state.status, state.stop_reason) == (Status.PARTIAL, StopReason.HOOK_BLOCKED)
    assert state.output == "Stopped: a hook blocked the request to the model: office hours: closed."
    assert rig.scripted.requests == []


def test_a_summary_is_not_asked_for_where_a_hook_forbids_it() -> None:
    """The hook says yes once, and no when the only step is used up."""

    class OnceShell(FakeShell):
        async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
            self.commands.append(command)
            return outcome(exit_code=0 if len(self.commands) == 1 else 2)

    rig = hooked_rig(
        call_reply(READ),
        text_reply("never asked"),
        hooks={hook(HookEvent.PRE_LLM_CALL): outcome()},
        limits=Limits(max_steps=1, max_context_tokens=80_000),
        shell=OnceShell(),
    )
    assert rig.go().stop_reason is StopReason.MAX_STEPS
    assert len(rig.scripted.requests) == 1


def test_the_model_reads_what_hooks_said_before_its_call() -> None:
    hooks = {
        hook(HookEvent.SESSION_START, "branch"): outcome("on branch main"),
        hook(HookEvent.POST_LLM_CALL, "clock"): outcome("it is late"),
    }
    rig = hooked_rig(call_reply(READ), text_reply("done"), hooks=hooks)
    rig.go()
    first, second = (request.messages for request in rig.scripted.requests)
    assert first[1].text.endswith("\n\nmend it\n\n[Hook branch]\non branch main")
    assert second[1] == first[1]
    assert second[-1] == UserMessage("[Hook clock]\nit is late")


class BlockedShell:
    """Runs nothing until it is released; counts what it started, and what was cancelled there."""

    def __init__(self) -> None:
        self.released = asyncio.Event()
        self.begun = asyncio.Semaphore(0)
        self.at_once = self.most_at_once = self.cancelled = self.done = 0

    async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        self.begun.release()
        try:
            await self.released.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            self.at_once -= 1
        self.done += 1
        return outcome("said")

    async def expect_to_start(self, command: ShellCommand) -> None:
        """It always can."""

    async def why_unconfined(self) -> str:
        return ""


def executor(
    shell: Shell, *hooks: Hook, free: Shell | None = None, saving: Shell | None = None
) -> tuple[HookExecutor, RecordingSink]:
    sink = RecordingSink()
    triggers = HookTriggers({hook.event for hook in hooks})
    recorder = EventRecorder(
        RunId(f"{SESSION}.1"), journal=MemoryJournal(), sinks=(sink, triggers), clock=FrozenClock()
    )
    recorder.emit(started_event())
    place = HookContext(
        SESSION, MemoryWorkspace(FILES), shell, free or shell, saving=lambda inner: saving or inner
    )
    return HookExecutor(hooks, place, recorder=recorder, triggers=triggers), sink


def outcomes(sink: RecordingSink) -> list[HookOutcome]:
    return [event.outcome for event in sink.events if isinstance(event, HookRan)]


BESIDE = hook(PRE, is_async=True)


def test_nobody_waits_for_a_hook_beside_the_run_before_its_end() -> None:
    async def scenario() -> None:
        shell = BlockedShell()
        hooks, sink = executor(shell, BESIDE)
        assert await hooks.before_tool("read_file", {}) == HookProceed()
        await shell.begun.acquire()
        ending = asyncio.create_task(hooks.run_ended(Status.SUCCESS, None))
        await asyncio.sleep(0)
        assert not ending.done()
        shell.released.set()
        await ending
        assert (shell.done, outcomes(sink)) == (1, [HookOutcome.OK])

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_only_a_few_hooks_beside_the_run_run_at_once() -> None:
    async def scenario() -> None:
        shell = BlockedShell()
        hooks, _ = executor(shell, BESIDE)
        for _ in range(20):
            await hooks.before_tool("read_file", {})
        await shell.begun.acquire()
        shell.released.set()
        await hooks.run_ended(Status.SUCCESS, None)
        assert (shell.done, shell.most_at_once) == (20, 4)

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_hooks_beside_the_run_are_ended_with_it() -> None:
    async def scenario() -> None:
        shell = BlockedShell()
        hooks, sink = executor(shell, BESIDE)
        for _ in range(6):
            await hooks.before_tool("read_file", {})
        for _ in range(4):
            await shell.begun.acquire()
        await hooks.aclose()
        assert (shell.cancelled, shell.at_once) == (4, 0)
        assert outcomes(sink) == [HookOutcome.INTERRUPTED] * 4

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_a_cancelled_hook_is_recorded_and_the_cancellation_goes_on() -> None:
    async def scenario() -> None:
        shell = BlockedShell()
        hooks, sink = executor(shell, hook(PRE))
        asking = asyncio.create_task(hooks.before_tool("read_file", {}))
        await shell.begun.acquire()
        asking.cancel()
        await asyncio.wait([asking])
        assert asking.cancelled()
        assert outcomes(sink) == [HookOutcome.INTERRUPTED]

    asyncio.run(asyncio.wait_for(scenario(), 10))


def test_only_hooks_that_look_at_changes_have_files_saved_first() -> None:
    async def scenario() -> tuple[list[str], list[str]]:
        plain, saving = (FakeShell({str(event): outcome() for event in HookEvent}) for _ in "ab")
        hooks, _ = executor(plain, *ALL.values(), saving=saving)
        await hooks.before_model()
        await hooks.before_tool("read_file", {"path": "a.py"})
        await hooks.after_tool("read_file", {"path": "a.py"}, succeeded("x"), effect=Effect.READ)
        await hooks.run_ended(Status.SUCCESS, None)
        return [each.line for each in plain.commands], [each.line for each in saving.commands]

    plain, saving = asyncio.run(scenario())
    assert plain == ["session_start", "pre_llm_call", "pre_tool_use"]
    assert saving == ["post_tool_use", "agent_complete", "session_end"]


def test_a_hook_runs_in_the_sandbox_unless_the_user_says_otherwise() -> None:
    async def scenario() -> tuple[list[str], list[str]]:
        boxed, free = (FakeShell({"in": outcome(), "out": outcome()}) for _ in "ab")
        hooks, _ = executor(boxed, hook(PRE, "in"), hook(PRE, "out", sandboxed=False), free=free)
        await hooks.before_tool("read_file", {})
        return [each.line for each in boxed.commands], [each.line for each in free.commands]

    assert asyncio.run(scenario()) == (["in"], ["out"])


def test_a_bug_while_the_last_hooks_run_takes_nothing_from_the_run() -> None:
    class BrokenShell(FakeShell):
        async def run(self, command: ShellCommand, on_output: OutputListener) -> CommandOutcome:
            raise RuntimeError("a bug")

    rig = make_rig(
        text_reply("done"), user_hooks=[hook(HookEvent.SESSION_END)], shell=BrokenShell()
    )
    assert rig.go().status is Status.SUCCESS
    assert [str(bug) for bug in rig.crashes.errors] == ["a bug"]
