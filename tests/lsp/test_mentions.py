"""What an @ in a message may name, from an editor, and what becomes of it."""

import asyncio
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.repository import commit_all

TEXTS = {
    "src/parser.py": "def parse():\n    return 1\n",
    "my notes.md": "one\ntwo\nthree\n",
    "ignored/parser.log": "x\n",
    ".gitignore": "ignored/\n",
    ".env": "TOKEN=1\n",
}


def root_of(folder: Path) -> Path:
    root = folder / "project"
    for name, text in TEXTS.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


async def inserted(client: Any, text: str) -> list[str]:
    found = await client.command("architect.mentions", {"text": text})
    return [each["insert"] for each in found["mentions"]]


def test_what_is_suggested_goes_with_the_message(tmp_path: Path) -> None:
    root = root_of(tmp_path)

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True) as client:
            whole = await client.command("architect.mentions", {"text": "ü look at @pars"})
            assert whole["from"] == 10
            assert whole["mentions"] == [
                {
                    "insert": "@src/parser.py",
                    "label": "parser.py",
                    "kind": "file",
                    "detail": "src",
                    "complete": True,
                }
            ]
            [quoted] = await inserted(client, "@notes")
            assert await inserted(client, "@src") == ["@src/", "@src/parser.py"]
            assert await inserted(client, "@.env") == []
            assert await inserted(client, "no mention") == []
            client.open("unsaved.py", "new = 1\n")
            task = f"{quoted}:2-3 @src/ @diff and @terminal, @src/parsr.py"
            run = await client.command("architect.run", {"prompt": task, "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            [started] = [each for each in page["events"] if each["type"] == "run.started"]
            assert [(each["kind"], each["name"]) for each in started["attached"]] == [
                ("file", "my notes.md, lines 2-3"),
                ("folder", "src"),
            ]
            assert "two\nthree" in started["opening"]
            left = [each for each in page["events"] if each["type"] == "mention.left_out"]
            reasons = {each["mention"]: each["reason"] for each in left}
            assert reasons["@terminal"] == "no output of a terminal came with the message"
            assert "did you mean 'src/parser.py'?" in reasons["@src/parsr.py"]
            assert "@diff" in reasons  # there is no commit to compare with

    played(scene())


def test_what_is_not_committed_goes_with_the_message(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    commit_all(root)

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True) as client:
            (root / "src/parser.py").write_text("def parse_all():\n    return 3\n")
            run = await client.command("architect.run", {"prompt": "Look at @diff", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            [started] = [each for each in page["events"] if each["type"] == "run.started"]
            assert [each["kind"] for each in started["attached"]] == ["diff"]
            assert "+    return 3" in started["opening"]
            assert await client.shut_down() == 0

    played(scene())


def test_a_symbol_is_suggested_before_the_first_run(tmp_path: Path) -> None:
    """Naming something makes the index, which is there a little later."""
    root = root_of(tmp_path)

    async def scene() -> None:
        async with daemon(root, rich=True) as client:
            async with asyncio.timeout(60):
                while "@parse" not in await inserted(client, "@par"):
                    await asyncio.sleep(0.05)
            assert await client.shut_down() == 0

    played(scene())


def test_agents_are_described(tmp_path: Path) -> None:
    own = {"agents": {"scribe": {"system_prompt": "Write docs.\nAnd more.", "max_steps": 3}}}

    async def scene() -> None:
        async with daemon(tmp_path / "project", rich=True, config=own) as client:
            found = await client.command("architect.agents", {})
            details = {each["name"]: each for each in found["details"]}
            assert sorted(details) == found["agents"]
            assert details["plan"] == {
                "name": "plan",
                "description": "Plans a change without making it.",
                "readsOnly": True,
                "own": False,
            }
            assert not details["test"]["readsOnly"]
            assert (details["scribe"]["description"], details["scribe"]["own"]) == (
                "Write docs.",
                True,
            )

    played(scene())


def test_a_message_that_begins_with_a_task_is_that_task(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    skill_file = root / ".agents" / "skills" / "house-style" / "SKILL.md"
    skill_file.parent.mkdir(parents=True)
    skill_file.write_text("---\nname: house-style\ndescription: How code looks here.\n---\nTabs.\n")

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True) as client:
            assert await inserted(client, "/") == ["/explain", "/fix", "/tests", "/house-style"]
            [skill] = (await client.command("architect.mentions", {"text": "/house-"}))["mentions"]
            assert (skill["kind"], skill["detail"]) == ("skill", "How code looks here.")
            assert await inserted(client, "/Te") == ["/tests"]
            for text in ("/tmp", "/explain ", "see /e", "/e\n"):
                assert await inserted(client, text) == [], text
            about = {"wait": True, "scope": {"uris": [root.as_uri()]}}
            kinds = {
                "/explain src/parser.py:1-2": ("explain", "Explain src/parser.py:1-2"),
                "/fix": ("build", "Fix: a name"),
                "/tests src/parser.py": ("build", "Write Tests for src/parser.py"),
                "/explain": ("explain", "Explain a name"),
                "/tmp is full": ("build", "/tmp is full"),
            }
            sent = [{"kind": "selection", "name": "a name", "text": "x = 1"}]
            for prompt, expected in kinds.items():
                more = {"attachments": sent} if " " not in prompt else {}
                run = await client.command("architect.run", {"prompt": prompt, **about, **more})
                assert (run["agent"], run["title"]) == expected, prompt
                page = await client.command("architect.events", {"runId": run["runId"]})
                [started] = [each for each in page["events"] if each["type"] == "run.started"]
                assert started["typed"] == ("" if prompt == "/tmp is full" else prompt)
                fork = {"sessionId": run["sessionId"], "runId": run["runId"], "before": True}
                forked = await client.command("architect.forkSession", fork)
                attached = [each["name"] for each in forked["attached"]]
                brought = [".", *(each["name"] for each in sent if more)]
                assert (forked["prompt"], attached) == (prompt, brought), prompt
                if ":1-2" in prompt:
                    assert "def parse():\n    return 1" in started["opening"]
            for unknown in ("/hunks", "/tets src/parser.py"):
                with pytest.raises(Refusal, match=r"there is no command /.* a space before"):
                    await client.command("architect.run", {"prompt": unknown, **about})
            for message in (" /hunks", " /fix it", "/api/x fails", "/house-style here"):
                run = await client.command("architect.run", {"prompt": message, **about})
                page = await client.command("architect.events", {"runId": run["runId"]})
                [started] = [each for each in page["events"] if each["type"] == "run.started"]
                assert (started["task"], started["typed"]) == (message, ""), message
            assert "Read the skill house-style" in started["opening"]
            with pytest.raises(Refusal, match="say what is to be tested"):
                await client.command("architect.run", {"prompt": "/tests", **about})
            with pytest.raises(Refusal, match="did you mean"):
                await client.command("architect.run", {"prompt": "/tests src/parsr.py", **about})
            assert await client.shut_down() == 0

    played(scene())
