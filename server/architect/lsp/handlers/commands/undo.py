"""`architect.undo`: undo what a run changed, all of it or some."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.domain.ids import RunId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.hunk_choice import choice_of
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson
from architect.lsp.protocol.to_json import plain


class UndoArgs(Message):
    """`architect.undo`: a run, or some of its files or hunks; `note` says why, for the agent.

    Of whole files what the user has kept stays, unless `kept_too`. Hunks whose lines were changed
    since stay, unless `changed_too`: then they are undone with what was done to them.
    """

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None
    kept_too: bool = False
    changed_too: bool = False
    note: Annotated[str, Field(max_length=10_000)] | None = None


class Undone(TypedDict):
    """`runId` is that of the undo, by which it can be undone; null if nothing was changed.

    `hunks` are those that were asked for by their ids, or dropped, and are gone. `kept` are those
    that stay because the user had kept them.
    """

    runId: str | None
    reverted: list[str]
    conflicts: list[ConflictJson]
    hunks: list[str]
    kept: list[str]


async def undo(editor: EditorSession, args: UndoArgs, _: object) -> Undone:
    editor.expect_trust()
    root = await editor.known_runs.idle_root_of(args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    report = await editor.decisions.undo(
        RunId(args.run_id),
        root,
        choice,
        note=args.note or "",
        kept_too=args.kept_too,
        changed_too=args.changed_too,
    )
    return {
        "runId": report.run_id,
        "reverted": [*report.changed],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
        "hunks": [*report.hunk_ids],
        "kept": [*report.kept],
    }


COMMAND = Command("architect.undo", UndoArgs, Undone, undo)
