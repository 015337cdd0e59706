"""What `architect doctor` finds, and what it says to do about it."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.support.command import Finished, Project
from tests.support.file_keyring import keyring_environment
from tests.support.ollama_server import OllamaServer, model
from tests.support.provider_server import Hang, ProviderServer, Status, refused_url

KEY = "sk-of-the-doctor-0123456789"
NO_SERVERS = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}


def listed(headers: Mapping[str, str]) -> Status:
    if headers.get("authorization") == f"Bearer {KEY}":
        return Status(200, {"data": [{"id": "gpt-4.1"}, {"id": "gpt-5.6-terra"}]})
    return Status(401, {"error": {"message": "Incorrect API key provided"}})


def checks(finished: Finished) -> dict[str, dict[str, Any]]:
    return {each["name"]: each for each in finished.document["checks"]}


def examined(project: Project, *flags: str, **environment: str) -> tuple[int, dict[str, Any]]:
    environment = {**NO_SERVERS, **environment}
    finished = project.architect("doctor", "--json", *flags, environment=environment)
    assert finished.document["healthy"] is (finished.code == 0)
    return finished.code, checks(finished)


def at(server: ProviderServer) -> dict[str, str]:
    return {"OPENAI_BASE_URL": f"{server.url}/v1", "OPENAI_API_KEY": KEY}


def test_a_key_that_works_is_told_from_one_that_is_only_there(project: Project) -> None:
    with ProviderServer([], pages={"/v1/models": listed}) as server:
        code, found = examined(project, **at(server))
        assert (code, found["key"]["state"]) == (0, "ok")
        assert found["key"]["text"] == "accepted (in OPENAI_API_KEY)"
        assert "answers" in found["network"]["text"]
        code, found = examined(project, **at(server) | {"OPENAI_API_KEY": "sk-wrong"})
    assert (code, found["key"]["state"]) == (1, "problem")
    assert found["key"]["command"] == "read -rs OPENAI_API_KEY && export OPENAI_API_KEY"
    assert "sk-wrong" not in json.dumps(found)


def test_a_key_that_may_not_list_models_is_not_called_wrong(project: Project) -> None:
    def forbidden(_: Mapping[str, str]) -> Status:
        return Status(403, {"error": {"message": "missing scopes: api.model.read"}})

    with ProviderServer([], pages={"/v1/models": forbidden}) as server:
        code, found = examined(project, **at(server))
    assert (code, found["key"]["state"]) == (0, "ok")
    assert "not known whether it works" in found["key"]["text"]


def test_a_kept_key_is_checked_like_any_other(project: Project) -> None:
    ring = keyring_environment(project.home / "ring.json")
    project.architect(
        "login", "openai", "--no-check", environment=ring, stdin=KEY[:-1].encode() + b"8"
    )
    with ProviderServer([], pages={"/v1/models": listed}) as server:
        code, found = examined(project, **ring, OPENAI_BASE_URL=f"{server.url}/v1")
    assert (code, found["key"]["command"]) == (1, "architect login openai")
    assert "keeps keys of openai" in found["keyring"]["text"]


def test_a_key_is_kept_where_a_keyring_is_and_else_set_in_a_variable(project: Project) -> None:
    chosen = {"ARCHITECT_MODEL": "openai/gpt-4.1"}
    none = {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"}
    code, found = examined(project, "--offline", **chosen, **none)
    assert (code, found["model"]["command"]) == (1, "export OPENAI_API_KEY=...")
    assert found["keyring"]["text"].startswith("no key is kept: the keyring cannot be used: ")
    ring = keyring_environment(project.home / "ring.json")
    code, found = examined(project, "--offline", **chosen, **ring)
    assert (code, found["model"]["command"]) == (1, "architect login openai")


def test_a_provider_out_of_reach_is_a_problem_unless_nobody_is_to_be_asked(
    project: Project,
) -> None:
    nobody = {"OPENAI_BASE_URL": f"{refused_url()}/v1", "OPENAI_API_KEY": KEY}
    code, found = examined(project, **nobody)
    assert (code, found["network"]["state"]) == (1, "problem")
    assert (found["network"]["fix"], found["network"]["command"]) == (
        "start the server, or set llm.api_base to where it listens",
        "",
    )
    elsewhere = nobody | {"OPENAI_BASE_URL": "http://provider.invalid/v1"}
    code, found = examined(project, **elsewhere)
    assert found["network"]["command"].startswith("export HTTPS_PROXY=")
    code, found = examined(project, "--offline", **nobody)
    assert code == 0
    assert "network" not in found


def test_a_proxy_on_the_way_is_named(project: Project) -> None:
    with ProviderServer([], pages={"/v1/models": listed}) as server:
        proxied = {
            "OPENAI_BASE_URL": "http://provider.invalid/v1",
            "OPENAI_API_KEY": KEY,
            "HTTP_PROXY": server.url.replace("http://", "http://user:word@"),
        }
        code, found = examined(project, **proxied)
    assert code == 0, found
    assert found["network"]["text"].startswith("provider.invalid (through http://127.0.0.1")
    assert "word" not in found["network"]["text"]


def test_a_provider_that_never_answers_keeps_nobody_waiting(project: Project) -> None:
    def never(_: Mapping[str, str]) -> Status:
        server.wait(60)
        return Status(200, {})

    with ProviderServer([Hang()], pages={"/v1/models": never}) as server:
        began = time.monotonic()
        code, found = examined(project, **at(server))
        assert time.monotonic() - began < 25
        server.release()
    assert (code, found["network"]["state"]) == (1, "problem")
    assert "within 8 s" in found["network"]["text"]


def test_a_model_that_is_not_listed_is_told(project: Project) -> None:
    with ProviderServer([], pages={"/v1/models": listed}) as server:
        code, found = examined(project, **at(server), ARCHITECT_MODEL="openai/gpt-9-nope")
    assert (code, found["model name"]["state"]) == (0, "warning")
    assert found["model name"]["command"] == "architect models"


def test_a_local_server_without_the_model_says_how_to_get_it(project: Project) -> None:
    with OllamaServer({"qwen3:latest": model("tools")}) as server:
        environment = {"OLLAMA_HOST": server.url}
        code, found = examined(project, **environment, ARCHITECT_MODEL="ollama/qwen3")
        assert code == 0, found
        code, found = examined(project, **environment, ARCHITECT_MODEL="ollama/devstral")
    assert (code, found["model name"]["command"]) == (1, "ollama pull devstral")
    code, found = examined(project, ARCHITECT_MODEL="ollama/qwen3")
    assert (code, found["network"]["command"]) == (1, "ollama serve")


def test_every_problem_and_warning_has_something_to_do_and_to_copy(project: Project) -> None:
    user = project.home / "config" / "architect" / "config.yaml"
    user.parent.mkdir(parents=True)
    user.write_text(
        "commands: {sandbox: 'off'}\n"
        "lsp: {servers: {python: [no-such-server]}}\n"
        "mcp:\n  servers:\n    gone: {command: no-such-program}\n"
        f"    silent: {{url: '{refused_url()}/mcp'}}\n"
    )
    environment = {**NO_SERVERS, "PATH": "/nowhere"}
    finished = project.architect("doctor", "--json", environment=environment)
    wrong = [each for each in finished.document["checks"] if each["state"] != "ok"]
    assert {each["name"] for each in wrong} >= {
        *("model", "git", "sandbox", "command", "lsp.servers.python"),
        *("mcp.servers.gone", "mcp.servers.silent"),
    }
    no_manager = {"git", "rg"}
    for each in wrong:
        assert each["fix"], each
        assert each["command"] or each["name"] in no_manager, each
    shown = project.architect("doctor", environment=environment).text
    assert "$ architect mcp test gone" in shown


def test_editors_that_are_here_are_told_with_what_they_lack(project: Project) -> None:
    for folder, name in ((".vscode", "architect-lsp.architect-0.1.0"), (".cursor", "other.x-1")):
        (project.home / folder / "extensions" / name).mkdir(parents=True)
    _, found = examined(project, "--offline")
    assert "extension 0.1.0" in found["VS Code"]["text"]
    assert found["Cursor"]["command"] == "code --install-extension dist/architect.vsix"
    assert "VSCodium" not in found


def test_a_folder_without_git_is_told(project: Project, tmp_path: Path) -> None:
    _, found = examined(project, "--offline")
    assert found["repository"]["command"] == "git init"
    (project.folder / ".git").mkdir()
    _, found = examined(project, "--offline")
    assert "repository" not in found
