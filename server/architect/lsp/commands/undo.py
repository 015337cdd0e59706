"""`architect.undo`: take back what a run changed, all of it or some."""

from typing import Any

from architect.bootstrap.sessions import undo as undo_of_run
from architect.bootstrap.sessions import undo_hunks
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.hunks.decisions import choice_of, decided, free_root_of, secrets_of, tell_changes
from architect.lsp.hunks.open_hunks import proposes
from architect.lsp.messages import UndoArgs, parsed
from architect.lsp.results import Undone
from architect.lsp.wire import plain


async def undo(daemon: Daemon, argument: Any, _: object) -> Undone:
    args = parsed(UndoArgs, argument)
    daemon.expect_trust()
    root = await free_root_of(daemon, args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    run_id, workspace = RunId(args.run_id), daemon.workspace(root)
    secrets, note = secrets_of(daemon, root), args.note or ""
    if choice.hunk_ids is None and not await proposes(daemon, run_id, workspace):
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
    await tell_changes(daemon, workspace, run_id, changed=changed, touched=touched)
    return {
        "runId": report.run_id,
        "reverted": [*changed],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
        "hunks": [*hunk_ids],
        "kept": [*kept],
    }
