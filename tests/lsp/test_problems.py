"""What the language servers of an editor report goes with a task that says so."""

import json
from pathlib import Path
from typing import Any

from tests.support.daemon import RICH, daemon, played, says
from tests.support.lsp_client import Answer, EditorClient, never, null


def reporting(client: EditorClient, *problems: Any) -> Answer:
    async def report(params: Any) -> dict[str, Any]:
        assert params == {"root": client.uri("").rstrip("/")}
        return {"problems": list(problems)}

    return report


def problem(uri: str, **fields: Any) -> dict[str, Any]:
    return {"uri": uri, "line": 2, "severity": "error", "message": "no x", "source": "m"} | fields


async def mentioned(client: EditorClient) -> dict[str, Any]:
    context = await client.command("architect.context", {"prompt": "fix @problems"})
    [part] = [part for part in context["parts"] if part["name"] == "mention"]
    return part


def test_problems_go_with_the_task_the_worst_first_and_none_of_secret_files(tmp_path: Path) -> None:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("x\n")
    (root / ".env").write_text("TOKEN=abcdefgh12345678\n")

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True, features=RICH) as client:
            at = client.uri
            given = [
                problem(at("a.py"), severity="hint", message="long\n\x1b[2Jtext", source=""),
                problem(at("a.py")),
                problem(at(".env"), message="TOKEN"),
                problem("file:///etc/passwd"),
                problem("untitled:1"),
                problem(at("a.py"), line="x"),
                problem(at("a.py"), message=3),
                "nonsense",
            ]
            client.answers["architect/problems"] = reporting(client, *given)
            text = (await mentioned(client))["text"]
            await client.command("architect.run", {"prompt": "fix @problems", "wait": True})
            journal = next((root / ".architect/sessions").glob("*.jsonl")).read_text()
            assert (
                "a.py:2: error: m: no x" in json.loads(journal.split("\n")[0])["event"]["opening"]
            )
        lines = text.split("\n")[1:-1]
        assert lines == ["a.py:2: error: m: no x", "a.py:2: hint: long \\x1b[2Jtext"]

    played(scene())


def test_many_are_cut_and_an_editor_that_tells_none_is_no_error(tmp_path: Path) -> None:
    async def scene() -> None:
        async with daemon(tmp_path / "project", rich=True, features=RICH) as client:
            one = problem(client.uri("a.py"))
            client.answers["architect/problems"] = reporting(client, *[one] * 250)
            text = (await mentioned(client))["text"]
            assert text.count("no x") == 200
            assert "[... 50 more problems left out ...]" in text

            client.answers["architect/problems"] = null
            assert "(none are reported)" in (await mentioned(client))["text"]
        old = {name: on for name, on in RICH.items() if name != "problems"}
        async with daemon(tmp_path / "project", rich=True, features=old) as client:
            client.answers["architect/problems"] = never
            assert "there is no editor here that reports any" in (await mentioned(client))["text"]

    played(scene())
