"""What the user has kept stays: when the run is undone, and when rules have changed since."""

import time
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import call, daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.reviewed_run import AFTER, BEFORE, RUN, ids, ran

from architect.app.cleanup import DAY_S, clean_up


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_bytes(BEFORE.encode())
    return root


def test_undoing_a_run_leaves_what_was_kept_until_that_is_meant_too(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            client.open("a.py")
            run_id = await ran(client)
            first, _ = await ids(client, run_id)
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            undone = await client.command("architect.undo", {"runId": run_id})
            assert (undone["reverted"], undone["kept"]) == (["a.py"], [first])
            assert client.text("a.py") == BEFORE.replace("two", "TWO")
            undone = await client.command("architect.undo", {"runId": run_id, "keptToo": True})
            assert (undone["reverted"], undone["kept"]) == (["a.py"], [])
            assert client.text("a.py") == BEFORE
            await client.command("architect.undo", {"runId": undone["runId"]})
            assert client.text("a.py") == BEFORE.replace("two", "TWO")

    played(scene())


def test_undoing_a_file_leaves_what_was_kept_in_it(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            first, _ = await ids(client, run_id)
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [first]})
            uris = [client.uri("a.py")]
            undone = await client.command("architect.undo", {"runId": run_id, "uris": uris})
            assert undone["kept"] == [first]
            assert (root / "a.py").read_bytes() == BEFORE.replace("two", "TWO").encode()

    played(scene())


def test_without_anything_kept_all_is_taken_back(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
            undone = await client.command("architect.undo", {"runId": run_id})
            assert (undone["reverted"], undone["kept"]) == (["a.py"], [])
            assert (root / "a.py").read_bytes() == BEFORE.encode()

    played(scene())


PROPOSE = {"review": "propose"}


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"protected_files": ["a.*"]}, "is now protected (guardrails.protected_files"),
        ({"sensitive_files": ["a.py"]}, "may hold secrets"),
        ({"executable_config_files": ["a.py"]}, "other programs execute"),
        ({"code_rules": [{"pattern": "SIX", "message": "no", "severity": "block"}]}, "forbids"),
        ({"max_lines_changed": 1}, "max_lines_changed"),
    ],
)
def test_a_proposal_is_made_by_the_rules_of_the_moment_in_which_it_is_kept(
    root: Path, rules: dict[str, Any], words: str
) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client, **PROPOSE)
        async with daemon(root, *RUN, config={"guardrails": rules}) as client:
            both = await ids(client, run_id)
            kept = await client.command("architect.keep", {"runId": run_id})
            assert (kept["kept"], kept["runId"]) == ([], None)
            [conflict] = kept["conflicts"]
            assert conflict["path"] == "a.py"
            assert words in conflict["reason"]
            assert (root / "a.py").read_bytes() == BEFORE.encode()
            assert await ids(client, run_id) == both
        async with daemon(root, *RUN) as client:
            assert (await client.command("architect.keep", {"runId": run_id}))["kept"] == both

    played(scene())


def test_what_a_run_has_made_already_is_kept_whatever_rules_there_are_by_now(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client)
        rules = {"guardrails": {"protected_files": ["*"]}}
        async with daemon(root, *RUN, config=rules) as client:
            both = await ids(client, run_id)
            assert (await client.command("architect.keep", {"runId": run_id}))["kept"] == both
            assert (root / "a.py").read_bytes() == AFTER.encode()

    played(scene())


def test_nothing_is_made_by_rules_that_nobody_can_read(root: Path) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client, **PROPOSE)
        (root / ".architect" / "config.yaml").write_bytes(b"guardrails: [")
        async with daemon(root, *RUN) as client:
            with pytest.raises(Refusal, match=r"config\.yaml") as refused:
                await client.command("architect.keep", {"runId": run_id})
            assert refused.value.code == -32013
            assert (root / "a.py").read_bytes() == BEFORE.encode()

    played(scene())


def test_a_proposal_nobody_has_decided_about_is_never_cleaned_up(root: Path) -> None:
    async def reason() -> str:
        cleaned = await clean_up(root, now=time.time() + 60 * DAY_S, older_than_days=7)
        [session] = cleaned.sessions
        return session.kept_because

    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client, **PROPOSE)
        assert await reason() == "it proposes changes of a.py"
        async with daemon(root, *RUN) as client:
            first, second = await ids(client, run_id)
            await client.command("architect.undo", {"runId": run_id, "hunkIds": [first]})
        assert await reason() == "it proposes changes of a.py"
        async with daemon(root, *RUN) as client:
            await client.command("architect.keep", {"runId": run_id, "hunkIds": [second]})
        assert await reason() == ""
        assert not list((root / ".architect/sessions").glob("*.jsonl"))

    played(scene())


@pytest.mark.parametrize(("target", "words"), [("b.py", "leads to 'b.py'"), ("..", "outside")])
def test_a_proposal_does_not_follow_a_link_that_came_since(
    root: Path, target: str, words: str
) -> None:
    async def scene() -> None:
        async with daemon(root, *RUN) as client:
            run_id = await ran(client, **PROPOSE)
            other = root / target if target != ".." else root.parent / "outside.py"
            other.write_bytes(BEFORE.encode())
            (root / "a.py").unlink()
            (root / "a.py").symlink_to(other)
            kept = await client.command("architect.keep", {"runId": run_id})
            assert kept["kept"] == []
            assert words in kept["conflicts"][0]["reason"]
            assert other.read_bytes() == BEFORE.encode()

    played(scene())


def test_a_proposal_for_a_link_is_made_where_it_led_and_still_leads(root: Path) -> None:
    async def scene() -> None:
        (root / "a.py").rename(root / "b.py")
        (root / "a.py").symlink_to("b.py")
        async with daemon(root, *RUN) as client:
            run_id = await ran(client, **PROPOSE)
            both = await ids(client, run_id)
            assert (await client.command("architect.keep", {"runId": run_id}))["kept"] == both
            assert (root / "b.py").read_bytes() == AFTER.encode()
            assert (root / "a.py").is_symlink()

    played(scene())


def test_a_proposal_that_somebody_allowed_for_a_secret_file_can_be_kept(root: Path) -> None:
    async def scene() -> None:
        read = call("read_file", path=".env")
        replies = (read, call("write_file", path=".env", content="A=1\n"), says("done"))
        async with daemon(root, *replies, rich=True) as client:
            client.answers["architect/confirm"] = _once
            run_id = await ran(client, **PROPOSE)
            both = await ids(client, run_id)
            assert (await client.command("architect.keep", {"runId": run_id}))["kept"] == both
            assert (root / ".env").read_bytes() == b"A=1\n"

    played(scene())


async def _once(_: Any) -> Any:
    return {"choice": "once"}
