"""What providers get back, and what of it may hold a key."""

from typing import Any

from architect.domain.provider_items import ProviderItems, provider_items
from architect.domain.redaction import rewritten

SECRET = "hunter2hunter2"


def _clean(text: str) -> str:
    return text.replace(SECRET, "[redacted]")


def test_words_are_redacted_and_what_is_opaque_goes_back_byte_for_byte() -> None:
    opaque: list[dict[str, Any]] = [
        {"type": "thinking", "thinking": "Über x.", "signature": f"sig{SECRET}=="},
        {"type": "redacted_thinking", "data": SECRET},
        {"type": "reasoning", "id": "rs_1", "encrypted_content": SECRET, "summary": []},
        {"call": 0, "thought_signature": SECRET},
    ]
    items = provider_items("here", opaque, tokens=3)
    assert rewritten(items, _clean).decoded() == opaque
    assert rewritten(items, _clean).items == items.items


def test_items_that_are_none_are_passed_over() -> None:
    odd = ProviderItems("here", ("", "[1]", "null", '{"a": 1}', "[" * 9_000))
    assert odd.decoded() == [{"a": 1}]
    assert rewritten(odd, _clean).decoded() == [{"a": 1}]


def test_a_key_in_the_words_is_replaced_and_a_signature_over_it_given_up() -> None:
    spoken: list[dict[str, Any]] = [
        {"reasoning_content": f"The key is {SECRET}."},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": SECRET}]},
        {"type": "thinking", "thinking": f"Use {SECRET}", "signature": "abc"},
        {"type": "thinking", "thinking": "Fine.", "signature": "def"},
    ]
    cleaned = rewritten(provider_items("here", spoken, tokens=3), _clean)
    assert cleaned.decoded() == [
        {"reasoning_content": "The key is [redacted]."},
        {"type": "reasoning", "summary": [{"type": "summary_text", "text": "[redacted]"}]},
        {"type": "thinking", "thinking": "Fine.", "signature": "def"},
    ]
