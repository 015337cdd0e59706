"""What a server answers to a call, as text for the model."""

import json
from collections.abc import Iterator
from typing import Any

from architect.domain.escape_controls import in_one_line
from architect.domain.text.counted import counted
from architect.domain.tool_result import ToolResult, failed, succeeded

MOST_CHARS = 1_000_000
"""Of one result; what of it is told is decided elsewhere, but all of it is searched for keys."""


def result_of(answer: Any) -> ToolResult:
    """The result that the `mcp_types.CallToolResult` says; `isError` is a failure."""
    text = "\n".join(_texts(answer))
    if len(text) > MOST_CHARS:
        left_out = counted(len(text) - MOST_CHARS, "character")
        text = f"{text[:MOST_CHARS]}\n[... {left_out} left out ...]"
    if answer.is_error:
        return failed(text or "the server says that it failed, and not why")
    return succeeded(text or "(no output)")


def _texts(answer: Any) -> Iterator[str]:
    blocks = [_text_of(block) for block in answer.content]
    yield from blocks
    if answer.structured_content is not None and not any(
        block.type == "text" for block in answer.content
    ):
        yield json.dumps(answer.structured_content, ensure_ascii=False, indent=1)


def _text_of(block: Any) -> str:
    match block.type:
        case "text":
            return block.text
        case "image" | "audio":
            kind, size = in_one_line(block.mime_type), len(block.data) * 3 // 4
            return f"[{block.type} left out: {kind}, {size:,} bytes]"
        case "resource_link":
            return f"[resource {in_one_line(block.name)}: {in_one_line(str(block.uri))}]"
        case "resource":
            text = getattr(block.resource, "text", None)
            if isinstance(text, str):
                return text
            return f"[resource left out: {in_one_line(str(block.resource.uri))}, no text]"
        case _:
            return f"[{in_one_line(str(block.type))} left out]"
