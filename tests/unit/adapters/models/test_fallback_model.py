"""A model that stays overloaded or is gone, and who takes over."""

import asyncio
from pathlib import Path

import pytest
from tests.support.provider_server import ProviderServer, Reply, Status
from tests.support.replies import call_reply, text_reply
from tests.support.rig import call, make_rig

from architect.adapters.models.fallback_model import FallbackModel, Substitute
from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.records.refused_windows import RefusedWindows
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.bootstrap.models.context_window import UNKNOWN_WINDOW, window_of
from architect.bootstrap.models.fallbacks import address_for, fallback_settings
from architect.bootstrap.models.keys import model_key
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import (
    AuthenticationFailedError,
    ContextOverflowError,
    ModelFault,
    ModelMissingError,
    OutOfCreditError,
    UnavailableError,
)
from architect.domain.journal.model_events import ModelReplied, ModelSwitched
from architect.domain.messages import SystemMessage, UserMessage
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.domain.outcome import Status as RunStatus
from architect.domain.prices import Price, PriceList
from architect.ports.model import Model, ProgressListener

READ = call("read_file", path="a.py")


class Failing(ScriptedModel):
    """Gives its replies, and then fails for good."""

    def __init__(self, fault: ModelFault, *replies: object) -> None:
        super().__init__(replies, name="first")  # pyright: ignore[reportArgumentType]
        self._left = len(replies)
        self._fault = fault

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        if not self._left:
            raise self._fault
        self._left -= 1
        return await super().complete(request, on_progress)


@pytest.mark.parametrize(
    "fault",
    [UnavailableError("overloaded"), ModelMissingError("gone"), OutOfCreditError("no credit")],
)
def test_the_run_gets_done_by_the_next_model_at_its_price_and_in_its_window(
    fault: ModelFault,
) -> None:
    second = ScriptedModel([text_reply("done")], name="second")
    model = FallbackModel(Failing(fault, call_reply(READ)), [Substitute(second, 50_000)])
    prices = PriceList({"first": Price(1000, 1000), "second": Price(0, 0)})
    rig = make_rig(model=model, files={"a.py": b"x = 1\n"}, prices=prices)
    assert rig.go().status is RunStatus.SUCCESS
    assert rig.sink.of_type(ModelSwitched) == [
        ModelSwitched(before="first", model="second", reason=str(fault))
    ]
    paid = [event.cost_usd for event in rig.sink.of_type(ModelReplied)]
    assert paid[0]
    assert paid[1] == 0
    assert rig.run.context.window.tokens == 50_000


@pytest.mark.parametrize("fault", [AuthenticationFailedError("no"), ContextOverflowError("long")])
def test_what_is_for_the_user_to_mend_is_not_hidden_by_another_model(fault: ModelFault) -> None:
    second = ScriptedModel([text_reply("done")], name="second")
    rig = make_rig(model=FallbackModel(Failing(fault), [Substitute(second, 80_000)]))
    assert rig.go().status is not RunStatus.SUCCESS
    assert not second.requests


def test_another_provider_gets_nothing_that_was_meant_for_the_first() -> None:
    environ = {"MY_KEY": "sk-first", "OPENAI_API_KEY": "sk-openai"}
    llm = LlmSettings(
        model="anthropic/claude-sonnet-5-5",
        api_base="http://gateway:1/v1",
        api_key_env="MY_KEY",
        extra_headers={"X-Gateway": "secret-of-gateway"},
        extra_body={"user": "u"},
        fallbacks=("openai/gpt-5.1", "anthropic/claude-haiku-4-5"),
    )
    elsewhere = fallback_settings(llm, "openai/gpt-5.1")
    assert model_key(elsewhere, environ).value == "sk-openai"
    assert (elsewhere.api_base, elsewhere.extra_headers, elsewhere.extra_body) == (None, {}, {})
    assert model_key(elsewhere, {"MY_KEY": "sk-first"}).value is None
    same = fallback_settings(llm, "anthropic/claude-haiku-4-5")
    assert model_key(same, environ).value == "sk-first"
    assert (same.api_base, same.extra_headers) == (llm.api_base, llm.extra_headers)


def test_a_fallback_has_its_own_effort_reply_limit_and_window(tmp_path: Path) -> None:
    llm = LlmSettings(
        model="anthropic/claude-sonnet-5-5", reasoning_effort="low", max_output_tokens=100_000
    )
    same = fallback_settings(llm, "anthropic/claude-opus-4-6")
    assert (same.reasoning_effort, same.max_output_tokens) == ("low", 100_000)
    less = fallback_settings(llm, "openai/gpt-4.1")
    assert (less.reasoning_effort, less.max_output_tokens) == (None, 32_768)
    unknown = fallback_settings(llm, "ollama/qwen3")
    assert (unknown.reasoning_effort, unknown.max_output_tokens) == ("low", 100_000)
    environ = {"XDG_STATE_HOME": str(tmp_path)}
    assert window_of("openai/gpt-4.1", None, environ) == 1_047_576
    RefusedWindows(environ).remember("openai/gpt-4.1", None, 30_000)
    assert window_of("openai/gpt-4.1", address_for(llm, "openai/gpt-4.1"), environ) == 30_000
    assert window_of("openai/nobody-knows-it", None, environ) == UNKNOWN_WINDOW


def test_a_budget_that_a_fallback_would_not_keep_is_named_at_the_start() -> None:
    prices, limits = PriceList({"a": Price(1, 1)}), Limits(9, 80_000, budget_usd=1.0)
    assert CostTracker("a", prices, limits).opening_warning() is None
    warned = CostTracker("a", prices, limits, fallbacks=("a", "b")).opening_warning()
    assert warned is not None
    assert "the price of 'b' is unknown" in warned.message


def test_both_are_reached_over_the_wire() -> None:
    async def ask(model: Model) -> ModelReply:
        reply = await model.complete(
            ModelRequest((SystemMessage("Be brief."), UserMessage("Hello?"))), lambda _: None
        )
        await model.aclose()
        return reply

    gone = Status(404, {"error": {"message": "no such model", "code": "model_not_found"}})
    with ProviderServer([gone, Reply("from b")]) as server:
        llm = LlmSettings(model="openai/a", api_base=server.url, fallbacks=("openai/b",))
        model = open_model(llm, ModelSources({}, api_key="sk-k"))
        assert (asyncio.run(ask(model)).text, model.name) == ("from b", "openai/b")
        assert [one.body["model"] for one in server.requests] == ["a", "b"]
