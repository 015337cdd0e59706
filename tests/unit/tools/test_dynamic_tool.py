"""A tool that is made at run time goes through the same pipeline as the tools of architect."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.replies import call_reply, text_reply
from tests.support.rig import Rig, Rules, call, make_rig
from tests.support.table import table

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.cli.terminal_approver import NobodyToAsk
from architect.domain.effect import Effect
from architect.domain.hooks import Hook, HookEvent
from architect.domain.journal.call_events import ToolFinished
from architect.domain.outcome import PlannedAction
from architect.domain.paths import Access
from architect.domain.text.document import Document, FileChange
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Choice, ConfirmMode, Deny, Preview
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.file_rules import protected_files
from architect.policy.guardrails import GuardrailRules
from architect.ports.approver import Approver
from architect.testing.fake_shell import outcome
from architect.testing.scripted_approver import ScriptedApprover
from architect.tools.context import ToolContext
from architect.tools.dynamic_tool import DynamicTool
from architect.tools.traits import CallTraits

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Open an issue",
    "type": "object",
    "properties": {
        "title": {"type": "string", "default": None},
        "path": {"anyOf": [{"type": "string"}, {"type": "null"}]},
    },
    "required": ["title"],
}
PUT_SCHEMA = {"type": "object"}
ASKING = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE)


class Tracker:
    """Where issues are opened; `calls` is what arrived."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []

    async def open_issue(self, args: dict[str, Any], context: ToolContext) -> ToolResult:
        self.calls.append(args)
        return succeeded(f"opened {args['title']!r}")


def issue_tool(tracker: Tracker, **more: Any) -> DynamicTool:
    return DynamicTool("open_issue", "Open an issue.", SCHEMA, tracker.open_issue, **more)


def tracker_rig(tracker: Tracker, **more: Any) -> Rig:
    return make_rig(tools=[issue_tool(tracker)], **more)


def test_its_schema_reaches_the_model_as_it_is():
    tracker, model = Tracker(), ScriptedModel([text_reply("done")])
    tracker_rig(tracker, model=model).go()

    offered = {tool["function"]["name"]: tool for tool in model.requests[0].tools}
    assert offered["open_issue"] == {
        "type": "function",
        "function": {
            "name": "open_issue",
            "description": "Open an issue.",
            "parameters": SCHEMA,
        },
    }


def test_a_model_calls_it_and_reads_its_result():
    tracker = Tracker()
    replies = call_reply(call("open_issue", title="slow")), text_reply("done")
    rig = make_rig(*replies, tools=[issue_tool(tracker)])
    state = rig.go()

    assert tracker.calls == [{"title": "slow"}]
    assert [use.name for use in state.tools_used] == ["open_issue"]
    assert [event.text for event in rig.sink.of_type(ToolFinished)] == ["opened 'slow'"]
    assert "opened 'slow'" in str(rig.scripted.requests[1].messages)


def test_its_arguments_are_checked_against_the_schema():
    tracker = Tracker()
    rig = tracker_rig(tracker)

    assert rig.call("open_issue", {}).error == (
        "invalid arguments for open_issue: title: is required"
    )
    assert rig.call("open_issue", {"title": 3}).error == (
        "invalid arguments for open_issue: title: should be string, is integer"
    )
    assert tracker.calls == []


def test_it_can_bring_its_own_check():
    def check(schema: dict[str, Any], args: dict[str, Any]) -> list[str]:
        return ["title: is taken"]

    result = make_rig(tools=[issue_tool(Tracker(), check=check)]).call("open_issue", {"title": "a"})

    assert result.error == "invalid arguments for open_issue: title: is taken"


def test_guardrails_judge_its_path():
    tracker = Tracker()
    guardrails = GuardrailsEngine(GuardrailRules(), BoundedPatternSearch(), root=Path("/workspace"))
    rig = tracker_rig(tracker, guardrails=guardrails)

    result = rig.call("open_issue", {"title": "keys", "path": ".env"})

    assert (result.error or "").startswith("denied (sensitive_files): '.env' may hold secrets")
    assert tracker.calls == []


def test_a_hook_may_forbid_it():
    tracker = Tracker()
    hook = Hook(name="h", event=HookEvent.PRE_TOOL_USE, command="h", matcher="^open_")
    rig = tracker_rig(
        tracker, user_hooks=[hook], outcomes={"h": outcome(stderr="not today", exit_code=2)}
    )

    assert rig.call("open_issue", {"title": "a"}).error == "denied (hook): h: not today"
    assert tracker.calls == []


def test_a_person_is_asked_and_sees_all_arguments():
    tracker, approver = Tracker(), ScriptedApprover([Choice.ONCE])
    rig = tracker_rig(tracker, approver=approver, rules=ASKING)

    assert rig.call("open_issue", {"title": "t" * 100}).success
    assert not rig.call("open_issue", {"title": "b"}).success

    first, second = approver.questions
    assert (first.title, first.preview) == (
        'Call open_issue {"title": "' + "t" * 66 + "...?",
        Preview("arguments", '{\n  "title": "' + "t" * 100 + '"\n}'),
    )
    assert second.title == 'Call open_issue {"title": "b"}?'
    assert [len(args["title"]) for args in tracker.calls] == [100]


def test_a_dry_run_plans_it():
    tracker = Tracker()
    rig = tracker_rig(tracker, rules=Rules(dry_run=True))

    assert rig.call("open_issue", {"title": "a"}).output.startswith("[DRY-RUN]")
    assert tracker.calls == []
    assert rig.state.planned == (PlannedAction(1, "open_issue", '{"title": "a"}'),)


def test_one_that_only_reads_runs_in_a_dry_run_and_unasked():
    tracker = Tracker()
    tool = issue_tool(tracker, effect=Effect.READ)
    rules = replace(ASKING, dry_run=True)

    assert make_rig(tools=[tool], rules=rules).call("open_issue", {"title": "a"}).success
    assert tracker.calls == [{"title": "a"}]


def test_the_run_counts_as_tainted_by_what_it_returns_and_the_next_call_is_asked_about():
    tracker, approver = Tracker(), ScriptedApprover([])
    rig = tracker_rig(tracker, approver=approver)

    assert rig.call("open_issue", {"title": "a"}).success
    assert not rig.call("open_issue", {"title": "b"}).success

    assert rig.state.taints == ("open_issue",)
    assert approver.questions[0].reason.startswith("open_issue may leave the workspace")


def test_whoever_makes_it_can_say_that_it_stays_inside():
    def describe(traits: CallTraits, args: dict[str, Any]) -> CallTraits:
        denial = Deny("titles", "no titles in capitals") if args["title"].isupper() else None
        return replace(traits, egress=None, taint_source=None, deny_reason=denial)

    tracker = Tracker()
    rig = make_rig(tools=[issue_tool(tracker, describe=describe)])

    assert rig.call("open_issue", {"title": "a"}).success
    assert rig.state.taints == ()
    assert rig.call("open_issue", {"title": "A"}).error == "denied (titles): no titles in capitals"


def test_a_bug_in_its_function_or_its_description_is_a_failed_result():
    async def broken(args: dict[str, Any], context: ToolContext) -> ToolResult:
        raise ZeroDivisionError("oops")

    def undescribed(traits: CallTraits, args: dict[str, Any]) -> CallTraits:
        raise KeyError("title")

    tools = [
        DynamicTool("one", "", SCHEMA, broken),
        DynamicTool("two", "", SCHEMA, broken, describe=undescribed),
    ]
    rig = make_rig(tools=tools)

    assert rig.call("one", {"title": "a"}).error == "one failed inside: ZeroDivisionError: oops"
    assert rig.call("two", {"title": "a"}).error == "two failed inside: KeyError: 'title'"


async def put(args: dict[str, Any], context: ToolContext) -> ToolResult:
    """Write a file through the workspace, as a tool that writes has to."""
    path = context.workspace.locate(args["path"], Access.WRITE)
    await context.workspace.apply(FileChange(path, None, Document(args["text"]), "", 1, 0))
    return succeeded("put")


def test_hooks_after_edits_run_after_one_that_writes():
    hook = Hook(name="format", event=HookEvent.POST_TOOL_USE, command="format", after_edits=True)
    tools = [
        DynamicTool("notes__put", "Put a file.", PUT_SCHEMA, put, effect=Effect.WRITE),
        DynamicTool("notes__run", "Do something.", PUT_SCHEMA, Tracker().open_issue),
    ]
    rig = make_rig(tools=tools, user_hooks=(hook,), outcomes={"format": outcome()})

    assert rig.call("notes__put", {"path": "a.md", "text": "x\n"}).success
    assert rig.workspace.files == {"a.md": b"x\n"}
    assert [command.line for command in rig.shell.commands] == ["format"]
    rig.call("notes__run", {"path": "a.md", "title": "x"})
    assert len(rig.shell.commands) == 1


def test_what_it_writes_is_a_proposal_where_the_run_only_proposes_and_nobody_is_asked():
    tool = DynamicTool("notes__put", "Put a file.", PUT_SCHEMA, put, effect=Effect.WRITE)
    rules = Rules(mode=ConfirmMode.CONFIRM_SENSITIVE, proposes=True)
    rig = make_rig(tools=[tool], rules=rules, approver=NobodyToAsk())

    assert rig.call("notes__put", {"path": "a.md", "text": "x\n"}).success
    assert rig.state.files_proposed == ("a.md",)
    assert rig.workspace.files == {}


def proposing_rig(tracker: Tracker, approver: Approver, **more: Any) -> Rig:
    """A run in yolo mode that only proposes, on a machine where commands have a sandbox."""
    rules = Rules(mode=ConfirmMode.YOLO, proposes=True)
    return make_rig(tools=[issue_tool(tracker, **more)], rules=rules, approver=approver)


def as_it_is(traits: CallTraits, _: dict[str, Any]) -> CallTraits:
    return traits


def called_harmless(traits: CallTraits, _: dict[str, Any]) -> CallTraits:
    return replace(traits, ask_reason=None)


@table("describe", [as_it_is, called_harmless])
def test_where_the_run_only_proposes_the_sandbox_of_commands_does_not_speak_for_it(
    describe: Callable[[CallTraits, dict[str, Any]], CallTraits],
):
    tracker = Tracker()
    rig = proposing_rig(tracker, NobodyToAsk(), describe=describe)
    result = rig.call("open_issue", {"title": "slow"})

    assert "denied (proposals)" in (result.error or "")
    assert "only proposes" in (result.error or "")
    assert tracker.calls == []


def test_whoever_is_asked_may_let_it_through_and_nothing_is_said_of_commands():
    tracker, approver = Tracker(), ScriptedApprover([Choice.ONCE])
    rig = proposing_rig(tracker, approver)
    assert rig.call("write_file", {"path": "a.py", "content": "x"}).success
    result = rig.call("open_issue", {"title": "slow"})

    assert result.text == "opened 'slow'"
    assert (
        "may change things outside the workspace; this run only proposes"
        in approver.questions[0].reason
    )


def test_one_that_only_reads_is_not_asked_about_where_the_run_only_proposes():
    tracker = Tracker()
    rig = proposing_rig(tracker, NobodyToAsk(), effect=Effect.READ)
    assert rig.call("open_issue", {"title": "slow"}).success


def test_rules_about_changes_hold_for_the_path_of_one_that_may_change_it():
    rules = GuardrailRules(protected=protected_files(("*.lock",)))
    guardrails = GuardrailsEngine(rules, BoundedPatternSearch(), root=Path("/workspace"))
    for effect, is_let_through in ((Effect.READ, True), (Effect.COMMAND, False)):
        tracker = Tracker()
        rig = make_rig(tools=[issue_tool(tracker, effect=effect)], guardrails=guardrails)
        assert rig.call("open_issue", {"title": "x", "path": "a.lock"}).success is is_let_through


def test_a_bug_in_its_check_is_a_failed_result():
    def broken(schema: dict[str, Any], args: dict[str, Any]) -> list[str]:
        raise TypeError("oops")

    tracker = Tracker()
    result = make_rig(tools=[issue_tool(tracker, check=broken)]).call("open_issue", {"title": "a"})

    assert result.error == "open_issue failed inside: TypeError: oops"
    assert tracker.calls == []


def test_arguments_that_are_nested_too_deeply_are_a_failed_result():
    tracker = Tracker()
    deep: dict[str, Any] = {}
    for _ in range(600):
        deep = {"a": deep}
    rig = tracker_rig(tracker)

    error = rig.call("open_issue", {"title": "a", "more": deep}).error or ""
    assert error.startswith("the arguments of open_issue have more than 100 objects and arrays")
    assert tracker.calls == []
