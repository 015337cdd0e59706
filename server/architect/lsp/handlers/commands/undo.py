"""`architect.undo`: undo what a run changed, all of it or some."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NotRequired, TypedDict

from pydantic import Field

from architect.domain.errors import PathRefusedError
from architect.domain.ids import RunId, SessionId
from architect.domain.paths import Access
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.conflicts import conflicts_json
from architect.lsp.handlers.hunk_choice import choice_of, session_or_run
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson
from architect.ports.workspace import Workspace
from architect.services.hunk_review import HunkReport


class UndoArgs(Message):
    """`architect.undo`: a run, or all of a session, or some of their files or hunks; `note` says
    why, for the agent.

    Of whole files what the user has kept stays, unless `kept_too`. Hunks whose lines were changed
    since stay, unless `changed_too`: then they are undone with what was done to them.
    """

    run_id: str | None = None
    session_id: str | None = None
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None
    kept_too: bool = False
    changed_too: bool = False
    note: Annotated[str, Field(max_length=10_000)] | None = None


class Undone(TypedDict):
    """`runId` is that of the undo, by which it can be undone; null if nothing was changed.

    For each run of a session there is one in `runIds`, of which `runId` is the last: to redo, undo
    that one first. Of the files, `deleted` are gone now, since the run had made them. Old servers
    gave neither.
    `hunks` are those that were asked for by their ids, or dropped, and are gone. `kept` are those
    that stay because the user had kept them.
    """

    runId: str | None
    runIds: NotRequired[list[str]]
    reverted: list[str]
    deleted: NotRequired[list[str]]
    conflicts: list[ConflictJson]
    hunks: list[str]
    kept: list[str]


async def undo(editor: EditorSession, args: UndoArgs, _: object) -> Undone:
    editor.expect_trust()
    which = session_or_run(args.run_id, args.session_id)
    root = await editor.known_runs.idle_root_of(which)
    choice = choice_of(root, args.hunk_ids, args.uris)
    how = {"kept_too": args.kept_too, "changed_too": args.changed_too}
    if args.session_id is not None:
        decided = await editor.session_decisions.undo(
            SessionId(which), root, choice, note=args.note or "", **how
        )
        return _shown(editor, root, decided.report, decided.run_ids)
    report = await editor.decisions.undo(RunId(which), root, choice, note=args.note or "", **how)
    return _shown(editor, root, report, [report.run_id] if report.run_id is not None else [])


def _shown(
    editor: EditorSession, root: Path, report: HunkReport, run_ids: Iterable[RunId]
) -> Undone:
    workspace = editor.workspace(root)
    return {
        "runId": report.run_id,
        "runIds": [*run_ids],
        "reverted": [*report.changed],
        "deleted": [path for path in report.changed if _is_gone(workspace, path)],
        "conflicts": conflicts_json(report.conflicts),
        "hunks": [*report.hunk_ids],
        "kept": [*report.kept],
    }


def _is_gone(workspace: Workspace, path: str) -> bool:
    with suppress(PathRefusedError):
        return not os.path.lexists(workspace.locate(path, Access.READ).real)
    return False


COMMAND = Command("architect.undo", UndoArgs, Undone, undo)
