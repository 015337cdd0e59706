"""`architect.keep`: keep what a run changed, hunk by hunk or all of it."""

from typing import TypedDict

from architect.bootstrap.sessions import keep as keep_of_run
from architect.config.guardrails import GuardrailSettings
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


class KeepArgs(Message):
    """`architect.keep`: some hunks of a run, those of some files, or all that are open."""

    run_id: str
    uris: tuple[str, ...] | None = None
    hunk_ids: tuple[str, ...] | None = None


class Kept(TypedDict):
    """`runId` is that of the keeping, by which it can be undone; null if there was nothing."""

    runId: str | None
    kept: list[str]
    conflicts: list[Conflict]


async def keep(editor: EditorSession, args: KeepArgs, _: object) -> Kept:
    editor.expect_trust()
    root = await free_root_of(editor, args.run_id)
    choice = choice_of(root, args.hunk_ids, args.uris)
    run_id, workspace = RunId(args.run_id), editor.workspace(root)
    # What is only proposed is written now: by the rules of now, or not at all if nobody knows them.
    proposed = await proposes(editor, run_id, workspace)
    rules = (await editor.config(root)).guardrails if proposed else GuardrailSettings()
    work = keep_of_run(run_id, workspace, choice, rules=rules, secrets=secrets_of(editor, root))
    report = await decided(args.run_id, choice, work)
    await tell_changes(editor, workspace, args.run_id, changed=report.changed, touched=report.paths)
    return {
        "runId": report.run_id,
        "kept": [*report.hunk_ids],
        "conflicts": [plain(conflict) for conflict in report.conflicts],
    }


COMMAND = Command("architect.keep", KeepArgs, Kept, keep)
