"""The model asks the user of an editor."""

from pathlib import Path
from typing import Any

from tests.support.daemon import call, daemon, played, says

ASK = call("ask_user", question="Which one?", options=["left", "right"])


def test_the_words_of_the_user_reach_the_model(tmp_path: Path) -> None:
    asked: list[dict[str, Any]] = []

    async def scene() -> None:
        async def answer(params: Any) -> dict[str, Any]:
            asked.append(params)
            return {"choice": "once", "note": "neither, the middle"}

        answers = {"architect/confirm": answer}
        async with daemon(tmp_path / "p", ASK, says("done"), rich=True, answers=answers) as client:
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            [told] = [each["text"] for each in page["events"] if each["type"] == "tool.finished"]
            assert told == "The user answers: neither, the middle"

    played(scene())
    [params] = asked
    assert (params["kind"], params["title"], params["answers"]) == (
        "question",
        "Which one?",
        ["left", "right"],
    )
    assert params["options"] == ["once", "deny", "stop"]


def test_a_plain_editor_shows_the_suggestions_as_buttons(tmp_path: Path) -> None:
    async def scene() -> None:
        async def press(params: Any) -> dict[str, Any]:
            titles = [each["title"] for each in params["actions"]]
            assert titles == ["left", "right", "Let the agent decide", "Stop the run"]
            assert "Which one?" in params["message"]
            return {"title": "right"}

        answers = {"window/showMessageRequest": press}
        async with daemon(tmp_path / "p", ASK, says("done"), answers=answers) as client:
            run = await client.command("architect.run", {"prompt": "x", "wait": True})
            page = await client.command("architect.events", {"runId": run["runId"]})
            [told] = [each["asked"] for each in page["events"] if each["type"] == "user.asked"]
            assert told["answer"] == "right"

    played(scene())
