"""`architect.forkSession`: another session with the conversation up to a run."""

from typing import TypedDict

from architect.app.checkpoints import NoCheckpointError, Wanted
from architect.app.errors import BadChoiceError
from architect.app.sessions.forking import ForkPlan, fork, fork_plan
from architect.app.sessions.listing import find_root
from architect.domain.attached import Attached
from architect.domain.ids import RunId, session_of
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.conflicts import conflicts_json
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.results import ConflictJson
from architect.lsp.protocol.to_json import plain


class ForkSessionArgs(Message):
    """`architect.forkSession`: up to and with a run, all without one, or up to the one `before` it.

    With `restoreFiles` they go back to how they were before the first run that is left out.
    """

    session_id: str
    run_id: str | None = None
    before: bool = False
    restore_files: bool = False


class RestoredFiles(TypedDict):
    """What became of the files; `before` is the checkpoint of how they were, null if it changed
    nothing.
    """

    reverted: list[str]
    conflicts: list[ConflictJson]
    before: str | None


class ForkedSession(TypedDict):
    """`sessionId` is null if nothing is before; `prompt` is what the user said to the run, and
    `attached` what went with it that the prompt does not bring along.

    `restored` is null unless files were to go back and a run is left out.
    """

    sessionId: str | None
    prompt: str
    attached: list[Attached]
    restored: RestoredFiles | None


async def fork_session(
    editor: EditorSession, args: ForkSessionArgs, _token: object
) -> ForkedSession:
    editor.expect_trust()
    if args.run_id is not None and session_of(RunId(args.run_id)) != args.session_id:
        raise invalid(
            english(
                "runId: {run_id!r} is no run of {session_id!r}",
                run_id=args.run_id,
                session_id=args.session_id,
            )
        )
    root = await find_root(args.session_id, editor.folders.all_roots())
    plan = await fork_plan(root, args.run_id or args.session_id, before=args.before)
    restored = await _restored(editor, plan) if args.restore_files and plan.left_out else None
    return {
        "sessionId": await fork(plan, editor.clock),
        "prompt": plain(plan.prompt),
        "attached": plain(plan.attached),
        "restored": restored,
    }


async def _restored(editor: EditorSession, plan: ForkPlan) -> RestoredFiles:
    first = plan.left_out[0]
    await editor.known_runs.free_root_of(first)
    try:
        done = await editor.decisions.roll_back(first, plan.root, Wanted(session=first, step=0))
    except BadChoiceError as error:
        if isinstance(error.__cause__, NoCheckpointError) and not await _changed_any(editor, plan):
            return {"reverted": [], "conflicts": [], "before": None}
        raise
    return {
        "reverted": [*done.report.reverted],
        "conflicts": conflicts_json(done.report.conflicts),
        "before": done.before if done.report.reverted else None,
    }


async def _changed_any(editor: EditorSession, plan: ForkPlan) -> bool:
    """Whether a run that is left out changed a file."""
    infos = [await editor.known_runs.info(run_id) for run_id in plan.left_out]
    return any(info.figures.files_changed for info in infos)


COMMAND = Command("architect.forkSession", ForkSessionArgs, ForkedSession, fork_session)
