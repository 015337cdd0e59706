"""Runs whose model is the editor's own, over real standard streams."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import RICH, played
from tests.support.lsp_client import Answer, EditorClient, Refusal, editor, never

COMPLETE, MODELS = "architect/llm/complete", "architect/llm/models"
LISTED = {
    "models": [
        {
            "id": "gpt-4o",
            "vendor": "copilot",
            "family": "gpt-4o",
            "name": "GPT-4o",
            "maxInputTokens": 64_000,
        }
    ]
}
KEY = "sk-proj-" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "a.py").write_bytes(b"x = 1\n")
    return folder


def says(text: str) -> dict[str, Any]:
    return {"text": text, "toolCalls": [], "finish": "stop", "model": "gpt-4o"}


def calls(name: str, arguments: str) -> dict[str, Any]:
    call = {"id": "c1", "name": name, "arguments": arguments}
    return says("") | {"toolCalls": [call], "finish": "tool_calls"}


def replying(*replies: dict[str, Any]) -> Answer:
    """One reply after the other; the requests are in `client.of(COMPLETE)`."""
    left = list(replies)

    async def answer(_: Any) -> Any:
        return left.pop(0)

    return answer


async def _listed(_: Any) -> Any:
    return LISTED


@asynccontextmanager
async def lending(
    root: Path,
    answer: Answer,
    *,
    model: str = "vscode",
    features: dict[str, bool] = RICH | {"llm": True},
    environment: dict[str, str] | None = None,
) -> AsyncGenerator[EditorClient]:
    settings = {"llm": {"model": model, "retries": 0}}
    options = {"architect": {"protocol": 1, "features": features, "config": settings}}
    answers = {COMPLETE: answer, MODELS: _listed}
    async with editor(root, options=options, answers=answers, environment=environment) as client:
        yield client


async def run(client: EditorClient, **more: Any) -> dict[str, Any]:
    return await client.command("architect.run", {"prompt": "Make x 2.", "wait": True, **more})


def test_the_model_of_the_editor_does_the_work(root: Path) -> None:
    async def scene() -> None:
        edit = calls("edit_file", '{"path": "a.py", "old_str": "x = 1", "new_str": "x = 2"}')
        async with lending(root, replying(edit, says("x is 2 now"))) as client:
            info = await run(client)
            assert (info["outcome"], info["output"]) == ("completed", "x is 2 now")
            assert info["usage"]["usd"] is None
            assert info["usage"]["inputTokens"] > 0
            assert (root / "a.py").read_bytes() == b"x = 2\n"
            first, second = client.of(COMPLETE)
            assert first["requestId"] != second["requestId"]
            assert "edit_file" in {tool["name"] for tool in first["tools"]}
            assert [message["role"] for message in first["messages"]] == ["system", "user"]
            assert [message["role"] for message in second["messages"][2:]] == ["assistant", "tool"]

    played(scene())


def test_what_the_model_writes_is_shown_as_it_comes(root: Path) -> None:
    async def scene() -> None:
        async def answer(params: Any) -> Any:
            for text in ("Hel", "lo."):
                client.notify(
                    "architect/llm/delta", {"requestId": params["requestId"], "text": text}
                )
            return says("Hello.")

        async with lending(root, answer) as client:
            await run(client)
            types = [event["type"] for event in client.of("architect/event")]
            texts = [e["text"] for e in client.of("architect/event") if e["type"] == "model.delta"]
            assert "".join(texts) == "Hello."
            assert types.index("model.delta") < types.index("model.replied")

    played(scene())


def test_cancelling_a_run_cancels_the_request(root: Path) -> None:
    async def scene() -> None:
        async with lending(root, never) as client:
            started = await client.command("architect.run", {"prompt": "Wait."})
            await client.wait_for(COMPLETE)
            await client.command("architect.cancel", {"runId": started["runId"]})
            asked = next(each["id"] for each in client.received if each["method"] == COMPLETE)
            await client.wait_for("$/cancelRequest", lambda params: params == {"id": asked})
            done = await client.wait_for("architect/event", lambda e: e.get("state") == "done")
            assert done["outcome"] == "cancelled"

    played(scene())


def test_a_user_who_does_not_allow_it_is_told_what_to_do(root: Path) -> None:
    async def scene() -> None:
        async def refuse(_: Any) -> Any:
            data = {"code": "no_permission", "detail": "not now", "retryable": False}
            raise Refusal(-32020, "no", data)

        async with lending(root, refuse) as client:
            info = await run(client)
            assert info["outcome"] == "failed"
            assert "not now (start the run again and allow it" in info["error"]
            assert len(client.of(COMPLETE)) == 1

    played(scene())


def test_a_model_that_the_editor_does_not_have_is_told_with_those_it_has(root: Path) -> None:
    async def scene() -> None:
        async def refuse(_: Any) -> Any:
            raise Refusal(-32020, "no", {"code": "not_found", "detail": "", "retryable": False})

        async with lending(root, refuse, model="vscode/gtp-4o") as client:
            assert "'vscode/gtp-4o'; there are vscode/gpt-4o" in (await run(client))["error"]

    played(scene())


@pytest.mark.parametrize("features", [RICH, {"llm": False}, {}])
def test_an_editor_that_lends_none_is_told_which_setting_to_change(
    root: Path, features: dict[str, bool]
) -> None:
    async def scene() -> None:
        async with lending(root, never, features=features) as client:
            with pytest.raises(
                Refusal, match=r"llm\.model 'vscode' is a model of the editor"
            ) as told:
                await run(client)
            assert told.value.data["code"] == "not_configured"
            assert client.of(COMPLETE) == []

    played(scene())


def test_a_model_chosen_for_one_run_goes_before_the_configured_one(root: Path) -> None:
    async def scene() -> None:
        async with lending(root, replying(says("Hello.")), model="gpt-4.1") as client:
            assert (await run(client, model="vscode/gpt-4o"))["output"] == "Hello."
            [asked] = client.of(COMPLETE)
            assert asked["model"] == "gpt-4o"

    played(scene())


def test_a_key_in_a_file_does_not_reach_the_model(root: Path) -> None:
    async def scene() -> None:
        (root / "settings.py").write_bytes(f'TOKEN = "{KEY}"\n'.encode())
        read = calls("read_file", '{"path": "settings.py"}')
        async with lending(root, replying(read, says("done"))) as client:
            await run(client)
            _, second = client.of(COMPLETE)
            assert "TOKEN" in str(second["messages"])
            assert KEY not in str(second["messages"])

    played(scene())


def test_when_the_editor_goes_away_in_the_middle_the_daemon_ends(root: Path) -> None:
    async def scene() -> None:
        async with lending(root, never) as client:
            await client.command("architect.run", {"prompt": "Wait."})
            await client.wait_for(COMPLETE)
            client.disconnect()
            async with asyncio.timeout(60):
                await client.ended.wait()

    played(scene())
