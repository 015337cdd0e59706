"""How a command line is classified; nothing is run."""

from typing import Any

from architect.app.command_explainer import command_explainer
from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.verdict import ConfirmMode
from architect.mcp_server.served_folder import ServedFolder
from architect.mcp_server.served_tool import (
    TEXTS,
    Caller,
    Hints,
    ServedTool,
    ToolAnswer,
    object_schema,
)

_MOST_CHARS = 100_000
_ANSWER = {"enum": ["runs", "asks", "blocked"]}
_IN_MODE = object_schema({"sandbox": _ANSWER, "no_sandbox": _ANSWER})
_SCHEMA = object_schema(
    {
        "class": {"enum": ["safe", "dev", "dangerous"]},
        "blocked": {"type": "boolean"},
        "reasons": TEXTS,
        "files": {"type": "string"},
        "modes": object_schema({mode.value: _IN_MODE for mode in ConfirmMode}),
    }
)


class ExplainCommandArgs(Model):
    command: str = Field(
        description="The command line as a shell would get it.",
        min_length=1,
        max_length=_MOST_CHARS,
    )


def explain_command_tool(folder: ServedFolder) -> ServedTool:
    async def call(args: ExplainCommandArgs, _: Caller) -> ToolAnswer:
        config = folder.settings().config
        explained = await command_explainer(config, folder.root).explained(args.command)
        found = explained.as_json()
        return ToolAnswer(_told(found), found)

    return ServedTool(
        name="explain_command",
        title="Explain Command",
        description=(
            "Classify a shell command line without running it: safe, dev or dangerous, why, and "
            "whether each confirmation mode would run it, ask about it or block it, in a sandbox "
            "and without one. Call it before you run a command that you are not sure of."
        ),
        args_model=ExplainCommandArgs,
        output_schema=_SCHEMA,
        hints=Hints(only_reads=True, is_idempotent=True),
        call=call,
    )


_MODES = {ConfirmMode.CONFIRM_SENSITIVE.value: "ask, edit"}
"""The modes that `run_task` takes and that treat commands alike."""


def _told(found: dict[str, Any]) -> str:
    reasons = [f"- {reason}" for reason in (*found["reasons"], found["files"]) if reason]
    modes: dict[str, dict[str, str]] = found["modes"]
    answers = [
        f"{_MODES.get(mode, mode)}: {each['sandbox']} in the sandbox, {each['no_sandbox']} without"
        for mode, each in modes.items()
    ]
    return "\n".join([found["class"], *reasons, *answers])
