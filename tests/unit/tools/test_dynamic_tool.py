"""A tool that is made at run time goes through the same pipeline as the tools of architect."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.support.rig import Rig, Rules, call, make_rig

from architect.adapters.models.recorded.model import ScriptedModel, call_reply, text_reply
from architect.adapters.search.pattern_search import BoundedPatternSearch
from architect.domain.hooks import Hook, HookEvent
from architect.domain.journal import events as ev
from architect.domain.outcome import PlannedAction
from architect.domain.tool_result import ToolResult, succeeded
from architect.domain.verdict import Choice, ConfirmMode, Deny, Preview
from architect.execution.guardrails_engine import GuardrailsEngine
from architect.policy.guardrails import GuardrailRules
from architect.testing.fake_shell import outcome
from architect.testing.scripted_approver import ScriptedApprover
from architect.tools.base import CallTraits, Effect, ToolContext
from architect.tools.dynamic_tool import DynamicTool

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
    assert [event.text for event in rig.sink.of_type(ev.ToolFinished)] == ["opened 'slow'"]
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
        'open_issue {"title": "' + "t" * 66 + "...",
        Preview("arguments", '{\n  "title": "' + "t" * 100 + '"\n}'),
    )
    assert second.title == 'open_issue {"title": "b"}'
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
