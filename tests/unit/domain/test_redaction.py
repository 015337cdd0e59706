"""Secrets are replaced wherever an event holds them."""

from architect.domain import events as ev
from architect.domain.completion import FinishReason
from architect.domain.ids import CallId
from architect.domain.messages import ToolCall
from architect.domain.redaction import REDACTED, redacted

SECRET = "sk-0123456789"


def replied(text: str, arguments: str) -> ev.ModelReplied:
    return ev.ModelReplied(
        step=1,
        purpose="step",
        text=text,
        calls=(ToolCall(CallId("a"), "grep", "{}"), ToolCall(CallId("b"), "grep", arguments)),
        finish=FinishReason.TOOL_CALLS,
        usage=None,
        cost_usd=None,
        duration_s=0.0,
    )


def test_a_secret_is_replaced_in_every_depth() -> None:
    clean = redacted(replied(f"key={SECRET}.", f'{{"pattern": "{SECRET}"}}'), [SECRET])
    assert clean == replied(f"key={REDACTED}.", f'{{"pattern": "{REDACTED}"}}')


def test_what_holds_no_secret_is_the_same_object() -> None:
    event = replied("nothing", "{}")
    assert redacted(event, [SECRET]) is event
    assert redacted(event, []) is event


def test_every_secret_and_every_occurrence_counts() -> None:
    text = f"{SECRET} other-secret {SECRET}"
    assert redacted(text, [SECRET, "other-secret"]) == f"{REDACTED} {REDACTED} {REDACTED}"


def test_enumerations_stay_what_they_are() -> None:
    assert redacted(replied("x", "{}"), ["tool_calls"]).finish is FinishReason.TOOL_CALLS
