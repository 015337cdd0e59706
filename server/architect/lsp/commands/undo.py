"""`architect.undo`: take back what a run changed."""

from typing import Any

from architect.bootstrap.sessions import undo as undo_of_run
from architect.domain.errors import (
    ArchitectError,
    SessionBusyError,
    UnknownSessionError,
    UserError,
)
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.messages import UndoArgs, parsed
from architect.lsp.runs.reported_findings import look_again
from architect.lsp.runs.run_roots import root_of_run
from architect.lsp.scopes import relative_path
from architect.lsp.transport.faults import BUSY, STALE, RequestFault, invalid, unknown_run
from architect.lsp.wire import plain


async def undo(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(UndoArgs, argument)
    root = await root_of_run(daemon, args.run_id)
    if daemon.runs.is_edited(root):
        raise RequestFault(
            BUSY, "a run is editing this workspace; cancel it or wait for its end", retryable=True
        )
    paths = None if args.uris is None else [relative_path(root, uri) for uri in args.uris]
    workspace = daemon.workspace(root)
    try:
        report = await undo_of_run(RunId(args.run_id), workspace, paths=paths)
    except UnknownSessionError as error:
        if paths is not None:
            raise invalid(str(error)) from error
        raise unknown_run(args.run_id) from error
    except UserError as error:
        raise invalid(str(error)) from error
    except SessionBusyError as error:
        raise RequestFault(BUSY, str(error), retryable=True) from error
    except ArchitectError as error:
        raise RequestFault(STALE, str(error)) from error
    for path in report.reverted:
        await look_again(daemon.desk(root).board, workspace, path)
    return {
        "runId": report.run_id,
        "reverted": list(report.reverted),
        "conflicts": [plain(conflict) for conflict in report.conflicts],
    }
