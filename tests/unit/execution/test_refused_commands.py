"""Commands that no mode runs, from the call to the record."""

from typing import Any

import pytest
from tests.support.rig import Rig, Rules, make_rig

from architect.domain.effect import Effect
from architect.domain.journal.call_events import ToolDecided
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Choice, ConfirmMode
from architect.ports.hooks import HookProceed
from architect.testing.fake_shell import outcome


class ChangingHooks:
    """Replaces the command of every call by `command`."""

    def __init__(self, command: str) -> None:
        self._command = command

    async def before_tool(self, tool: str, arguments: dict[str, Any]) -> HookProceed:
        return HookProceed({**arguments, "command": self._command})

    async def after_tool(
        self, tool: str, arguments: dict[str, Any], result: ToolResult, *, effect: Effect
    ) -> str:
        return ""


def decisions(rig: Rig) -> list[tuple[bool, str]]:
    events = [record.event for record in rig.sink.records]
    return [(event.allowed, event.by) for event in events if isinstance(event, ToolDecided)]


@pytest.mark.parametrize("mode", list(ConfirmMode))
@pytest.mark.parametrize("dry_run", [False, True])
def test_a_blocked_command_runs_in_no_mode_and_nobody_is_asked(
    mode: ConfirmMode, dry_run: bool
) -> None:
    rig = make_rig(rules=Rules(mode=mode, dry_run=dry_run), answers=[])
    result = rig.call("run_command", {"command": "bash -c 'rm -rf ~'"})

    assert not result.success
    assert "denied (blocklist)" in result.text
    assert "deletes the home folder" in result.text
    assert decisions(rig) == [(False, "blocklist")]
    assert rig.shell.commands == []


def test_a_command_that_a_hook_makes_destructive_is_blocked_as_well() -> None:
    rig = make_rig(rules=Rules(mode=ConfirmMode.YOLO), hooks=ChangingHooks("sudo ls"), outcomes={})
    result = rig.call("run_command", {"command": "ls"})

    assert "denied (blocklist)" in result.text
    assert rig.shell.commands == []


@pytest.mark.parametrize(
    ("command", "mode", "asked"),
    [
        ("git status", ConfirmMode.YOLO, False),
        ("git status", ConfirmMode.CONFIRM_SENSITIVE, False),
        ("git status", ConfirmMode.CONFIRM_ALL, True),
        ("pytest", ConfirmMode.YOLO, False),
        ("pytest", ConfirmMode.CONFIRM_SENSITIVE, True),
        ("pytest", ConfirmMode.CONFIRM_ALL, True),
        ("rm x", ConfirmMode.YOLO, False),
        ("rm x", ConfirmMode.CONFIRM_SENSITIVE, True),
        ("rm x", ConfirmMode.CONFIRM_ALL, True),
    ],
)
def test_class_and_mode_decide_whether_somebody_is_asked(
    command: str, mode: ConfirmMode, asked: bool
) -> None:
    answers = [Choice.ONCE] if asked else []
    rig = make_rig(rules=Rules(mode=mode), answers=answers, outcomes={command: outcome()})

    assert rig.call("run_command", {"command": command}).success
    assert decisions(rig) == [(True, "user" if asked else "policy")]
