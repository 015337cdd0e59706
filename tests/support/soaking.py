"""Many runs in one server: what they are, and what it may hold when they are over."""

import os
from pathlib import Path

from tests.support.daemon import call, recorded, says
from tests.support.effort import tries
from tests.support.lsp_client import EditorClient
from tests.support.process_tree import Holdings, holdings_of
from tests.support.run_states import answered

RUNS = tries(120, long=2000)
WARM_UP = 50
MOST_GROWTH_BYTES = 20_000_000

POOL = min(32, (os.cpu_count() or 1) + 4)
"""Threads that asyncio keeps for work beside the loop; not all are started in the warm-up."""

FILLING = "".join(f"line {number} stays as it is\n" for number in range(500))


def scripts(root: Path) -> dict[str, str]:
    """A model for each kind of run."""
    forth = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")
    back = call("edit_file", path="a.py", old_str="x = 2", new_str="x = 1")
    odd = {"path": "a.py", "line": 1, "severity": "info", "title": "odd", "detail": "why"}
    command = call("run_command", command="echo ran")
    return {
        "forth": recorded(root, call("read_file", path="a.py"), forth, says("2"), name="forth"),
        "back": recorded(root, call("grep", pattern="x = "), back, says("1"), name="back"),
        "review": recorded(root, call("report_finding", **odd), says("one"), name="review"),
        "command": recorded(root, command, says("ran"), name="command"),
    }


async def at_rest(client: EditorClient, wanted: Holdings | None) -> Holdings:
    """What the daemon holds when it has put everything away; `wanted` says when that is so."""

    async def look() -> Holdings:
        return holdings_of(client.process.pid)

    def is_wanted(found: Holdings) -> bool:
        if wanted is None:
            return found.children == 0
        return (
            found.threads <= wanted.threads + POOL
            and found.children <= wanted.children
            and found.descriptors <= wanted.descriptors
        )

    return await answered(look, f"the daemon to hold no more than {wanted}", is_wanted)
