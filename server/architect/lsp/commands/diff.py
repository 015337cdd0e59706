"""`architect.diff`: what a run changed, as a patch."""

from typing import Any

from architect.lsp.daemon import Daemon
from architect.lsp.messages import DiffArgs, parsed
from architect.lsp.results import DiffPage
from architect.lsp.runs.pages import page_of_diff, shown
from architect.lsp.runs.run_pages import diff_of


async def diff(daemon: Daemon, argument: Any, _: object) -> DiffPage:
    args = parsed(DiffArgs, argument)
    patch = await diff_of(daemon, args.run_id)
    uri = await shown(daemon, page_of_diff(args.run_id), patch, show=args.show)
    return {"patch": patch, "uri": uri}
