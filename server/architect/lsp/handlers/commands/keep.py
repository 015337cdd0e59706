"""`architect.keep`: keep what a run changed, hunk by hunk or all of it."""

from typing import TypedDict

from architect.domain.ids import RunId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.hunk_choice import choice_of
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson
from architect.lsp.protocol.to_json import plain


class KeepArgs(Message):
    """`architect.keep`: some hunks of a run, those of some files, or all that are open."""

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None


class Kept(TypedDict):
    """`runId` is that of the keeping, by which it can be undone; null if there was nothing."""

    runId: str | None
    kept: list[str]
    conflicts: list[ConflictJson]


async def keep(editor: EditorSession, args: KeepArgs, _: object) -> Kept:
    editor.expect_trust()
    root = await editor.known_runs.idle_root_of(args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    report = await editor.decisions.keep(RunId(args.run_id), root, choice)
    return {
        "runId": report.run_id,
        "kept": [*report.hunk_ids],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
    }


COMMAND = Command("architect.keep", KeepArgs, Kept, keep)
