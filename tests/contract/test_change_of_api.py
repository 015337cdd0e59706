"""Changing over between chat and Responses, where a server has only one of them."""

import asyncio
from collections.abc import Mapping
from contextlib import aclosing

import pytest
from tests.support.provider_server import ProviderServer, Reply, Status
from tests.support.table import table

from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import RequestRejectedError
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelRequest

ONLY_RESPONSES = Status(
    404, {"error": {"message": "This model is only supported in v1/responses."}}
)


def _run(llm: LlmSettings, environ: Mapping[str, str]) -> str:
    async def ask() -> str:
        async with aclosing(open_model(llm, ModelSources(environ))) as model:
            request = ModelRequest((SystemMessage("Be brief."), UserMessage("Hello?")))
            return (await model.complete(request, lambda _: None)).text

    return asyncio.run(ask())


CHANGES = (
    ("chat", "auto", ONLY_RESPONSES, "responses"),
    ("chat", "auto", Status(404, {"detail": "Not Found"}), "responses"),
    ("chat", "chat", ONLY_RESPONSES, None),
    ("responses", "auto", Status(404, "404 page not found"), "chat"),
    ("responses", "auto", Status(200, {"error": "Unexpected endpoint or method."}), "chat"),
    ("responses", "responses", Status(404, "404 page not found"), None),
)


@table(("first", "api", "refusal", "then"), CHANGES)
def test_the_api_is_changed_once_for_all_runs(
    first: str, api: str, refusal: Status, then: str | None
) -> None:
    paths = {"chat": "/v1/chat/completions", "responses": "/v1/responses"}
    # This name is known to be served by Responses alone, the other one is nobody's.
    model = "openai/gpt-5.3-codex" if first == "responses" else "openai/nobodys"
    with ProviderServer([refusal, Reply("one"), Reply("two")]) as server:
        llm = LlmSettings.model_validate({"model": model, "api_base": server.url, "api": api})
        if then is None:
            with pytest.raises(RequestRejectedError):
                _run(llm, {})
        else:
            assert (_run(llm, {}), _run(llm, {})) == ("one", "two")
        asked = [request.path for request in server.requests]
    assert asked == [paths[first], *[paths[then]] * 2] if then else [paths[first]]


def test_a_server_that_had_neither_api_yet_is_asked_as_before_in_the_next_run() -> None:
    missing = Status(404, {"detail": "Not Found"})
    with ProviderServer([missing, missing, Reply("there")]) as server:
        llm = LlmSettings.model_validate({"model": "openai/nobodys", "api_base": server.url})
        with pytest.raises(RequestRejectedError):
            _run(llm, {})
        assert _run(llm, {}) == "there"
        asked = [request.path.removeprefix("/v1") for request in server.requests]
    assert asked == ["/chat/completions", "/responses", "/chat/completions"]
