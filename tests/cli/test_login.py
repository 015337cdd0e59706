"""Keys in the keyring: kept by `architect login`, used where there is no other, never shown."""

import json
import os
import pty
import time
from collections.abc import Mapping
from pathlib import Path

from tests.support.command import Project
from tests.support.file_keyring import kept_in, keyring_environment
from tests.support.provider_server import Call, ProviderServer, Reply, Status, refused_url

KEY = "sk-kept-in-the-keyring-0123456789"
MODELS = {"data": [{"id": "gpt-5.6-terra"}, {"id": "gpt-4.1"}]}
NO_SERVERS = {"OLLAMA_HOST": refused_url(), "LM_STUDIO_API_BASE": refused_url()}


def listed(headers: Mapping[str, str]) -> Status:
    if headers.get("authorization") == f"Bearer {KEY}":
        return Status(200, MODELS)
    return Status(401, {"error": {"message": "Incorrect API key provided"}})


def openai(server: ProviderServer) -> dict[str, str]:
    return {**NO_SERVERS, "OPENAI_BASE_URL": f"{server.url}/v1"}


def ring(project: Project) -> Path:
    return project.home / "ring.json"


def questions(project: Project) -> list[str]:
    log = ring(project).with_suffix(".log")
    return log.read_text().splitlines() if log.exists() else []


def keep(project: Project, provider: str = "openai", *, key: str = KEY, backend: str = "") -> None:
    environment = keyring_environment(ring(project), backend=backend or "FileKeyring")
    done = project.architect(
        "login", provider, "--no-check", environment=environment, stdin=key.encode()
    )
    assert done.code == 0, done.stderr
    ring(project).with_suffix(".log").unlink()


def test_a_key_is_tried_kept_used_and_removed(project: Project) -> None:
    with ProviderServer([Reply("hello")], pages={"/v1/models": listed}) as server:
        environment = {**keyring_environment(ring(project)), **openai(server)}
        done = project.architect(
            "login", "openai", environment=environment, stdin=f"{KEY}\n".encode()
        )
        assert done.code == 0, done.stderr
        assert done.text.splitlines() == [
            "openai: the key works (2 models)",
            "kept in the keyring (file keyring FileKeyring)",
            "runs use it, with the model openai/gpt-5.6-terra",
        ]
        assert kept_in(ring(project)) == {"architect:openai": KEY}
        ran = project.architect("run", "x", "--json", environment=environment)
        assert ran.document["status"] == "success", ran.stderr
        assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
        assert "openai (kept key)" in project.architect("models", environment=environment).text
        assert project.architect("logout", environment=environment).text == (
            "openai: the key is removed\n"
        )
        assert kept_in(ring(project)) == {}
        ran = project.architect("run", "x", environment=environment)
        assert ran.code == 4
        assert "architect login" in ran.stderr


def test_a_refused_key_is_not_kept(project: Project) -> None:
    with ProviderServer([], pages={"/v1/models": listed}) as server:
        environment = {**keyring_environment(ring(project)), **openai(server)}
        done = project.architect("login", "openai", environment=environment, stdin=b"sk-wrong-key")
    assert done.code == 4
    assert "answered 401" in done.stderr
    assert "sk-wrong-key" not in done.stderr + done.text
    assert kept_in(ring(project)) == {}


def test_a_provider_out_of_reach_keeps_nobody_from_keeping_a_key(project: Project) -> None:
    environment = {**keyring_environment(ring(project)), "OPENAI_BASE_URL": f"{refused_url()}/v1"}
    done = project.architect("login", "openai", environment=environment, stdin=KEY.encode())
    assert done.code == 0
    assert "openai: not tried: Nothing answers at http://127.0.0.1:" in done.text
    assert kept_in(ring(project)) == {"architect:openai": KEY}


def test_what_is_no_key_or_no_provider_is_refused_in_one_line(project: Project) -> None:
    environment = keyring_environment(ring(project))
    for text in (b"", b"\n", b"two words", "schl\u00fcssel".encode(), b"k" * 15_000):
        done = project.architect("login", "openai", environment=environment, stdin=text)
        assert (done.code, done.text) == (3, ""), text
        assert text.decode().strip() == "" or text.decode() not in done.stderr
    done = project.architect("login", "antropic", environment=environment, stdin=KEY.encode())
    assert done.code == 3
    assert "did you mean 'anthropic'?" in done.stderr
    assert kept_in(ring(project)) == {}


def test_a_key_cannot_be_an_argument(project: Project) -> None:
    done = project.architect("login", "openai", KEY, environment=keyring_environment(ring(project)))
    assert done.code == 3
    assert kept_in(ring(project)) == {}


def test_the_prompt_of_a_terminal_does_not_show_the_key(project: Project) -> None:
    main, side = pty.openpty()
    with project.start(
        "login",
        "openai",
        "--no-check",
        environment=keyring_environment(ring(project)),
        stdin=side,
        stderr=side,
    ) as process:
        os.close(side)
        shown = b""
        while b"(not shown)" not in shown:
            shown += os.read(main, 4096)
        os.write(main, f"{KEY}\n".encode())
        out, _ = process.communicate(timeout=60)
        shown += os.read(main, 4096)
    os.close(main)
    assert process.returncode == 0, out
    assert KEY.encode() not in shown
    assert kept_in(ring(project)) == {"architect:openai": KEY}


def test_without_a_keyring_it_says_what_else_can_be_done(project: Project) -> None:
    environment = {"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring", "SHELL": "/bin/zsh"}
    done = project.architect("login", "anthropic", environment=environment, stdin=KEY.encode())
    assert (done.code, done.text) == (1, "")
    assert "read -rs ANTHROPIC_API_KEY && export ANTHROPIC_API_KEY" in done.stderr
    assert "~/.zshrc" in done.stderr


def test_what_else_can_be_done_is_said_for_the_editor_that_it_runs_in(project: Project) -> None:
    environment = {**keyring_environment(ring(project), backend="none"), "NVIM": "/run/nvim.sock"}
    done = project.architect("login", "anthropic", environment=environment, stdin=KEY.encode())
    assert "in a shell, before you start Neovim there" in done.stderr
    assert "VS Code" not in done.stderr


def test_the_keyring_is_asked_only_where_there_is_no_other_key(project: Project) -> None:
    keep(project)
    with ProviderServer([Reply("a"), Reply("b")]) as server:
        environment = {**keyring_environment(ring(project)), **openai(server)}
        for arguments, more in ((("--api-key", "k1"), {}), ((), {"OPENAI_API_KEY": "k2"})):
            ran = project.architect("run", "x", *arguments, environment={**environment, **more})
            assert ran.code == 0, ran.stderr
        assert [each.headers["authorization"] for each in server.requests] == [
            "Bearer k1",
            "Bearer k2",
        ]
        environment = {**environment, "ANTHROPIC_API_KEY": "k3"}
        info = project.architect("doctor", "--offline", "--json", environment=environment)
        assert "anthropic/" in info.text
    project.write("s.json", json.dumps({"schema_version": 1, "replies": [{"text": "done"}]}))
    assert project.architect("run", "x", "--model", "recorded/s.json", environment=environment)
    assert not [each for each in questions(project) if each.startswith("get")]


def test_a_kept_key_is_neither_recorded_nor_given_to_commands(project: Project) -> None:
    key = "plain-words-that-no-rule-of-secrets-knows"
    keep(project, key=key)
    project.write("note.txt", f"remember {key}\n")
    arguments = json.dumps({"command": "env; cat note.txt"})

    replies = [Reply(calls=[Call("run_command", arguments)]), Reply("done")]
    with ProviderServer(replies) as server:
        environment = {**keyring_environment(ring(project)), **openai(server)}
        ran = project.architect("run", "x", "--mode", "yolo", "--json", environment=environment)
    assert ran.code == 0, ran.stderr
    [journal] = project.journals
    told = json.dumps([each.body for each in server.requests])
    assert "remember [" in journal.read_text()
    for text in (journal.read_text(), ran.text, ran.stderr, told):
        assert key not in text


def test_a_locked_keyring_stops_nobody_for_long(project: Project) -> None:
    keep(project)
    environment = {
        **keyring_environment(ring(project), backend="LockedKeyring"),
        **NO_SERVERS,
        "CI": "true",
    }
    began = time.monotonic()
    ran = project.architect("run", "x", environment=environment)
    assert ran.code == 4
    assert "did not answer within 5 s" in ran.stderr
    assert time.monotonic() - began < 20


def test_a_broken_keyring_is_told(project: Project) -> None:
    keep(project)
    environment = {**keyring_environment(ring(project), backend="BrokenKeyring"), **NO_SERVERS}
    ran = project.architect("run", "x", environment=environment)
    assert ran.code == 4
    assert "the bus is gone" in ran.stderr


def test_a_keyring_module_of_the_project_is_not_run(project: Project) -> None:
    keep(project)
    project.write("keyring.py", "open('ran', 'w')\n")
    environment = {**keyring_environment(ring(project)), **NO_SERVERS}
    project.architect("models", "--provider", "openai", environment=environment)
    assert not (project.folder / "ran").exists()
