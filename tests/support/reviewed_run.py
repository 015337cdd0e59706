"""A run that changes two lines of a file, whose hunks an editor asks for."""

from pathlib import Path
from typing import Any

from tests.support.daemon import RICH, call, recorded, says
from tests.support.lsp_client import EditorClient

BEFORE = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n"
AFTER = "one\nTWO\nthree\nfour\nfive\nSIX\nseven\n"
RUN = (
    call("edit_file", path="a.py", old_str="two", new_str="TWO"),
    call("edit_file", path="a.py", old_str="six", new_str="SIX"),
    says("done"),
)


async def ran(client: EditorClient, **more: Any) -> str:
    """The id of a run that is over."""
    order = {"prompt": "shout", "mode": "yolo", "wait": True, **more}
    run = await client.command("architect.run", order, 20)
    assert run["outcome"] == "completed", run
    return run["runId"]


async def ids(client: EditorClient, run_id: str | None = None) -> list[str]:
    """The open hunks of a run, or of all that the server tells of unasked."""
    argument = {} if run_id is None else {"runId": run_id}
    listed = await client.command("architect.hunks", argument)
    return [each["hunkId"] for each in listed["hunks"]]


def marking(root: Path, *replies: dict[str, Any]) -> dict[str, Any]:
    """The options of an editor that shows hunks by itself."""
    settings = {"llm": {"model": recorded(root, *replies)}}
    return {"architect": {"protocol": 1, "features": {**RICH, "hunks": True}, "config": settings}}
