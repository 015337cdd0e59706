"""A message for a commit, and what the doctor says, asked from an editor."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.lsp_client import Refusal
from tests.support.provider_server import ProviderServer, Reply, refused_url
from tests.support.repository import commit_all, git


def repository(folder: Path) -> Path:
    root = folder / "project"
    root.mkdir()
    (root / "a.py").write_text("one = 1\n")
    commit_all(root)
    return root


def test_it_is_written_for_what_is_staged_without_secrets(tmp_path: Path) -> None:
    root = repository(tmp_path)
    (root / "a.py").write_text("one = 2\n")
    (root / ".env").write_text("TOKEN=very-secret-value-123\n")
    git(root, "add", ".")
    (root / "b.py").write_text("not staged\n")
    reply = Reply("```\nfeat: one \u202eis two\n\nIt \x9bwas\x1b one.\n```")

    with ProviderServer([reply]) as server:
        llm = {"model": "openai/gpt-4.1", "api_base": server.url, "stream": False, "retries": 0}

        async def scene() -> None:
            async with daemon(root, rich=True, config={"llm": llm}) as client:
                found = await client.command("architect.commitMessage", {"uri": root.as_uri()})
                assert found == {"message": "feat: one \\u202eis two\n\nIt \\x9bwas one."}

        played(scene())
        [request] = server.requests
    asked: Any = request.body["messages"][1]["content"]
    assert "one = 2" in asked and "<subjects>\neverything\n</subjects>" in asked
    assert "very-secret-value" not in asked and "not staged" not in asked
    assert "tools" not in request.body


def test_without_a_change_or_a_server_it_says_so(tmp_path: Path) -> None:
    root = repository(tmp_path)
    llm = {"model": "openai/gpt-4.1", "api_base": refused_url(), "retries": 0}

    async def scene() -> None:
        async with daemon(root, says("x"), rich=True, config={"llm": llm}) as client:
            with pytest.raises(Refusal, match="there are no changes"):
                await client.command("architect.commitMessage", {})
            (root / "a.py").write_text("one = 3\n")
            with pytest.raises(Refusal, match="Nothing answers at") as refused:
                await client.command("architect.commitMessage", {})
            remedy = {"kind": "openSettings", "setting": "llm.api_base"}
            assert refused.value.data["remedy"] == remedy

    played(scene())


def test_the_doctor_is_asked(tmp_path: Path) -> None:
    root = repository(tmp_path)

    async def scene() -> None:
        async with daemon(root, says("x"), rich=True) as client:
            found = await client.command("architect.doctor", {"offline": True})
            checks = {each["name"]: each for each in found["checks"]}
            assert checks["python"]["state"] == "ok"
            assert {each["state"] for each in found["checks"]} <= {"ok", "warning", "error"}
            assert all(each["message"] for each in found["checks"])

    played(scene())


def test_the_doctor_says_what_is_missing_without_the_ways_of_a_command_line(tmp_path: Path) -> None:
    root = repository(tmp_path)

    async def scene() -> None:
        async with daemon(root, rich=True, config={"llm": {"model": "openai/gpt-5.1"}}) as client:
            found = await client.command("architect.doctor", {"offline": True})
            [model] = [each for each in found["checks"] if each["name"] == "model"]
            assert (model["state"], model["command"]) == ("error", "architect login openai")
            assert "no key for 'openai/gpt-5.1' is stored" in model["message"]
            assert "--" not in model["message"]

    played(scene())


def test_models_of_an_address_are_listed_without_anybody_elses_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret-02")
    seen: list[dict[str, str]] = []

    def listed(headers: dict[str, str]) -> Any:
        from tests.support.provider_server import Status

        seen.append(headers)
        return Status(200, {"data": [{"id": "qwen3-coder"}]})

    with ProviderServer([], pages={"/v1/models": listed}) as server:

        async def scene() -> None:
            async with daemon(tmp_path / "project", says("x"), rich=True) as client:
                wanted = {"provider": "openai-compatible", "apiBase": server.url}
                found = await client.command("architect.models", wanted)
                [provider] = found["providers"]
                assert (provider["provider"], provider["problem"]) == ("openai-compatible", None)
                assert [each["name"] for each in provider["models"]] == ["qwen3-coder"]
                away = {"provider": "openai-compatible", "apiBase": refused_url()}
                [nobody] = (await client.command("architect.models", away))["providers"]
                assert "Nothing answers at" in nobody["problem"]
                with pytest.raises(Refusal, match="apiBase"):
                    await client.command("architect.models", {"provider": "openai-compatible"})

        played(scene())
    assert "sk-very-secret-02" not in str(seen)
