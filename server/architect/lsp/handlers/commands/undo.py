"""`architect.undo`: undo what a run changed, all of it or some."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.bootstrap.sessions import undo as undo_of_run
from architect.bootstrap.sessions import undo_hunks
from architect.domain.ids import RunId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.hunk_decisions import (
    choice_of,
    decided,
    free_root_of,
    secrets_of,
    tell_changes,
)
from architect.lsp.handlers.open_hunks import proposes
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import Conflict
from architect.lsp.protocol.to_json import plain


class UndoArgs(Message):
    """`architect.undo`: a run, or some of its files or hunks; `note` says why, for the agent.

    Of whole files what the user has kept stays, unless `kept_too`.
    """

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None
    kept_too: bool = False
    note: Annotated[str, Field(max_length=10_000)] | None = None


class Undone(TypedDict):
    """`runId` is that of the undo, by which it can be undone; null if nothing was changed.

    `hunks` are those that were asked for by their ids, or dropped, and are gone. `kept` are those
    that stay because the user had kept them.
    """

    runId: str | None
    reverted: list[str]
    conflicts: list[Conflict]
    hunks: list[str]
    kept: list[str]


async def undo(editor: EditorSession, args: UndoArgs, _: object) -> Undone:
    editor.expect_trust()
    root = await free_root_of(editor, args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    run_id, workspace = RunId(args.run_id), editor.workspace(root)
    secrets, note = secrets_of(editor, root), args.note or ""
    if choice.hunk_ids is None and not await proposes(editor, run_id, workspace):
        work = undo_of_run(
            run_id,
            workspace,
            paths=choice.paths,
            note=note,
            kept_too=args.kept_too,
            secrets=secrets,
        )
        report = await decided(run_id, choice, work)
        changed, touched, hunk_ids, kept = report.reverted, report.reverted, (), report.kept
    else:
        work = undo_hunks(run_id, workspace, choice, note=note, secrets=secrets)
        report = await decided(run_id, choice, work)
        changed, touched, hunk_ids, kept = report.changed, report.paths, report.hunk_ids, ()
    await tell_changes(editor, workspace, run_id, changed=changed, touched=touched)
    return {
        "runId": report.run_id,
        "reverted": [*changed],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
        "hunks": [*hunk_ids],
        "kept": [*kept],
    }


COMMAND = Command("architect.undo", UndoArgs, Undone, undo)
