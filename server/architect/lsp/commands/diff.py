"""`architect.diff`: what a run changed, as a patch."""

from typing import Any

from architect.bootstrap.sessions import diff as diff_of_run
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.faults import STALE, RequestFault, unknown_run
from architect.lsp.messages import DiffArgs, parsed
from architect.lsp.pages import page_of_diff, shown
from architect.lsp.run_roots import root_of_run
from architect.lsp.wire import plain


async def diff(daemon: Daemon, argument: Any, _: object) -> dict[str, Any]:
    args = parsed(DiffArgs, argument)
    root = await root_of_run(daemon, args.run_id)
    try:
        patch = await diff_of_run(RunId(args.run_id), daemon.workspace(root))
    except UnknownSessionError as error:
        raise unknown_run(args.run_id) from error
    except ArchitectError as error:
        raise RequestFault(STALE, str(error)) from error
    uri = await shown(daemon, page_of_diff(args.run_id), plain(patch), show=args.show)
    return {"patch": plain(patch), "uri": uri}
