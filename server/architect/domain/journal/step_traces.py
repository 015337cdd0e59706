"""What steps of a conversation read and ran, as their calls and results have it."""

import json
from collections.abc import Iterator, Sequence
from typing import cast

from architect.domain.journal.left_out import CommandRun, LeftOut
from architect.domain.journal.state import Step
from architect.domain.messages import ToolCall
from architect.domain.shell import RUN_COMMAND

_RESULT_CHARS = 60


def left_out_with(steps: Sequence[Step]) -> LeftOut:
    """What `steps` read, ran and were told, as their calls and results have it."""
    return LeftOut() + LeftOut(
        tuple(seen.place for step in steps for _, seen in step.seen if not seen.is_written),
        tuple(run for step in steps for run in _commands(step)),
        tuple(task for step in steps for task in step.tasks),
        tuple(image.name for step in steps for image in step.images),
    )


def _commands(step: Step) -> Iterator[CommandRun]:
    results = {result.call_id: result.text for result in step.results}
    for call in step.reply.calls:
        if call.name == RUN_COMMAND and (line := _command_line(call)):
            first = results.get(call.id, "").partition("\n")[0]
            yield CommandRun(line, first.removeprefix("Error: ")[:_RESULT_CHARS])


def _command_line(call: ToolCall) -> str:
    try:
        arguments: object = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(arguments, dict):
        return ""
    command = cast(dict[str, object], arguments).get("command")
    return command.strip() if isinstance(command, str) else ""
