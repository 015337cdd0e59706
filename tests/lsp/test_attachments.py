"""What goes with a message: texts, lines, files and images, and how the message shows them."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.provider_server import ProviderServer, Reply
from tests.support.recorded_model import Gate
from tests.support.table import table

YOLO = {"agents": {"build": {"confirm_mode": "yolo"}}}
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 60
SHOT = {
    "kind": "image",
    "name": "shot.png",
    "mediaType": "image/png",
    "data": b64encode(PNG).decode(),
}
MADE = {"kind": "terminal", "name": "$ make", "text": "$ make\nbuilt\n[exit code 0]", "lines": 1}
TERMINAL = {"kind": "terminal", "name": "pytest", "text": "E  assert 1 == 2\n1 failed\n"}


def root_of(folder: Path) -> Path:
    root = folder / "project"
    root.mkdir()
    (root / "a.py").write_text("one = 1\ntwo = 2\n")
    (root / ".env").write_text("TOKEN=1\n")
    (root / "notes.txt").symlink_to(".env")
    (root / "circle").symlink_to("circle")
    return root


def is_end(event: dict[str, Any]) -> bool:
    return event["type"] == "run.finished"


async def events_of(client: Any, run_id: str, name: str) -> list[dict[str, Any]]:
    page = await client.command("architect.events", {"runId": run_id})
    return [each for each in page["events"] if each["type"] == name]


def test_a_message_shows_what_goes_with_it_and_the_journal_keeps_images_beside(
    tmp_path: Path,
) -> None:
    root = root_of(tmp_path)
    a_py = (root / "a.py").as_uri()
    place = {"line": 1, "character": 0}
    wanted = {
        "prompt": "Why does @a.py fail?",
        "scope": {"uris": [a_py]},
        "attachments": [
            TERMINAL,
            MADE,
            {"kind": "selection", "name": "a.py:2", "uri": a_py}
            | {"range": {"start": place, "end": place}},
            SHOT,
        ],
    }

    async def scene() -> None:
        async with daemon(root, says("done"), says("again"), rich=True) as client:
            run = await client.command("architect.run", {**wanted, "wait": True})
            assert run["state"] == "done"
            [started] = await events_of(client, run["runId"], "run.started")
            assert [tuple(each.values()) for each in started["attached"]] == [
                ("file", "a.py", 0, 0, False),
                ("terminal", "pytest", 2, 26, False),
                ("terminal", "$ make", 1, 26, False),
                ("selection", "a.py, line 2", 1, 7, False),
                ("file", "a.py", 2, 15, True),
                ("image", "shot.png", 0, len(PNG), False),
            ]
            assert [*started["attached"][0]] == ["kind", "name", "lines", "bytes", "mentioned"]
            assert "assert 1 == 2" in started["opening"]
            assert "attached images: 'shot.png'" in started["opening"]
            session = {"sessionId": run["sessionId"], "prompt": "And now?", "wait": True}
            again = await client.command("architect.resume", {**session, "attachments": [SHOT]})
            [resumed] = await events_of(client, again["runId"], "run.started")
            assert [each["name"] for each in resumed["attached"]] == ["shot.png"]

    played(scene())
    [journal] = (root / ".architect" / "sessions").glob("*.jsonl")
    assert b64encode(PNG).decode() not in journal.read_text()
    starts = [json.loads(line)["event"] for line in journal.read_text().splitlines()]
    [kept, *_] = [each["images"][0] for each in starts if each.get("images")]
    assert (journal.with_suffix(".files") / kept["sha256"]).read_bytes() == PNG


def test_words_for_a_run_that_works_bring_them_too(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    gate = Gate(root / "gate")
    waits = call("run_command", **gate.wait["arguments"])

    async def scene() -> None:
        async with daemon(root, waits, says("done"), rich=True, config=YOLO) as client:
            run = await client.command("architect.run", {"prompt": "look"})
            await client.wait_for("architect/event", lambda each: each["type"] == "tool.decided")
            words = {"runId": run["runId"], "text": "like @a.py", "attachments": [TERMINAL, SHOT]}
            assert (await client.command("architect.say", words))["accepted"]
            gate.open()
            await client.wait_for("architect/event", is_end)
            [said] = await events_of(client, run["runId"], "user.said")
            assert [each["kind"] for each in said["attached"]] == ["terminal", "file", "image"]
            assert "1 failed" in said["told"] and "two = 2" in said["told"]

    played(scene())


@table(
    ("attachment", "words"),
    [
        ({"kind": "file", "name": "e", "uri": ".env"}, "may hold secrets"),
        ({"kind": "file", "name": "e", "uri": "notes.txt"}, "'notes.txt' may hold secrets"),
        ({"kind": "file", "name": "e", "uri": "circle"}, "circle"),
        ({"kind": "file", "name": "e", "uri": "none.py"}, "none.py"),
        ({"kind": "text", "name": "e"}, "neither a text nor a uri"),
        ({**SHOT, "data": "AAAA"}, "no image of type image/png"),
        ({**SHOT, "data": "%%%"}, "not base64"),
        ({**SHOT, "mediaType": "image/svg+xml"}, "mediaType of image/png"),
    ],
)
def test_what_cannot_go_with_it_is_refused_by_name(
    tmp_path: Path, attachment: dict[str, Any], words: str
) -> None:
    root = root_of(tmp_path)
    uri = attachment.get("uri")
    if uri is not None:
        attachment = {**attachment, "uri": (root / uri).as_uri()}

    async def scene() -> None:
        async with daemon(root, says("done"), rich=True) as client:
            with pytest.raises(Refusal, match=words):
                await client.command(
                    "architect.run", {"prompt": "look", "attachments": [attachment]}
                )

    played(scene())


def test_a_model_without_eyes_is_named(tmp_path: Path) -> None:
    root = root_of(tmp_path)

    async def scene() -> None:
        async def none(_: Any) -> Any:
            return {"models": []}

        async with daemon(
            root,
            rich=True,
            features={**RICH, "llm": True},
            config={"llm": {"model": "vscode"}},
            answers={"architect/llm/models": none},
        ) as client:
            wanted = {"prompt": "look", "attachments": [SHOT], "wait": True}
            with pytest.raises(Refusal, match=r"vscode.* takes no images"):
                await client.command("architect.run", wanted)

    played(scene())


def test_images_are_shown_again_when_the_session_is_resumed(tmp_path: Path) -> None:
    root = root_of(tmp_path)
    url = f"data:image/png;base64,{b64encode(PNG).decode()}"

    with ProviderServer([Reply("A dot."), Reply("Still a dot.")]) as server:
        llm = {"model": "openai/gpt-4.1", "api_base": server.url, "stream": False, "api": "chat"}

        async def scene() -> None:
            async with daemon(root, rich=True, config={"llm": llm}) as client:
                wanted = {"prompt": "What is it?", "attachments": [SHOT], "wait": True}
                run = await client.command("architect.run", wanted)
                assert run["ending"]["words"] == "Done"
                more = {"sessionId": run["sessionId"], "prompt": "And now?", "wait": True}
                await client.command("architect.resume", more)

        played(scene())
        contents = [request.body["messages"][1]["content"] for request in server.requests]
    assert [content[0]["image_url"]["url"] for content in contents] == [url, url]
