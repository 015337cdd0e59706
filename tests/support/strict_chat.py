"""Servers of the chat format that refuse what the real ones refuse about reasoning.

`StrictDeepSeek` follows https://api-docs.deepseek.com/guides/thinking_mode, `StrictGemini`
https://ai.google.dev/gemini-api/docs/thought-signatures and .../docs/openai, `StrictMistral`
https://docs.mistral.ai/api (all as of November 2026). Each is a judge for `ProviderServer`, which
it gives its replies in their order.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.provider_server import (
    Behaviour,
    Call,
    Chunks,
    Judge,
    Received,
    Status,
    openai_chunk,
)

_MEMBERS = {"role", "content", "name", "tool_calls", "tool_call_id"}


@dataclass(frozen=True)
class Turn:
    """A reply: what the model thinks, says and calls."""

    reasoning: str = ""
    text: str = ""
    calls: Sequence[Call] = ()


class StrictChat:
    """What they have in common; the rules of one are in `problem`, its replies in `deltas`."""

    tells_reasoning = True

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = iter(turns)
        self.refusals: list[str] = []

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        if problem := self.problem(received.body["messages"]):
            self.refusals.append(problem)
            return Status(400, {"error": {"message": problem, "type": "invalid_request_error"}})
        turn = next(self._turns)
        return Chunks(
            [
                *(openai_chunk(delta) for delta in self.deltas(turn)),
                openai_chunk({}, "tool_calls" if turn.calls else "stop"),
            ]
        )

    def problem(self, messages: Sequence[Mapping[str, Any]]) -> str:
        raise NotImplementedError

    def deltas(self, turn: Turn) -> Iterator[dict[str, Any]]:
        raise NotImplementedError

    def calls(self, turn: Turn) -> list[dict[str, Any]]:
        return [
            {
                "index": index,
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for index, call in enumerate(turn.calls)
        ]


class StrictDeepSeek(StrictChat):
    """Wants the reasoning of every message with calls back, word for word, empty ones too."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        super().__init__(turns)
        self._thought = {call.id: turn.reasoning for turn in turns for call in turn.calls}

    def problem(self, messages: Sequence[Mapping[str, Any]]) -> str:
        for message in messages:
            calls = message.get("tool_calls") or ()
            told = message.get("reasoning_content")
            if calls and told is None:
                return "The reasoning_content in the thinking mode must be passed back to the API."
            if calls and told != self._thought.get(calls[0]["id"], ""):
                return "The reasoning_content is not what the model thought."
        return ""

    def deltas(self, turn: Turn) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "content": None, "reasoning_content": ""}
        yield {"content": None, "reasoning_content": turn.reasoning}
        yield {"content": turn.text, "reasoning_content": None}
        if turn.calls:
            yield {"tool_calls": self.calls(turn)}


class StrictGemini(StrictChat):
    """Signs the first call of each reply, and wants its signature back."""

    tells_reasoning = False

    def problem(self, messages: Sequence[Mapping[str, Any]]) -> str:
        for message in messages:
            calls = message.get("tool_calls") or ()
            for index, call in enumerate(calls):
                google = call.get("extra_content", {}).get("google", {})
                signature = google.get("thought_signature")
                if index == 0 and signature not in (
                    _signature(call["id"]),
                    "skip_thought_signature_validator",
                ):
                    return (
                        "Function call is missing a thought_signature in functionCall parts. This "
                        "is required for tools to work correctly."
                    )
                if index > 0 and signature is not None:
                    return "Only the first function call of a reply is signed."
        return ""

    def deltas(self, turn: Turn) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "content": turn.text}
        calls = self.calls(turn)
        for call in calls[:1]:
            call["extra_content"] = {"google": {"thought_signature": _signature(call["id"])}}
        if calls:
            yield {"tool_calls": calls}


class StrictMistral(StrictChat):
    """Gives its reasoning and refuses every member of a message that is not in its schema."""

    def problem(self, messages: Sequence[Mapping[str, Any]]) -> str:
        for index, message in enumerate(messages):
            if unknown := message.keys() - _MEMBERS:
                return f"messages.{index}.{min(unknown)}: Extra inputs are not permitted"
        return ""

    def deltas(self, turn: Turn) -> Iterator[dict[str, Any]]:
        yield {"role": "assistant", "reasoning": turn.reasoning}
        yield {"content": turn.text}
        if turn.calls:
            yield {"tool_calls": self.calls(turn)}


def _signature(call_id: str) -> str:
    return f"signature of {call_id}"
