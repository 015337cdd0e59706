"""The user's hooks in the daemon: the same as on the command line, over what the editor shows."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def hooks(**events: str) -> dict[str, Any]:
    """A configuration with one hook for each event."""
    return {"hooks": {event: [{"name": "h", "command": line}] for event, line in events.items()}}


def test_a_hook_denies_an_edit_of_an_open_document(root: Path) -> None:
    async def scene() -> None:
        config = hooks(pre_tool_use="echo no >&2; exit 2")
        async with daemon(root, EDIT, says("done"), config=config) as client:
            client.open("a.py")
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert info["outcome"] == "blocked"
            assert client.text("a.py") == "x = 1\n"

    played(scene())


def test_all_of_a_run_is_told_to_hooks(root: Path) -> None:
    told = 'echo "$ARCHITECT_EVENT" >> told'
    events = ("session_start", "pre_llm_call", "post_tool_use", "agent_complete", "session_end")

    async def scene() -> None:
        config = hooks(**dict.fromkeys(events, told))
        async with daemon(root, call("read_file", path="a.py"), says("done"), config=config) as one:
            await one.command("architect.run", {"prompt": "look", "wait": True})

    played(scene())
    assert (root / "told").read_bytes().decode().split() == [
        "session_start",
        "pre_llm_call",
        "post_tool_use",
        "pre_llm_call",
        "agent_complete",
        "session_end",
    ]


def test_a_hook_after_an_edit_finds_it_saved(root: Path) -> None:
    async def scene() -> None:
        config = hooks(post_edit="cp {file} seen")
        async with daemon(root, EDIT, says("done"), config=config, rich=True) as client:

            async def save(params: Any) -> dict[str, Any]:
                for uri in params["uris"]:
                    client.save(uri)
                return {"saved": params["uris"], "failed": []}

            client.answers["architect/save"] = save
            client.open("a.py")
            await client.command("architect.run", {"prompt": "two", "wait": True})

    played(scene())
    assert (root / "seen").read_bytes() == b"x = 2\n"
