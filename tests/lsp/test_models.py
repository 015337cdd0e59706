"""What an editor's picker of models gets to see."""

from pathlib import Path
from typing import Any

import pytest
from tests.support.daemon import daemon, played, says
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer, refused_url


def test_the_picker_gets_what_the_servers_list_and_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = {"/v1/models": {"data": [{"id": "claude-sonnet-5-5"}]}}
    with OllamaServer({"qwen3": model("tools")}) as ollama, ProviderServer([], pages=pages) as made:
        environ = {
            "OPENAI_API_KEY": "",
            "ANTHROPIC_API_KEY": "sk-very-secret-02",
            "ANTHROPIC_API_BASE": made.url,
            "OLLAMA_HOST": ollama.url,
            "LM_STUDIO_API_BASE": refused_url(),
        }
        for name, value in environ.items():
            monkeypatch.setenv(name, value)

        answers: list[Any] = []

        async def scene() -> None:
            async with daemon(tmp_path, says("done")) as client:
                answers.append(await client.command("architect.models", {}))

        played(scene())
        [found] = answers
    by_name = {one["provider"]: one for one in found["providers"]}
    assert list(by_name) == ["anthropic", "ollama"]
    [sonnet] = by_name["anthropic"]["models"]
    assert (sonnet["name"], sonnet["tools"]) == ("anthropic/claude-sonnet-5-5", True)
    assert sonnet["price"]["cacheWrite"] == 2.5
    assert [one["name"] for one in by_name["ollama"]["models"]] == ["ollama/qwen3"]
    assert "sk-very-secret-02" not in str(found)
