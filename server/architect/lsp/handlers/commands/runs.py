"""`architect.runs`: how runs are doing."""

from typing import TypedDict

from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import RunInfoJson
from architect.lsp.protocol.run_json import info_json


class RunsArgs(Message):
    """`architect.runs`."""

    run_id: str | None = None


class Runs(TypedDict):
    runs: list[RunInfoJson]


async def runs(editor: EditorSession, args: RunsArgs, _: object) -> Runs:
    if args.run_id is None:
        return {"runs": [info_json(run.info()) for run in editor.runs.all()]}
    return {"runs": [info_json(await editor.known_runs.info(args.run_id))]}


COMMAND = Command("architect.runs", RunsArgs, Runs, runs)
