"""`architect.review`: a review of a selection, a file, the changes, or the workspace."""

from pathlib import Path
from typing import Any

from architect.bootstrap.workspaces import version_control
from architect.domain.errors import VcsFault
from architect.lsp.daemon import Daemon
from architect.lsp.messages import ReviewArgs, parsed
from architect.lsp.results import ShortRunInfo
from architect.lsp.runs.live_run import RunOrder
from architect.lsp.runs.orders import first_run_id, flags_of, start, title_of
from architect.lsp.scopes import relative_path, selection_in
from architect.lsp.transport.faults import invalid
from architect.services.requests import RunRequest
from architect.services.tasks import (
    review_changes,
    review_file,
    review_selection,
    review_workspace,
)


async def review(daemon: Daemon, argument: Any, token: str | int | None) -> ShortRunInfo:
    args = parsed(ReviewArgs, argument)
    root = daemon.root_of((args.uri,) if args.uri else ())
    await daemon.config(root)
    order = RunOrder(
        await _request(daemon, root, args),
        root,
        title_of(_title(root, args)),
        first_run_id(daemon),
        flags=flags_of(model=args.model),
        reads_only=True,
        progress_token=token,
        reviewed=relative_path(root, _uri(args)) if args.scope == "file" else None,
    )
    return await start(daemon, order, wait=args.wait)


async def _request(daemon: Daemon, root: Path, args: ReviewArgs) -> RunRequest:
    match args.scope:
        case "selection":
            if args.range is None:
                raise invalid("range: the review of a selection needs one")
            return review_selection(await selection_in(daemon, root, _uri(args), args.range))
        case "file":
            return review_file(await selection_in(daemon, root, _uri(args), None))
        case "changes":
            return review_changes(
                await _changes(daemon, root, args.base or "HEAD"), base=args.base or "HEAD"
            )
        case "workspace":
            return review_workspace()


async def _changes(daemon: Daemon, root: Path, base: str) -> str:
    try:
        diff = await version_control(daemon.desk(root).disk).diff(base)
    except VcsFault as fault:
        raise invalid(f"base: {fault}") from fault
    if not diff:
        raise invalid(f"nothing has changed since {base!r} on disk; save your files, or review one")
    return diff


def _uri(args: ReviewArgs) -> str:
    if args.uri is None:
        raise invalid(f"uri: the review of a {args.scope} needs one")
    return args.uri


def _title(root: Path, args: ReviewArgs) -> str:
    match args.scope:
        case "selection" | "file":
            return f"review {relative_path(root, _uri(args))}"
        case "changes":
            return f"review changes since {args.base or 'HEAD'}"
        case "workspace":
            return "review the workspace"
