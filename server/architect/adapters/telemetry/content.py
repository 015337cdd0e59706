"""What was asked, read and written, as the GenAI conventions want it on spans.

Their JSON schemas are in docs/gen-ai of semantic-conventions v1.41.0: gen-ai-input-messages.json,
gen-ai-output-messages.json and gen-ai-system-instructions.json.
"""

import json
from collections.abc import Sequence
from typing import Any

from architect.domain.journal.model_events import ModelReplied

MAX_TEXT_CHARS = 10_000
"""Of one text; collectors refuse requests of more than 4 MiB by default."""

Part = dict[str, Any]


def clipped(text: str) -> str:
    """`text` if it is not long, else its beginning; always encodable."""
    text = text.encode("utf-8", "replace").decode()
    if len(text) <= MAX_TEXT_CHARS:
        return text
    return f"{text[:MAX_TEXT_CHARS]}... ({len(text):,} characters)"


def text_part(text: str) -> Part:
    return {"type": "text", "content": clipped(text)}


def instructions(text: str) -> str:
    """The value of `gen_ai.system_instructions`."""
    return json.dumps([text_part(text)], ensure_ascii=False)


def user_message(text: str) -> Part:
    return {"role": "user", "parts": [text_part(text)]}


def tool_message(call_id: str, text: str) -> Part:
    response = {"type": "tool_call_response", "id": call_id, "response": clipped(text)}
    return {"role": "tool", "parts": [response]}


def messages(said: Sequence[Part]) -> str:
    """The value of `gen_ai.input.messages` and `gen_ai.output.messages`."""
    return json.dumps(said, ensure_ascii=False)


def reply(replied: ModelReplied) -> Part:
    """The one output message of a reply."""
    parts: list[Part] = []
    if replied.reasoning:
        parts.append({"type": "reasoning", "content": clipped(replied.reasoning)})
    if replied.text:
        parts.append(text_part(replied.text))
    parts += (
        {
            "type": "tool_call",
            "id": clipped(call.id),
            "name": clipped(call.name),
            "arguments": _arguments(call.arguments),
        }
        for call in replied.calls
    )
    return {"role": "assistant", "parts": parts, "finish_reason": str(replied.finish)}


def _arguments(text: str) -> Any:
    """The arguments as an object, as text if they are long or none."""
    if len(text) > MAX_TEXT_CHARS:
        return clipped(text)
    try:
        # Through text again, since what JSON escapes need not be encodable.
        return json.loads(clipped(json.dumps(json.loads(text), ensure_ascii=False)))
    except (ValueError, RecursionError):
        return clipped(text)
