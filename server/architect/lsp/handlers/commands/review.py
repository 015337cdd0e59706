"""`architect.review`: a review of a selection, a file, the changes, or the workspace."""

from pathlib import Path
from typing import Literal

from architect.app.next_run import first_run
from architect.app.review_material import changes_to_review, nothing_since
from architect.app.run_order import run_order
from architect.domain.errors import VcsFault
from architect.domain.git_range import Since
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_request import RunOptions, RunRequest
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.selection import relative_path, selection_in
from architect.lsp.handlers.start_run import start_run
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message, Span
from architect.lsp.protocol.results import StartedRun
from architect.policy.file_rules import sensitive_files
from architect.services.review_scope import ReviewWishes, review_of
from architect.services.task_names import run_name
from architect.services.tasks import (
    review_file,
    review_selection,
    review_workspace,
)


class ReviewArgs(Message):
    """`architect.review`."""

    scope: Literal["selection", "file", "changes", "workspace"]
    uri: str | None = None
    range: Span | None = None
    base: str | None = None
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    wait: bool = False


async def review(editor: EditorSession, args: ReviewArgs, token: str | int | None) -> StartedRun:
    root = editor.root_of((args.uri,) if args.uri else ())
    config = await editor.config(root)
    order = run_order(
        await _request(editor, root, args),
        first_run(root, editor.clock),
        config,
        title=_title(root, args),
        options=RunOptions(model=args.model, reasoning=args.reasoning),
        client_token=token,
        reviewed=relative_path(root, _uri(args)) if args.scope == "file" else None,
    )
    return await start_run(editor, order, wait=args.wait)


async def _request(editor: EditorSession, root: Path, args: ReviewArgs) -> RunRequest:
    match args.scope:
        case "selection":
            if args.range is None:
                raise invalid(english("range: required to review a selection"))
            return review_selection(await selection_in(editor, root, _uri(args), args.range))
        case "file":
            return review_file(await selection_in(editor, root, _uri(args), None))
        case "changes":
            return await _changes(editor, root, Since(args.base or "HEAD", untracked=True))
        case "workspace":
            return review_workspace()


async def _changes(editor: EditorSession, root: Path, changes: Since) -> RunRequest:
    config = await editor.config(root)
    secrets = sensitive_files(config.guardrails.sensitive_files)
    disk = editor.folders.get(root).disk
    try:
        scope = await changes_to_review(disk, changes, secrets, ReviewWishes())
    except VcsFault as fault:
        raise invalid(english("base: {fault}", fault=fault)) from fault
    if not scope.parts:
        raise invalid(
            english(
                "{changes} on disk; save your files, or review one", changes=nothing_since(changes)
            )
        )
    return review_of(scope)


def _uri(args: ReviewArgs) -> str:
    if args.uri is None:
        raise invalid(english("uri: required to review a {scope}", scope=args.scope))
    return args.uri


def _title(root: Path, args: ReviewArgs) -> str:
    match args.scope:
        case "selection":
            return run_name("review_selection", relative_path(root, _uri(args)))
        case "file":
            return run_name("review_file", relative_path(root, _uri(args)))
        case "changes":
            return run_name("review_changes", "" if args.base in (None, "HEAD") else args.base)
        case "workspace":
            return run_name("review_workspace")


COMMAND = Command("architect.review", ReviewArgs, StartedRun, review)
