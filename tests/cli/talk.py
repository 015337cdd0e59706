"""A run of the command against a scripted provider, and what has to hold whatever happens in it."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.support.command import Finished, Project
from tests.support.journals import read_journal
from tests.support.provider_server import Behaviour, Call, Judge, ProviderServer, Received

from architect.domain.journal.fold import apply
from architect.domain.journal.run_events import RunFinished
from architect.domain.journal.state import AgentState
from architect.services.summary import run_summary

KEY = "sk-secret-0123456789"


@dataclass(frozen=True)
class Provider:
    """One way to a provider; `path` is what its address ends in."""

    provider: str
    model: str
    path: str


COMPATIBLE = Provider("openai_compatible", "openai/m", "/v1")
LITELLM_OPENAI = Provider("litellm", "openai/m", "/v1")
LITELLM_ANTHROPIC = Provider("litellm", "anthropic/m", "")


@dataclass(frozen=True)
class Talk:
    """How a run ended, and what the provider was asked."""

    finished: Finished
    requests: Sequence[Received]

    @property
    def code(self) -> int:
        return self.finished.code

    @property
    def document(self) -> dict[str, Any]:
        return self.finished.document

    @property
    def stderr(self) -> str:
        return self.finished.stderr

    def results(self, request: int = -1) -> list[str]:
        """What the model read as results of its calls, in one of the requests."""
        messages = self.requests[request].body["messages"]
        return [message["content"] for message in messages if message["role"] == "tool"]

    def tools(self) -> set[str]:
        """The names of the tools that the first request offers."""
        return {tool["function"]["name"] for tool in self.requests[0].body.get("tools", ())}


def talk(
    project: Project,
    behaviours: Sequence[Behaviour | Judge],
    *flags: str,
    provider: Provider = COMPATIBLE,
    prompt: str = "do it",
    settings: Mapping[str, str] | None = None,
    stdin: bytes | None = None,
    command: Sequence[str] | None = None,
) -> Talk:
    """Run the command with `flags`; nothing is retried unless `settings` say so.

    It is `run` with `prompt`, unless another `command` is given.
    """
    environment = provider_environment(provider) | dict(settings or {})
    with ProviderServer(behaviours) as server:
        address = server.url + provider.path
        words = command or ("run", prompt)
        arguments = (*words, "--model", provider.model, "--api-base", address, *flags)
        finished = project.architect(*arguments, environment=environment, stdin=stdin)
        for received in server.requests:
            check_conversation(received)
        return Talk(finished, tuple(server.requests))


def talk_json(
    project: Project,
    behaviours: Sequence[Behaviour | Judge],
    *flags: str,
    provider: Provider = COMPATIBLE,
    settings: Mapping[str, str] | None = None,
) -> Talk:
    """Run with `--json`; the one document must be what the journal comes to."""
    arguments = ("--json", "--mode", "yolo", *flags)
    talked = talk(project, behaviours, *arguments, provider=provider, settings=settings)
    [journal] = project.journals
    assert replayed(journal) == talked.document
    assert (talked.document["status"] == "success") is (talked.code == 0)
    return talked


def provider_environment(provider: Provider = COMPATIBLE) -> dict[str, str]:
    """The settings that lead to `provider`, with a key and without retries."""
    return {
        "ARCHITECT__LLM__PROVIDER": provider.provider,
        "ARCHITECT__LLM__RETRIES": "0",
        "LITELLM_API_KEY": KEY,
    }


def replayed(journal: Path) -> dict[str, Any]:
    """The document that follows from a journal, which must be a finished one."""
    records = list(read_journal(journal))
    assert isinstance(records[-1].event, RunFinished)
    state = AgentState()
    for record in records:
        state = apply(state, record.event)
    assert state.started is not None
    document = run_summary(state, state.started.session_id)
    return json.loads(json.dumps(document))


def check_conversation(received: Received) -> None:
    """Fail unless every call of a request in OpenAI's format has exactly one result."""
    if not received.path.endswith("/chat/completions"):
        return
    called: list[str] = []
    answered: list[str] = []
    for message in received.body["messages"]:
        called += [call["id"] for call in message.get("tool_calls") or ()]
        answered += [message["tool_call_id"]] if message["role"] == "tool" else []
    assert len(set(called)) == len(called)
    assert answered == called


def read_call(path: str = "a.txt", *, call_id: str = "call_1") -> Call:
    return Call("read_file", json.dumps({"path": path}), call_id)


def write_call(path: str = "new.txt", content: str = "new\n", *, call_id: str = "call_1") -> Call:
    return Call("write_file", json.dumps({"path": path, "content": content}), call_id)


def command_call(line: str, *, call_id: str = "call_1") -> Call:
    return Call("run_command", json.dumps({"command": line}), call_id)
