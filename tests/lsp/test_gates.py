"""What has to hold when the model is done, in the daemon: the run tells it as it is."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says

from architect.lsp.protocol.to_json import ERROR

EDIT = call("edit_file", path="a.py", old_str="x = 1", new_str="x = 2")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def gated(command: str, **more: Any) -> dict[str, Any]:
    """A configuration with one gate."""
    return {"guardrails": {"quality_gates": [{"name": "g", "command": command, **more}]}}


def test_a_run_whose_gate_never_passes_is_failed_after_bounded_rounds(root: Path) -> None:
    async def scene() -> None:
        config = gated("echo run >> rounds; exit 3")
        async with daemon(root, EDIT, *[says("done")] * 9, config=config) as client:
            client.open("a.py")
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert (info["outcome"], info["denied"]) == ("failed", 0)
            assert info["error"].startswith("'g' failed (exit code 3), although the model said")
            assert info["output"].startswith("done\n\n[This was not accepted:")
            told = await client.wait_for("window/showMessage")
            assert told["type"] == ERROR
            assert "'g' failed (exit code 3)" in told["message"]

    played(scene())
    assert (root / "rounds").read_bytes().count(b"run") == 4


def test_a_gate_that_passes_once_the_model_went_on_completes_the_run(root: Path) -> None:
    async def scene() -> None:
        config = gated("test -e b.py")
        replies = (says("done"), call("write_file", path="b.py", content=""), says("now"))
        async with daemon(root, *replies, config=config) as client:
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert (info["outcome"], info["output"]) == ("completed", "now")

    played(scene())


def test_a_run_without_the_tests_that_it_needs_is_no_completed_one(root: Path) -> None:
    async def scene() -> None:
        config = {"guardrails": {"require_test_after_edit": True}}
        async with daemon(root, EDIT, *[says("done")] * 9, config=config) as client:
            client.open("a.py")
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert info["outcome"] == "blocked"
            assert "no tests were run since a.py changed" in info["output"]

    played(scene())
