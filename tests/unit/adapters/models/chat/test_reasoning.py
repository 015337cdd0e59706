"""Reasoning out of the replies of many servers: shown, kept apart from the text, and sent back."""

from typing import Any

from tests.support.table import table

from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.chat.think_tags import ThinkTags
from architect.domain.model_exchange import ModelReply, ReasoningDelta, TextDelta


def assembled(*deltas: dict[str, Any]) -> tuple[ModelReply, list[TextDelta | ReasoningDelta]]:
    """The reply to a stream of `deltas`, and what was shown of it."""
    shown: list[TextDelta | ReasoningDelta] = []
    assembler = ReplyAssembler(shown.append, origin="here")
    for delta in deltas:
        assembler.feed({"choices": [{"index": 0, "delta": delta}]})
    assembler.feed({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return assembler.reply(ended=True), shown


def call(**members: Any) -> dict[str, Any]:
    function = {"name": "grep", "arguments": "{}"}
    return {"tool_calls": [{"index": 0, "id": "c1", "function": function, **members}]}


GOOGLE = {"google": {"thought_signature": "c2ln"}}


@table(
    ("deltas", "reasoning", "items"),
    [
        # DeepSeek, Qwen, Kimi, GLM, SGLang
        (
            [{"reasoning_content": "Let me "}, {"reasoning_content": "see."}, {"content": "So."}],
            "Let me see.",
            [{"message": {"reasoning_content": "Let me see."}}],
        ),
        # DeepSeek, which did not think and wants to hear so
        (
            [{"reasoning_content": ""}, {"content": "So."}],
            "",
            [{"message": {"reasoning_content": ""}}],
        ),
        # vLLM, Groq
        ([{"reasoning": "Hm."}, {"content": "So."}], "Hm.", [{"message": {"reasoning": "Hm."}}]),
        # OpenRouter: both, and details that arrive in pieces
        (
            [
                {
                    "reasoning": "Let me ",
                    "reasoning_details": [
                        {"type": "reasoning.text", "text": "Let me ", "index": 0, "format": "a"}
                    ],
                },
                {
                    "reasoning": "see.",
                    "reasoning_details": [
                        {"type": "reasoning.text", "text": "see.", "index": 0, "signature": "s"}
                    ],
                },
                {
                    "reasoning_details": [{"type": "reasoning.encrypted", "data": "x", "index": 1}],
                    "content": "So.",
                },
            ],
            "Let me see.",
            [
                {
                    "message": {
                        "reasoning_details": [
                            {
                                "type": "reasoning.text",
                                "text": "Let me see.",
                                "index": 0,
                                "format": "a",
                                "signature": "s",
                            }
                        ]
                    }
                },
                {
                    "message": {
                        "reasoning_details": [
                            {"type": "reasoning.encrypted", "data": "x", "index": 1}
                        ]
                    }
                },
            ],
        ),
        # Anthropic by LiteLLM: two blocks, one of them redacted
        (
            [
                {
                    "reasoning_content": "Let me",
                    "thinking_blocks": [{"type": "thinking", "thinking": "Let me"}],
                },
                {
                    "reasoning_content": " see.",
                    "thinking_blocks": [{"type": "thinking", "thinking": " see."}],
                },
                {"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": "s1"}]},
                {"thinking_blocks": [{"type": "redacted_thinking", "data": "xyz"}]},
                {"thinking_blocks": [{"type": "thinking", "thinking": "", "signature": "s2"}]},
                {"content": "So."},
            ],
            "Let me see.",
            [
                {"message": {"thinking_blocks": [each]}}
                for each in (
                    {"type": "thinking", "thinking": "Let me see.", "signature": "s1"},
                    {"type": "redacted_thinking", "data": "xyz"},
                    {"type": "thinking", "thinking": "", "signature": "s2"},
                )
            ],
        ),
        # Gemini's own endpoint in the format of OpenAI
        (
            [call(extra_content=GOOGLE), {"content": "So."}],
            "",
            [{"call": 0, "members": {"extra_content": GOOGLE}}],
        ),
        # Gemini by LiteLLM, which hides the signature in the id as well
        (
            [
                call(
                    id="c1__thought__c2ln",
                    provider_specific_fields={"thought_signature": "c2ln"},
                ),
                {"content": "So.", "provider_specific_fields": {"thought_signatures": ["dGV4"]}},
            ],
            "",
            [
                {"message": {"provider_specific_fields": {"thought_signatures": ["dGV4"]}}},
                {
                    "call": 0,
                    "members": {"provider_specific_fields": {"thought_signature": "c2ln"}},
                },
            ],
        ),
        # Mistral
        (
            [
                {
                    "content": [
                        {"type": "thinking", "thinking": [{"type": "text", "text": "Hm."}]},
                        {"type": "text", "text": "So."},
                    ]
                }
            ],
            "Hm.",
            [],
        ),
        # Local models, whatever the pieces
        ([{"content": char} for char in "<think>\nHm.\n</think>\n\nSo."], "Hm.\n", []),
        ([{"content": "Hm.\n</think>\n\nSo."}], "Hm.", []),
    ],
)
def test_reasoning_is_no_text_and_what_has_to_go_back_is_kept(
    deltas: list[dict[str, Any]], reasoning: str, items: list[dict[str, Any]]
) -> None:
    reply, shown = assembled(*deltas)
    assert (reply.text, reply.reasoning) == ("So.", reasoning)
    assert (reply.items.decoded() if reply.items else []) == items
    assert [each.id for each in reply.calls] in ([], ["c1"])
    if "</think>" not in str(shown):
        texts = {ReasoningDelta: reasoning, TextDelta: "So."}
        for kind, text in texts.items():
            assert "".join(each.text for each in shown if isinstance(each, kind)) == text


@table(
    ("text", "reasoning", "rest"),
    [
        ("<think>a</think>b", "a", "b"),
        ("\n <think>\na\n</think>\n\n b", "a\n", " b"),
        ("<think>a", "a", ""),
        ("<think>a</thin", "a</thin", ""),
        ("<think></think>\n\nb", "", "b"),
        ("A <think> tag", "", "A <think> tag"),
        ("<thinking>a", "", "<thinking>a"),
        ("<thi", "", "<thi"),
        ("", "", ""),
        ("  ", "", "  "),
        ("<think>a<b</think>c</think>", "a<b", "c</think>"),
    ],
)
def test_tags_are_told_from_text_in_pieces_of_any_length(
    text: str, reasoning: str, rest: str
) -> None:
    for length in range(1, len(text) + 2):
        tags = ThinkTags()
        splits = [tags.push(text[at : at + length]) for at in range(0, len(text), length)]
        splits.append(tags.flush())
        told = "".join(each.reasoning for each in splits), "".join(each.text for each in splits)
        assert told == (reasoning, rest), f"in pieces of {length}"


def test_ten_megabytes_of_reasoning_take_no_longer_than_they_have_to() -> None:
    piece = {"type": "thinking", "thinking": "x" * 1_000}
    reply, _ = assembled(*({"thinking_blocks": [piece]} for _ in range(10_000)))
    assert reply.items is None  # nobody signed it
    piece = {"type": "reasoning.text", "text": "x" * 1_000, "index": 0}
    reply, _ = assembled(*({"reasoning_details": [piece]} for _ in range(10_000)))
    assert len(reply.reasoning) == 10_000_000
