"""Going back to a step of a run in an editor, where files are open and typed in."""

from pathlib import Path

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.repository import commit_all
from tests.support.reviewed_run import ran

BEFORE = "one\ntwo\nthree\nfour\nfive\n"


@pytest.fixture(params=["with git", "without git"])
def root(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.txt").write_text(BEFORE)
    (root / "b.txt").write_text("b\n")
    if request.param == "with git":
        commit_all(root)
    return root


RUN = (
    call("edit_file", path="a.txt", old_str="one", new_str="ONE"),
    call("run_command", command="echo more >> b.txt && echo new > new.txt"),
    call("edit_file", path="a.txt", old_str="three", new_str="THREE"),
    says("ok"),
)


def test_files_go_back_to_a_step_and_forward_again(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.txt")
            run_id = await ran(client)
            listed = await client.command("architect.checkpoints", {"runId": run_id})
            assert [each["step"] for each in listed["checkpoints"]] == [0, 1, 2, 3]
            done = await client.command("architect.rollback", {"runId": run_id, "step": 1})
            assert (sorted(done["reverted"]), done["conflicts"]) == (
                ["a.txt", "b.txt", "new.txt"],
                [],
            )
            assert client.text("a.txt") == BEFORE.replace("one", "ONE")
            assert (root / "b.txt").read_text() == "b\n"
            assert not (root / "new.txt").exists()
            forward = {"runId": run_id, "commit": done["before"]}
            again = await client.command("architect.rollback", forward)
            assert again["conflicts"] == []
            assert client.text("a.txt") == BEFORE.replace("one", "ONE").replace("three", "THREE")
            assert (root / "b.txt").read_text() == "b\nmore\n"

    played(scene())


def test_what_was_typed_since_stays_or_is_named(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.txt")
            run_id = await ran(client)
            client.type("a.txt", len(BEFORE), len(BEFORE), "mine\n")
            done = await client.command("architect.rollback", {"runId": run_id, "step": 0})
            assert done["conflicts"] == []
            assert client.text("a.txt") == BEFORE + "mine\n"
            await client.command("architect.rollback", {"runId": run_id, "commit": done["before"]})
            at = client.text("a.txt").index("THREE")
            client.type("a.txt", at, at, "my ")
            argument = {"runId": run_id, "step": 0, "uris": [client.uri("a.txt")]}
            done = await client.command("architect.rollback", argument)
            assert ([each["path"] for each in done["conflicts"]], done["before"]) == (
                ["a.txt"],
                None,
            )
            assert "my THREE" in client.text("a.txt")
            done = await client.command("architect.rollback", {**argument, "exactly": True})
            assert (done["reverted"], client.text("a.txt")) == (["a.txt"], BEFORE)

    played(scene())


def test_where_to_go_back_to_has_to_be_said(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            for wrong in ({}, {"step": 1, "commit": "abcd"}, {"commit": "ffffffff"}):
                with pytest.raises(Refusal) as refusal:
                    await client.command("architect.rollback", {"runId": run_id, **wrong})
                assert refusal.value.code == -32602

    played(scene())
