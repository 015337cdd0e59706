import asyncio

import pytest

from architect.adapters.models.recorded.model import ScriptedModel
from architect.adapters.models.recorded.script import ScriptedReply
from architect.adapters.models.retrying_model import RetryingModel
from architect.domain.errors import AuthenticationFailedError, ModelTimeoutError, RateLimitedError
from architect.domain.messages import SystemMessage
from architect.domain.model_exchange import ModelProgress, ModelRequest, RetryNotice, TextDelta

REQUEST = ModelRequest((SystemMessage("s"),))


class Attempts:
    """A retrying model over a script, and what was seen of it."""

    def __init__(self, *replies: ScriptedReply, retries: int = 2) -> None:
        self.script = ScriptedModel(replies)
        self.slept: list[float] = []
        self.progress: list[ModelProgress] = []
        self.model = RetryingModel(self.script, retries=retries, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)

    def run(self) -> str:
        return asyncio.run(self.model.complete(REQUEST, self.progress.append)).text


def test_a_transient_fault_is_retried_after_a_wait_that_is_announced() -> None:
    attempts = Attempts(ScriptedReply(text="half", fault="stream_cut"), ScriptedReply(text="all"))
    assert attempts.run() == "all"
    half, notice, whole = attempts.progress
    assert half == TextDelta("half")
    assert isinstance(notice, RetryNotice)
    assert (notice.attempt, notice.delay_s) == (1, attempts.slept[0])
    assert "stream_cut" in notice.reason
    assert whole == TextDelta("all")


def test_two_retries_are_three_attempts_and_the_last_fault_is_told() -> None:
    attempts = Attempts(*[ScriptedReply(fault="timeout")] * 5)
    with pytest.raises(ModelTimeoutError):
        attempts.run()
    assert len(attempts.script.requests) == 3
    assert len(attempts.slept) == 2


def test_the_wait_of_the_provider_is_honoured() -> None:
    limited = ScriptedReply(fault="rate_limited", retry_after_s=17.0)
    attempts = Attempts(limited, ScriptedReply(text="ok"))
    attempts.run()
    assert attempts.slept == [17.0]


def test_a_wait_that_is_too_long_gives_up_at_once() -> None:
    attempts = Attempts(ScriptedReply(fault="rate_limited", retry_after_s=3_600.0))
    with pytest.raises(RateLimitedError):
        attempts.run()
    assert attempts.slept == []


def test_a_wrong_key_is_not_tried_again() -> None:
    attempts = Attempts(ScriptedReply(fault="auth"), ScriptedReply(text="never"))
    with pytest.raises(AuthenticationFailedError):
        attempts.run()
    assert len(attempts.script.requests) == 1


def test_no_retries_are_one_attempt() -> None:
    attempts = Attempts(ScriptedReply(fault="timeout"), retries=0)
    with pytest.raises(ModelTimeoutError):
        attempts.run()
    assert len(attempts.script.requests) == 1


def test_it_goes_by_the_name_of_its_model_and_closes_it() -> None:
    attempts = Attempts()
    assert attempts.model.name == attempts.script.name
    asyncio.run(attempts.model.aclose())
    assert attempts.script.closed
