"""Whatever JSON a provider sends, it is a reply or a fault; never a bug of ours, never a wrong sum.

What is right is made wrong at some places: members are left out, doubled, or something else.
"""

import json
import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

import pytest
from tests.support.effort import tries

from architect.adapters.models.chat.dialect import ChatDialect
from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.faults.provider_faults import (
    fault_for_answer,
    fault_for_error_object,
)
from architect.adapters.models.ollama.chat_format import OllamaChat
from architect.adapters.models.openai_compatible.wire_format import Assembler
from architect.adapters.models.responses.assembler import ResponseAssembler
from architect.domain.errors import ModelFault
from architect.domain.model_exchange import ModelProgress, ModelReply

Json = dict[str, Any]

ROUNDS = tries(500, long=20_000)

ODD: Sequence[Any] = (
    *(None, True, 0, -1, 1.5, math.inf, math.nan, 10**400, 2**63, -(10**30)),
    *("", "a", "\ud800", "\x1b[2J\n", "9" * 5000, "²", "1e999", "NaN"),
    *([], {}, [None], [[]], [{"a": []}], {"a": None}),
)

USAGE: Json = {
    "prompt_tokens": 3,
    "completion_tokens": 4,
    "prompt_tokens_details": {"cached_tokens": 1, "cache_write_tokens": 2},
    "completion_tokens_details": {"reasoning_tokens": 2},
}
SIGNED: Json = {"google": {"thought_signature": "q"}}
DELTA: Json = {
    "role": "assistant",
    "content": "hi",
    "reasoning_content": "think",
    "reasoning_details": [
        {"type": "reasoning.text", "text": "a", "index": 0, "signature": "s"},
        {"type": "reasoning.summary", "summary": "a", "index": 0},
    ],
    "thinking_blocks": [{"type": "thinking", "thinking": "x", "signature": "y", "after": 1}],
    "extra_content": SIGNED,
    "provider_specific_fields": {"thought_signatures": ["s"]},
    "tool_calls": [
        {
            "index": 0,
            "id": "c1",
            "extra_content": SIGNED,
            "function": {"name": "read_file", "arguments": '{"path":'},
        }
    ],
}
CHAT: list[Json] = [
    {"choices": [{"index": 0, "delta": DELTA, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": DELTA, "finish_reason": None}]},
    {
        "choices": [
            {
                "index": 0,
                "delta": {"tool_calls": [{"index": 0, "function": {"arguments": '"a"}'}}]},
                "finish_reason": "tool_calls",
            }
        ],
        "usage": USAGE,
    },
]
MESSAGE: Json = {
    "type": "message",
    "id": "m",
    "content": [{"type": "output_text", "text": "hi"}, {"type": "refusal", "refusal": "no"}],
}
REASONING: Json = {
    "type": "reasoning",
    "id": "r",
    "summary": [{"type": "summary_text", "text": "s"}],
    "encrypted_content": "abc",
}
CALL: Json = {"type": "function_call", "id": "f", "call_id": "c", "name": "n", "arguments": "{}"}
RESPONSE: Json = {
    "object": "response",
    "status": "completed",
    "output": [REASONING, MESSAGE, CALL],
    "incomplete_details": {"reason": "max_output_tokens"},
    "usage": {"input_tokens": 3, "input_tokens_details": {}, "output_tokens": 4},
}
EVENTS: list[Json] = [
    {"type": "response.created", "response": RESPONSE},
    *(
        {"type": f"response.output_item.{what}", "output_index": at, "item": item}
        for at, item in enumerate((REASONING, MESSAGE, CALL))
        for what in ("added", "done")
    ),
    {"type": "response.reasoning_summary_text.delta", "item_id": "r", "delta": "s"},
    {"type": "response.output_text.delta", "item_id": "m", "output_index": 1, "delta": "hi"},
    {"type": "response.function_call_arguments.delta", "item_id": "f", "delta": "{"},
    {"type": "response.function_call_arguments.done", "item_id": "f", "arguments": "{}"},
    {"type": "response.completed", "response": RESPONSE},
]
OLLAMA: list[Json] = [
    {"message": {"content": "a", "thinking": "b", "tool_calls": [{"function": CALL}]}},
    {"message": {}, "done": True, "prompt_eval_count": 3, "eval_count": 4},
]
ERRORS: list[Json] = [
    {"error": {"message": "bad", "code": "invalid", "type": "x"}},
    {"detail": [{"loc": ["a"], "msg": "x"}]},
    {"error": {"code": 429, "message": "r", "details": [{"retryDelay": "3s"}]}},
    {"error": {"code": "429", "message": "try again in 11.5s"}},
    {"error": "text"},
]
STREAMS: Mapping[str, tuple[Callable[[], Assembler], Sequence[Any]]] = {
    "chat": (lambda: ReplyAssembler(_unseen, origin="o"), CHAT),
    "whole": (lambda: ReplyAssembler(_unseen), [{"choices": [{"message": DELTA}]}]),
    "responses": (lambda: ResponseAssembler(_unseen, origin="o"), EVENTS),
    "whole response": (lambda: ResponseAssembler(_unseen, origin="o"), [RESPONSE]),
    "ollama": (lambda: OllamaChat("m", ChatDialect(), num_ctx=1).assembler(_unseen), OLLAMA),
}


def _unseen(progress: ModelProgress) -> None:
    assert isinstance(getattr(progress, "text", ""), str)


class Spoiler:
    """Makes JSON wrong at a few places."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def spoilt(self, value: Any) -> Any:
        if self.chance.random() < 0.05:
            return self.chance.choice(ODD)
        if isinstance(value, dict):
            return {
                name: self.spoilt(member)
                for name, member in cast(Json, value).items()
                if self.chance.random() > 0.04
            }
        if isinstance(value, list):
            items = [self.spoilt(item) for item in cast(list[Any], value)]
            return items * 2 if self.chance.random() < 0.08 else items
        return value

    def stream(self, pieces: Iterable[Any]) -> list[Any]:
        found = [self.spoilt(piece) for piece in pieces if self.chance.random() > 0.1]
        if self.chance.random() < 0.3:
            self.chance.shuffle(found)
        return [piece for piece in found if isinstance(piece, dict)]


@pytest.mark.parametrize("kind", [*STREAMS])
def test_whatever_comes_is_a_reply_or_a_fault(kind: str) -> None:
    make, pieces = STREAMS[kind]
    for seed in range(ROUNDS):
        spoiler = Spoiler(seed)
        assembler = make()
        try:
            for piece in spoiler.stream(pieces):
                assembler.feed(piece)
            _check(assembler.reply(ended=spoiler.chance.random() < 0.8))
        except ModelFault:
            continue
        except Exception as error:
            raise AssertionError(f"{kind}, seed {seed}") from error


def _check(reply: ModelReply) -> None:
    (reply.text + reply.reasoning).encode(errors="replace")
    for call in reply.calls:
        assert (type(call.id), type(call.name), type(call.arguments)) == (str, str, str)
    if reply.usage is not None:
        assert 0 <= reply.usage.cached_tokens <= reply.usage.input_tokens < 10**10
    if reply.items is not None:
        reply.items.decoded()


WAITS = [
    *("nan", "inf", "-inf", "1e999", "-5", "9" * 5000, "", "²", "abc", "1" * 400 + "ms", "0"),
    *("Wed, 99 Oct 99999 07:28:00 GMT", "Fri, 31 Dec 9999 23:59:59 -2359"),
    *("99999-01-01T00:00:00Z", "0001-01-01T00:00:00", "1h9999999999999999999s", "9" * 300 + "s"),
]
NAMES = [
    *("retry-after", "retry-after-ms", "x-ratelimit-reset", "x-ratelimit-remaining"),
    *("x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens"),
    *("anthropic-ratelimit-tokens-remaining", "anthropic-ratelimit-tokens-reset"),
]
LOCATIONS = ["//x", "http://[", "\x00", "https://u:p@h/x", "http://a:99999999/", "http://\u2100"]


def test_whatever_a_refusal_says_is_a_fault_with_a_wait_that_can_be_waited() -> None:
    for seed in range(4 * ROUNDS):
        spoiler = Spoiler(seed)
        chance = spoiler.chance
        answer = spoiler.spoilt(chance.choice(ERRORS))
        headers = {chance.choice(NAMES): chance.choice(WAITS) for _ in range(4)}
        headers["location"] = chance.choice(LOCATIONS)
        try:
            fault = fault_for_answer(
                chance.choice([307, 400, 401, 402, 404, 429, 500, 503]),
                json.dumps(answer).encode(),
                headers=headers,
                secret="k",
                asked_at="http://127.0.0.1/v1",
            )
            str(fault_for_error_object(answer, secret="k"))
        except Exception as error:
            raise AssertionError(f"seed {seed}: {answer!r:.300} {headers!r:.300}") from error
        wait_s = getattr(fault, "retry_after_s", None)
        assert wait_s is None or 0 <= wait_s < 40 * 24 * 3600
        assert len(str(fault)) < 2_000
