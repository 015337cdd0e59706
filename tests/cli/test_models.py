"""`architect models`: what can be used with the keys at hand."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.cli.conftest import Project
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import ProviderServer, Reply, Status, refused_url

ANTHROPIC = {"data": [{"id": "claude-sonnet-5-5"}, {"id": "claude-new-9", "max_input_tokens": 7}]}
KEY = "sk-very-secret-01"


def listed(project: Project, environment: dict[str, str], *flags: str) -> tuple[str, Any]:
    quiet = {
        "OPENAI_API_KEY": "",
        "OLLAMA_HOST": refused_url(),
        "LM_STUDIO_API_BASE": refused_url(),
    }
    done = project.architect("models", *flags, environment={**quiet, **environment})
    assert done.code == 0, done.text
    assert KEY not in done.stdout.decode() + done.stderr
    text = done.stdout.decode()
    return text, json.loads(text) if "--json" in flags else None


def test_providers_and_local_servers_list_their_models_and_one_that_fails_is_a_line(
    project: Project,
) -> None:
    pages = {"/v1/models": ANTHROPIC}
    with OllamaServer({"qwen3": model("tools")}) as ollama, ProviderServer([], pages=pages) as made:
        environment = {
            "ANTHROPIC_API_KEY": KEY,
            "ANTHROPIC_API_BASE": made.url,
            "OPENAI_API_KEY": KEY,
            "OPENAI_BASE_URL": refused_url(),
            "OLLAMA_HOST": ollama.url,
        }
        text, _ = listed(project, environment)
        _, document = listed(project, environment, "--json")
    by_name = {one["provider"]: one for one in document}
    assert list(by_name) == ["openai", "anthropic", "ollama"]
    assert "Nothing answers at" in by_name["openai"]["problem"]
    assert any(one["name"] == "openai/gpt-5.1" for one in by_name["openai"]["models"])
    assert by_name["anthropic"]["access"] == "key in ANTHROPIC_API_KEY"
    sonnet, new = sorted(by_name["anthropic"]["models"], key=lambda one: one["name"], reverse=True)
    assert (sonnet["max_input_tokens"], sonnet["price"]["input"]) == (1_000_000, 2)
    assert (sonnet["tools"], sonnet["reasoning"]) == (True, True)
    assert (new["name"], new["max_input_tokens"]) == ("anthropic/claude-new-9", 7)
    assert [one["name"] for one in by_name["ollama"]["models"]] == ["ollama/qwen3"]
    assert "  not asked: Nothing answers at" in text


def test_without_anything_the_four_ways_are_told_and_a_wrong_name_is_refused(
    project: Project,
) -> None:
    text, _ = listed(project, {})
    assert "no model can be used yet: (1) set a key" in text
    refused = project.architect("models", "--provider", "nobody")
    assert refused.code == 3
    assert "is not one of openai, anthropic" in refused.stderr


def test_an_address_of_ones_own_lists_what_it_offers_and_gets_no_other_key(
    project: Project,
) -> None:
    keys: list[str | None] = []

    def strict(headers: Mapping[str, str]) -> Status:
        keys.append(headers.get("authorization"))
        if keys[-1] != f"Bearer {KEY}":
            return Status(401, {"error": {"message": "a key is needed", "type": "auth"}})
        return Status(body={"object": "list", "data": [{"id": "qwen3-coder", "object": "model"}]})

    with ProviderServer([Reply("Hello.")], pages={"/v1/models": strict}) as server:
        where, others = ("--api-base", f"{server.url}/v1"), {"OPENAI_API_KEY": "sk-of-openai-0001"}
        refused, _ = listed(project, others, *where)
        text, _ = listed(project, others, *where, "--api-key", KEY)
        _, [document] = listed(project, {"HOSTED_VLLM_API_KEY": KEY}, *where, "--json")
        name = document["models"][0]["name"]
        done = project.architect("run", "hi", "--model", name, *where, "--api-key", KEY)
    assert keys[:3] == [None, f"Bearer {KEY}", f"Bearer {KEY}"]
    assert "not asked: " in refused and "qwen3" not in refused
    assert text.startswith(f"openai-compatible ({server.url}/v1)\n  qwen3-coder")
    assert (name, done.code, done.text) == ("qwen3-coder", 0, "Hello.\n")
    closed, _ = listed(project, {}, "--api-base", refused_url())
    assert "Nothing answers at" in closed
    both = project.architect("models", *where, "--provider", "openai")
    assert (both.code, "cannot be used together" in both.stderr) == (3, True)


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("anthropic/claude-x", 4, "no key for 'anthropic/claude-x': set ANTHROPIC_API_KEY, "),
        ("foo", 1, "the name of the model does not say which provider has it: put that before it"),
    ],
)
def test_what_a_model_lacks_is_said_in_our_words(
    project: Project, name: str, code: int, said: str
) -> None:
    done = project.architect("run", "x", "--model", name)
    assert done.code == code
    assert said in done.stderr
    assert "litellm" not in done.stderr.replace("LITELLM_API_KEY", "")
