"""Strings are rewritten wherever an event holds them."""

from architect.domain.ids import CallId
from architect.domain.journal.model_events import ModelReplied
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.domain.redaction import PLACEHOLDER, Redaction, placeholder, rewritten


def replied(text: str, arguments: str) -> ModelReplied:
    return ModelReplied(
        step=1,
        purpose="step",
        text=text,
        calls=(ToolCall(CallId("a"), "grep", "{}"), ToolCall(CallId("b"), "grep", arguments)),
        finish=FinishReason.TOOL_CALLS,
        usage=None,
        cost_usd=None,
        duration_s=0.0,
    )


def hidden(text: str) -> str:
    return text.replace("hunter2", "***")


def test_a_string_is_rewritten_in_every_depth() -> None:
    clean = rewritten(replied("key=hunter2.", '{"pattern": "hunter2"}'), hidden)
    assert clean == replied("key=***.", '{"pattern": "***"}')


def test_what_does_not_change_is_the_same_object() -> None:
    event = replied("nothing", "{}")
    assert rewritten(event, hidden) is event


def test_enumerations_stay_what_they_are() -> None:
    clean = rewritten(replied("x", "{}"), lambda text: text.replace("tool_calls", "***"))
    assert clean.finish is FinishReason.TOOL_CALLS


def test_a_placeholder_names_the_rule_and_is_recognized() -> None:
    found = PLACEHOLDER.fullmatch(placeholder("github-token:1f3a"))
    assert found is not None
    assert found[1] == "github-token:1f3a"
    assert Redaction(found[1], 2).rule == "github-token"


def test_words_in_brackets_are_no_placeholders() -> None:
    for text in ("[redacted]", "[redacted:]", "[redacted: a]", "[redacted:RULE:FINGERPRINT]"):
        assert PLACEHOLDER.search(text) is None
