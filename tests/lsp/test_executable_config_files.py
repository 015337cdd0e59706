"""Edits of what other programs execute are asked about, although the others are looked at later."""

from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, played, says

TASKS = call("write_file", path=".vscode/tasks.json", content="{}\n")
CODE = call("write_file", path="a.py", content="x = 1\n")


def test_the_editor_is_asked_about_what_it_executes_itself_and_about_nothing_else(
    tmp_path: Path,
) -> None:
    questions: list[Any] = []

    async def confirm(params: Any) -> dict[str, Any]:
        questions.append(params)
        return {"choice": "deny", "note": "not that"}

    async def scene() -> None:
        answers = {"architect/confirm": confirm}
        replies = (CODE, TASKS, says("done"))
        config = {"edits": {"review": "after"}}
        async with daemon(
            tmp_path / "project", *replies, rich=True, answers=answers, config=config
        ) as client:
            info = await client.command("architect.run", {"prompt": "two", "wait": True})
            assert (info["outcome"], info["denied"]) == ("blocked", 1)

    played(scene())
    [question] = questions
    assert (question["subject"], question["offers"]) == ("executable config file", [])
    assert question["options"] == ["once", "run", "deny", "stop"]
    assert "+{}" in question["preview"]["patch"]
    assert not (tmp_path / "project" / ".vscode").exists()
