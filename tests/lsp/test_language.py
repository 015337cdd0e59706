"""What the language servers of an editor know of symbols, asked for by the model."""

import sys
from pathlib import Path
from typing import Any

from tests.support.daemon import RICH, call, daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.processes import running_with

TEXT = "def größe(x):\n    return x\n\n\nprint('é😀', größe(1), größer)\n"


def test_the_model_finds_definitions_and_uses_by_the_words_of_a_symbol(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text(TEXT)
    (root / ".env").write_text("TOKEN=abcdefgh12345678\n")
    calls = (
        call("go_to_definition", path="a.py", symbol="größe", line=5),
        call("find_references", path="a.py", symbol="größe"),
        call("hover", path="a.py", symbol="x"),
        call("hover", path="a.py", symbol="größ"),
        call("hover", path="a.py", symbol="x", line=99),
        call("hover", path=".env", symbol="TOKEN"),
    )
    asked: list[dict[str, Any]] = []

    async def told(features: dict[str, bool]) -> list[str]:
        async with daemon(root, *calls, says("done"), rich=True, features=features) as client:

            async def know(params: Any) -> dict[str, Any]:
                asked.append(params)
                at = {"uri": client.uri("a.py"), "position": {"line": 0, "character": 4}}
                outside = {"uri": "file:///usr/lib/x.py", "position": {"line": 6, "character": 0}}
                secret = {"uri": client.uri(".env"), "position": {"line": 0, "character": 0}}
                if params["feature"] == "hover":
                    return {"text": "(parameter) x: int"}
                return {"locations": [at, at, outside, secret, {"uri": 3}, "nonsense"]}

            client.answers["architect/language"] = know
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            return [each["text"] for each in page["events"] if each["type"] == "tool.finished"]

    async def scene() -> None:
        definition, references, hover, part, nowhere, secret = await told(RICH)
        assert definition == "a.py:1: def größe(x):\n/usr/lib/x.py:7\n.env:1"
        assert references == ".env:1\n/usr/lib/x.py:7\na.py:1: def größe(x):"
        assert hover == "(parameter) x: int"
        assert "there is no 'größ' in a.py" in part
        assert "there is no 'x' in line 99 of a.py" in nowhere
        assert "denied (sensitive_files)" in secret
        assert [each["position"] for each in asked] == [
            {"line": 4, "character": 13},
            {"line": 0, "character": 4},
            {"line": 0, "character": 10},
        ]
        there = await told({name: on for name, on in RICH.items() if name != "language"})
        assert all("there is no tool" in text for text in there)

    played(scene())


def test_an_editor_that_refuses_is_told_of(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text(TEXT)
    hover = call("hover", path="a.py", symbol="x")

    async def scene() -> None:
        async with daemon(root, hover, says("done"), rich=True, features=RICH) as client:

            async def refuse(_: Any) -> Any:
                raise Refusal(-32603, "no language server is running")

            client.answers["architect/language"] = refuse
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            assert run["outcome"] == "completed"
            page = await client.command("architect.events", {"runId": run["runId"]})
            [text] = [each["text"] for each in page["events"] if each["type"] == "tool.finished"]
            assert "no language server is running" in text

    played(scene())


def test_an_editor_that_cannot_be_asked_has_the_configured_servers(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text(TEXT)
    calls = (
        call("hover", path="a.py", symbol="x"),
        call("edit_file", path="a.py", old_str="return x", new_str="return bad"),
    )
    fake = Path(__file__).parents[1] / "support/language_server.py"
    command = [sys.executable, str(fake), "plain", str(root)]
    config = {
        "lsp": {"servers": {"python": command}},
        "agents": {"build": {"confirm_mode": "yolo"}},
        "commands": {"sandbox_paths": [str(fake)]},
    }

    async def scene() -> None:
        async with daemon(root, *calls, says("done"), config=config) as client:
            client.open("a.py", TEXT.replace("print", "bad, print"))
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            hover, edited = [
                each["text"] for each in page["events"] if each["type"] == "tool.finished"
            ]
            assert hover.startswith("x\\x1b")
            assert "New problems after this edit:\na.py:2: error: fake: return bad" in edited
            assert "bad, print" not in edited.partition("New problems")[2]
        assert not running_with(f"language_server.py plain {root}")

    played(scene())
