import json
from pathlib import Path
from typing import Any

import pytest

from architect.domain.hooks import HookedCall, HookEvent, HookInput
from architect.domain.tool_result import failed, succeeded
from architect.policy.hooks.hook_input import (
    LONGEST_VALUE,
    environment_of,
    hides_something,
    standard_input_of,
)


def environment(hook_input: HookInput) -> dict[str, str]:
    return environment_of(hook_input, workspace=Path("/ws"), session_id="s1")


def question(hook_input: HookInput) -> dict[str, Any]:
    return json.loads(standard_input_of(hook_input))


BASE = {"ARCHITECT_WORKSPACE": "/ws", "ARCHITECT_SESSION_ID": "s1"}


def test_a_hook_before_a_tool_is_told_tool_file_and_command() -> None:
    call = HookedCall("run_command", {"command": "ls", "path": "a"}, ("src/a.py", "b.py"))
    hook_input = HookInput(HookEvent.PRE_TOOL_USE, call)
    assert environment(hook_input) == BASE | {
        "ARCHITECT_EVENT": "pre_tool_use",
        "ARCHITECT_TOOL_NAME": "run_command",
        "ARCHITECT_FILE_PATH": "src/a.py",
        "ARCHITECT_COMMAND": "ls",
    }
    assert question(hook_input) == {
        "event": "pre_tool_use",
        "tool_name": "run_command",
        "tool_input": {"command": "ls", "path": "a"},
        "tool_output": None,
    }


@pytest.mark.parametrize(
    ("result", "success", "output"),
    [
        (succeeded("5 lines"), "true", "5 lines"),
        (failed("no", "more"), "false", "Error: no\nmore"),
    ],
)
def test_a_hook_after_a_tool_is_told_what_came_of_it(
    result: Any, success: str, output: str
) -> None:
    hook_input = HookInput(HookEvent.POST_TOOL_USE, HookedCall("grep", {}, (), result))
    assert environment(hook_input)["ARCHITECT_TOOL_RESULT_SUCCESS"] == success
    assert question(hook_input)["tool_output"] == output


def test_a_hook_without_a_call_is_told_facts_and_message() -> None:
    hook_input = HookInput(HookEvent.ON_ERROR, None, {"STATUS": "failed", "TASK": "x"}, "no key")
    assert environment(hook_input) == BASE | {
        "ARCHITECT_EVENT": "on_error",
        "ARCHITECT_STATUS": "failed",
        "ARCHITECT_TASK": "x",
    }
    assert question(hook_input) == {
        "event": "on_error",
        "tool_name": None,
        "tool_input": None,
        "tool_output": None,
        "message": "no key",
    }


def test_a_name_is_no_option_of_a_program() -> None:
    call = HookedCall("edit_file", {}, ("-rf",))
    assert environment(HookInput(HookEvent.PRE_TOOL_USE, call))["ARCHITECT_FILE_PATH"] == "./-rf"


@pytest.mark.parametrize(
    "text", ["x" * (LONGEST_VALUE + 1), "ä" * (LONGEST_VALUE // 2 + 1), "a\0b", "\ud83d"]
)
def test_what_fits_into_no_variable_is_left_out_and_known_to_be(text: str) -> None:
    call = HookedCall("run_command", {"command": text})
    hook_input = HookInput(HookEvent.PRE_TOOL_USE, call, {"TASK": text})
    assert not environment(hook_input).keys() & {"ARCHITECT_COMMAND", "ARCHITECT_TASK"}
    assert hides_something(call)
    assert hides_something(HookedCall("edit_file", {}, (text,)))
    assert question(hook_input)["tool_input"] == {"command": text}


def test_an_ordinary_call_hides_nothing() -> None:
    longest = "x" * LONGEST_VALUE
    assert not hides_something(HookedCall("run_command", {"command": longest}, ("a.py",)))
    assert not hides_something(HookedCall("write_file", {"content": longest * 2}, ("a.py",)))
