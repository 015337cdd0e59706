"""`architect.keep`: keep what a run changed, hunk by hunk or all of it."""

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from architect.domain.ids import RunId, SessionId
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.conflicts import conflicts_json
from architect.lsp.handlers.hunk_choice import choice_of, session_or_run
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson
from architect.services.hunk_review import HunkReport


class KeepArgs(Message):
    """`architect.keep`: some hunks of a run or of a session, those of some files, or all that are
    open.
    """

    run_id: str | None = None
    session_id: str | None = None
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None


class Kept(TypedDict):
    """`runId` is that of the keeping, by which it can be undone; null if there was nothing.

    For each run of a session there is one in `runIds`, of which `runId` is the last; old servers
    gave none.
    """

    runId: str | None
    runIds: NotRequired[list[str]]
    kept: list[str]
    conflicts: list[ConflictJson]


async def keep(editor: EditorSession, args: KeepArgs, _: object) -> Kept:
    editor.expect_trust()
    which = session_or_run(args.run_id, args.session_id)
    root = await editor.known_runs.idle_root_of(which)
    choice = choice_of(root, args.hunk_ids, args.uris)
    if args.session_id is not None:
        decided = await editor.session_decisions.keep(SessionId(which), root, choice)
        return _shown(decided.report, decided.run_ids)
    report = await editor.decisions.keep(RunId(which), root, choice)
    return _shown(report, [report.run_id] if report.run_id is not None else [])


def _shown(report: HunkReport, run_ids: Iterable[RunId]) -> Kept:
    return {
        "runId": report.run_id,
        "runIds": [*run_ids],
        "kept": [*report.hunk_ids],
        "conflicts": conflicts_json(report.conflicts),
    }


COMMAND = Command("architect.keep", KeepArgs, Kept, keep)
