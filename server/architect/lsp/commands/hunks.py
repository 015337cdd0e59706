"""`architect.hunks`: what runs changed and the user has not decided about yet."""

from typing import Any

from architect.domain.ids import RunId
from architect.lsp.daemon import Daemon
from architect.lsp.hunks.open_hunks import open_hunks
from architect.lsp.hunks.undecided_hunks import undecided_hunks
from architect.lsp.messages import HunksArgs, parsed
from architect.lsp.results import Hunks
from architect.lsp.runs.run_roots import root_of_run
from architect.lsp.scopes import relative_path


async def hunks(daemon: Daemon, argument: Any, _: object) -> Hunks:
    args = parsed(HunksArgs, argument)
    if args.run_id is None:
        return await undecided_hunks(daemon, args.uri)
    root = await root_of_run(daemon, args.run_id)
    path = None if args.uri is None else relative_path(root, args.uri)
    return await open_hunks(daemon, root, [RunId(args.run_id)], path=path)
