"""`architect.keep`: keep what a run changed, hunk by hunk or all of it."""

from typing import Any

from architect.bootstrap.sessions import keep as keep_of_run
from architect.config.guardrails import GuardrailSettings
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.hunks.decisions import choice_of, decided, free_root_of, secrets_of, tell_changes
from architect.lsp.hunks.open_hunks import proposes
from architect.lsp.messages import KeepArgs, parsed
from architect.lsp.results import Kept
from architect.lsp.wire import plain


async def keep(daemon: Daemon, argument: Any, _: object) -> Kept:
    args = parsed(KeepArgs, argument)
    daemon.expect_trust()
    root = await free_root_of(daemon, args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    run_id, workspace = RunId(args.run_id), daemon.workspace(root)
    # What is only proposed is written now: by the rules of now, or not at all if nobody knows them.
    proposed = await proposes(daemon, run_id, workspace)
    rules = (await daemon.config(root)).guardrails if proposed else GuardrailSettings()
    work = keep_of_run(run_id, workspace, choice, rules=rules, secrets=secrets_of(daemon, root))
    report = await decided(args.run_id, choice, work)
    await tell_changes(daemon, workspace, args.run_id, changed=report.changed, touched=report.paths)
    return {
        "runId": report.run_id,
        "kept": [*report.hunk_ids],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
    }
