"""The input of a hook: its environment, and a JSON object on its standard input."""

import json
import os
from pathlib import Path

from architect.domain.hooks import HookedCall, HookInput
from architect.policy.hooks.command_line import FILE_VARIABLE

LONGEST_VALUE = 100_000
"""Of a variable, in bytes; Linux starts no program with one above 131,071 (execve(2))."""


def environment_of(hook_input: HookInput, *, workspace: Path, session_id: str) -> dict[str, str]:
    """The variables of a hook, but for those that are too long or hold NUL."""
    variables = {
        "ARCHITECT_EVENT": str(hook_input.event),
        "ARCHITECT_WORKSPACE": str(workspace),
        "ARCHITECT_SESSION_ID": session_id,
    }
    variables |= {f"ARCHITECT_{name}": value for name, value in hook_input.facts.items()}
    if (call := hook_input.call) is not None:
        variables["ARCHITECT_TOOL_NAME"] = call.tool
        if call.files:
            variables[FILE_VARIABLE] = _as_word(call.files[0])
        if isinstance(command := call.arguments.get("command"), str):
            variables["ARCHITECT_COMMAND"] = command
        if call.result is not None:
            variables["ARCHITECT_TOOL_RESULT_SUCCESS"] = "true" if call.result.success else "false"
    return {name: value for name, value in variables.items() if _fits(value)}


def hides_something(call: HookedCall) -> bool:
    """Whether command or file of the call do not fit into their variables.

    A hook that looks for something in them would not find it there.
    """
    command = call.arguments.get("command")
    return not all(_fits(text) for text in (command, *call.files) if isinstance(text, str))


def standard_input_of(hook_input: HookInput) -> bytes:
    """`{event, tool_name, tool_input, tool_output}`, and `message` where there is one."""
    call = hook_input.call
    values = {
        "event": str(hook_input.event),
        "tool_name": call.tool if call else None,
        "tool_input": call.arguments if call else None,
        "tool_output": call.result.text if call and call.result else None,
    }
    if hook_input.message:
        values["message"] = hook_input.message
    return json.dumps(values).encode() + b"\n"


def _as_word(file: str) -> str:
    """A name that no program takes for an option."""
    return f"./{file}" if file.startswith("-") else file


def _fits(value: str) -> bool:
    try:
        return "\0" not in value and len(os.fsencode(value)) <= LONGEST_VALUE
    except UnicodeEncodeError:
        return False
