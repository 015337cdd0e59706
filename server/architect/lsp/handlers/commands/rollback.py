"""`architect.rollback`: make the files what they were behind a step."""

from typing import Annotated, TypedDict

from pydantic import Field

from architect.app.checkpoints import Wanted
from architect.domain.ids import RunId
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.conflicts import conflicts_json
from architect.lsp.handlers.selection import relative_path
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson


class RollbackArgs(Message):
    """`architect.rollback`: to the files behind `step` of a run, where 0 is before it, or to a
    `commit` of `architect.checkpoints`; `uris` are the files or folders that it is about, all if
    there are none.

    What was changed since the last checkpoint of the session stays, unless `exactly`.
    """

    run_id: str
    step: Annotated[int, Field(ge=0)] | None = None
    commit: str | None = None
    uris: tuple[str, ...] | None = None
    exactly: bool = False


class RolledBackResult(TypedDict):
    """`before` is the checkpoint of how it was, to go forward again; null if nothing was changed.

    `reverted` are paths that are as they were then, `conflicts` those that were left alone.
    """

    runId: str | None
    before: str | None
    reverted: list[str]
    conflicts: list[ConflictJson]


async def rollback(editor: EditorSession, args: RollbackArgs, _: object) -> RolledBackResult:
    editor.expect_trust()
    if (args.step is None) == (args.commit is None):
        raise invalid(english("either step or commit says where to go back to"))
    root = await editor.known_runs.free_root_of(args.run_id)
    wanted = Wanted(
        session=args.run_id,
        step=args.step,
        commit=args.commit,
        paths=tuple(relative_path(root, uri) for uri in args.uris or ()),
        exactly=args.exactly,
    )
    done = await editor.decisions.roll_back(RunId(args.run_id), root, wanted)
    report = done.report
    return {
        "runId": report.run_id,
        "before": done.before if report.reverted else None,
        "reverted": [*report.reverted],
        "conflicts": conflicts_json(report.conflicts),
    }


COMMAND = Command("architect.rollback", RollbackArgs, RolledBackResult, rollback)
