"""What an editor shows, in the language that it speaks."""

import re
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, call, daemon, played, says
from tests.support.lsp_client import Answer, EditorClient, Refusal

ENGLISH = re.compile(r"\b(the|and|is|was|allow|deny|stop|run|done|failed|thinking|files?)\b", re.I)
"""Words of whatever is said in English."""

EDIT = call("write_file", path="a.txt", content="uno\n")
FAILING = call("run_command", command="ls no-hay")
RISKY = call("run_command", command="touch hecho")


def pressing(number: int) -> Answer:
    async def press(params: Any) -> Any:
        return params["actions"][number]

    return press


def spanish(params: dict[str, Any]) -> None:
    params["locale"] = "es-MX"


def shown_in(client: EditorClient) -> list[str]:
    """All that an editor without our plugin shows."""
    texts: list[str] = []
    for asked in client.of("window/showMessageRequest"):
        texts += [asked["message"], *(action["title"] for action in asked["actions"])]
    texts += [each["message"] for each in client.of("window/showMessage")]
    texts += [each["value"].get("message") or "" for each in client.of("$/progress")]
    return texts


def without_names(text: str) -> str:
    return re.sub(r"run_command|write_file|`[^`]*`|\([^()]*tokens?[^()]*\)", "", text)


def test_an_editor_in_spanish_is_asked_told_and_refused_in_spanish(tmp_path: Path) -> None:
    root = tmp_path / "proyecto"

    async def scene() -> None:
        replies = (EDIT, RISKY, FAILING, says("listo"))
        options: dict[str, Any] = {
            "answers": {"window/showMessageRequest": pressing(0)},
            "config": {"commands": {"sandbox": "off"}},
            "announce": spanish,
        }
        async with daemon(root, *replies, **options) as client:
            run = await client.command("architect.run", {"prompt": "hazlo", "wait": True})
            assert (run["outcome"], (root / "hecho").exists()) == ("completed", True)
            assert run["ending"]["words"].startswith("Hecho; el último comando falló (")
            texts = shown_in(client)
            assert any("Permitir" in text for text in texts)
            assert [text for text in texts if ENGLISH.search(without_names(text))] == []
            [session] = (await client.command("architect.sessions"))["sessions"]
            assert session["title"] == "hazlo"
            with pytest.raises(Refusal, match="no hay ninguna ejecución 'r-0'"):
                await client.command("architect.cancel", {"runId": "r-0"})

    played(scene())


def test_events_are_in_spanish_but_for_what_the_model_reads(tmp_path: Path) -> None:
    root = tmp_path / "proyecto"

    async def no(params: Any) -> Any:
        return {"choice": "deny", "note": "no toques nada"}

    async def scene() -> None:
        options: dict[str, Any] = {
            "answers": {"architect/confirm": no},
            "config": {"commands": {"sandbox": "off"}},
            "announce": spanish,
        }
        async with daemon(
            root, RISKY, says("listo"), rich=True, features=RICH, **options
        ) as client:
            await client.command("architect.run", {"prompt": "hazlo", "wait": True})
            [asked] = client.of("architect/confirm")
            events = client.of("architect/event")
            [decided] = [each for each in events if each["type"] == "tool.decided"]
            assert decided["userNote"] == "no toques nada"
            assert ENGLISH.search(without_names(asked["title"] + decided["reason"])) is None
            [finished] = [each for each in events if each["type"] == "tool.finished"]
            assert "the user denied it" in finished["text"]
            ended = [each["ending"] for each in events if "ending" in each]
            assert ended == [{"words": "Hecho en parte: se denegó una acción", "tone": "warning"}]

    played(scene())
