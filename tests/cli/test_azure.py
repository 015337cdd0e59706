"""Azure from the command line: its address, its keys, its deployments and its list of models."""

import json

from tests.cli.talk import read_call
from tests.support.command import Finished, Project
from tests.support.provider_server import ProviderServer, Reply, refused_url
from tests.support.strict_azure import API_BASE, DEPLOYMENT, KEY, MODELS, TOKEN, StrictAzure
from tests.support.table import table

TURNS = (
    Reply("", [read_call()], reasoning="Let me look."),
    Reply("It says alpha.", reasoning="That was all."),
)
OLDER_ADDRESS = (
    f"{API_BASE}/openai/deployments/{DEPLOYMENT}/chat/completions?api-version=2024-10-21"
)


def at_azure(project: Project, server: ProviderServer, *command: str, **settings: str) -> Finished:
    """Run a command to which the resource is reached through a proxy."""
    environment = {
        "http_proxy": server.url,
        "no_proxy": "127.0.0.1",
        "ARCHITECT_API_BASE": API_BASE,
        "OLLAMA_HOST": refused_url(),
        "LM_STUDIO_API_BASE": refused_url(),
        **settings,
    }
    return project.architect(*command, environment=environment)


@table(
    ("settings", "model"),
    [
        ({"AZURE_API_KEY": KEY}, f"azure/{DEPLOYMENT}"),
        ({"AZURE_OPENAI_API_KEY": KEY}, DEPLOYMENT),
        ({"AZURE_API_KEY": TOKEN}, f"azure/{DEPLOYMENT}"),
        ({"AZURE_API_KEY": KEY, "ARCHITECT_API_BASE": OLDER_ADDRESS}, f"azure/{DEPLOYMENT}"),
        (
            {"AZURE_API_KEY": KEY, "ARCHITECT__LLM__REASONING_EFFORT": "high"},
            f"azure/{DEPLOYMENT}",
        ),
    ],
)
def test_a_task_of_several_steps_is_done(
    project: Project, settings: dict[str, str], model: str
) -> None:
    azure = StrictAzure(TURNS)
    with ProviderServer(azure.judges(), pages=azure.pages) as server:
        done = at_azure(project, server, "run", "read", "--json", "--model", model, **settings)
    assert (done.code, azure.refusals) == (0, []), done.stderr
    assert done.document["output"] == "It says alpha."
    first, second = server.requests
    assert second.body["input"][: len(first.body["input"])] == first.body["input"]
    assert [item["type"] for item in second.body["input"][-3:-1]] == ["reasoning", "function_call"]


def test_what_is_wrong_is_said_in_one_line(project: Project) -> None:
    azure = StrictAzure(TURNS)
    with ProviderServer(azure.judges(), pages=azure.pages) as server:
        wrong_key = at_azure(
            project, server, "run", "x", "--model", f"azure/{DEPLOYMENT}", AZURE_API_KEY="0" * 32
        )
        no_such = at_azure(project, server, "run", "x", "--model", "azure/nx", AZURE_API_KEY=KEY)
    assert wrong_key.code == 4
    assert "Access denied due to invalid subscription key" in wrong_key.stderr
    assert "the key sent was the one in AZURE_API_KEY" in wrong_key.stderr
    assert no_such.code == 1
    assert "The API deployment for this resource does not exist" in no_such.stderr
    assert len(server.requests) == 2, "neither is asked again"


def test_its_models_are_listed_with_what_is_known_of_them(project: Project) -> None:
    azure = StrictAzure()
    with ProviderServer([], pages=azure.pages) as server:
        text = at_azure(project, server, "models", AZURE_API_KEY=KEY)
        done = at_azure(project, server, "models", "--json", AZURE_API_KEY=TOKEN)
        denied = at_azure(project, server, "models", AZURE_API_KEY="0" * 32)
    assert (text.code, done.code) == (0, 0)
    [provider] = json.loads(done.stdout)
    assert provider["problem"] is None
    listed = {model["name"]: model for model in provider["models"]}
    assert len(MODELS["data"]) == 3
    assert list(listed) == ["azure/gpt-5.1", "azure/gpt-5.1-codex"], "vectors are for no agent"
    assert listed["azure/gpt-5.1"]["tools"] is True
    assert listed["azure/gpt-5.1"]["efforts"] == ["none", "low", "medium", "high"]
    assert "reasoning (none low medium high), tools" in text.text
    assert "Access denied" in denied.text
    assert KEY not in text.text + text.stderr
