"""A server of Bedrock's Converse that refuses what the real one refuses for Claude.

https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html and
API_runtime_ContentBlock.html, .../userguide/prompt-caching.html and
.../userguide/claude-messages-extended-thinking.html (all as of November 2026). A judge for
`ProviderServer`. Behind Converse stands the same model: once the shape is right, the rules are
those of `strict_anthropic`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from tests.support.aws_event_stream import event_frame
from tests.support.prefix_cache import AnthropicCache, CacheUse
from tests.support.provider_server import Behaviour, Judge, Received, Status
from tests.support.reply_blocks import Block, Blocks, Called, Redacted, Said, Thought
from tests.support.strict_anthropic import RefusedError, check, halves, pieces

_MEMBERS = frozenset(
    {
        "messages",
        "system",
        "inferenceConfig",
        "toolConfig",
        "guardrailConfig",
        "additionalModelRequestFields",
        "promptVariables",
        "additionalModelResponseFieldPaths",
        "requestMetadata",
        "performanceConfig",
        "serviceTier",
        "outputConfig",
    }
)
_ID = re.compile(r"[a-zA-Z0-9_.:-]{1,64}")

Json = Mapping[str, Any]


class StrictBedrock:
    """Gives `replies` in their order; `refusals` are what it said of requests it did not take."""

    def __init__(self, replies: Sequence[Blocks]) -> None:
        self._replies = list(replies)
        self._count = 0
        self._cache = AnthropicCache()
        self.refusals: list[str] = []
        self.uses: list[CacheUse] = []

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        try:
            as_messages = _as_messages(received.body, unquote(received.path).split("/")[2])
            check(as_messages, self._replies[: self._count])
        except RefusedError as refused:
            self.refusals.append(str(refused))
            return Status(
                400, {"message": str(refused)}, {"x-amzn-ErrorType": "ValidationException"}
            )
        self.uses.append(use := self._cache.use(pieces(as_messages)))
        blocks = self._replies[self._count]
        self._count += 1
        if received.path.endswith("/converse-stream"):
            frames = b"".join(event_frame(*event) for event in _events(blocks, use))
            return Status(200, frames, content_type="application/vnd.amazon.eventstream")
        message = {"role": "assistant", "content": [_told(block) for block in blocks]}
        body = {"output": {"message": message}, **_stop(blocks), "usage": _usage(use)}
        return Status(200, {**body, "metrics": {"latencyMs": 1}})


def _as_messages(body: Json, model: str) -> dict[str, Any]:
    """The request as the Messages API has it.

    Raises:
        RefusedError: Converse would not take it.
    """
    if unknown := body.keys() - _MEMBERS:
        raise RefusedError(f"extraneous key {unknown} is not permitted")
    config: Json = body.get("toolConfig") or {}
    limits: Json = body.get("inferenceConfig") or {}
    for name in ("system", "tools"):
        if body.get(name) == [] or config.get(name) == []:
            raise RefusedError(f"{name}: expected minimum item count: 1, found: 0")
    extra: Json = body.get("additionalModelRequestFields") or {}
    return {
        "model": model,
        "max_tokens": limits.get("maxTokens", 4096),
        "system": _marked(body.get("system") or ()),
        "tools": _marked(config.get("tools") or ()),
        "messages": [
            {"role": message["role"], "content": _marked(message["content"])}
            for message in body["messages"]
        ],
        **extra,
    }


def _marked(blocks: Sequence[Json]) -> list[dict[str, Any]]:
    """The blocks, with what cache points say of the block before them."""
    found: list[dict[str, Any]] = []
    for block in blocks:
        if block.get("cachePoint") != {"type": "default"}:
            found.append(_block(block))
        elif not found:
            raise RefusedError("a cachePoint must stand behind a block")
        else:
            found[-1] = {**found[-1], "cache_control": {"type": "ephemeral"}}
    return found


def _block(block: Json) -> dict[str, Any]:
    match block:
        case {"text": str(text), **others} if not others:
            return {"type": "text", "text": text}
        case {"toolSpec": spec}:
            return {
                "name": spec["name"],
                "description": spec.get("description"),
                "input_schema": spec["inputSchema"]["json"],
            }
        case {"toolUse": {"toolUseId": call_id, "name": name, "input": given}}:
            return {"type": "tool_use", "id": _id(call_id), "name": name, "input": given}
        case {"toolResult": {"toolUseId": call_id, "content": [{"text": text}]}}:
            return {"type": "tool_result", "tool_use_id": _id(call_id), "content": text}
        case {"reasoningContent": {"reasoningText": {"text": text, "signature": signature}}}:
            return {"type": "thinking", "thinking": text, "signature": signature}
        case {"reasoningContent": {"redactedContent": data}}:
            return {"type": "redacted_thinking", "data": data}
        case _:
            raise RefusedError(f"the block {block} is not valid")


def _id(call_id: str) -> str:
    if not _ID.fullmatch(call_id):
        raise RefusedError(f"toolUseId {call_id!r} failed to satisfy constraint [a-zA-Z0-9_.:-]+")
    return call_id


def _told(block: Block) -> dict[str, Any]:
    match block:
        case Thought():
            words = {"text": block.told, "signature": block.signature}
            return {"reasoningContent": {"reasoningText": words}}
        case Redacted():
            return {"reasoningContent": {"redactedContent": block.ciphertext}}
        case Said(text):
            return {"text": text}
        case Called(name, arguments, call_id):
            return {"toolUse": {"toolUseId": call_id, "name": name, "input": arguments}}


def _stop(blocks: Blocks) -> dict[str, Any]:
    called = any(isinstance(block, Called) for block in blocks)
    return {"stopReason": "tool_use" if called else "end_turn"}


def _usage(use: CacheUse) -> dict[str, int]:
    return {
        "inputTokens": use.fresh,
        "outputTokens": 50,
        "totalTokens": use.total + 50,
        "cacheReadInputTokens": use.read,
        "cacheWriteInputTokens": use.written,
    }


def _events(blocks: Blocks, use: CacheUse) -> Iterator[tuple[str, dict[str, Any]]]:
    yield "messageStart", {"role": "assistant"}
    for index, block in enumerate(blocks):
        at = {"contentBlockIndex": index}
        if isinstance(block, Called):
            start = {"toolUse": {"toolUseId": block.id, "name": block.name}}
            yield "contentBlockStart", {**at, "start": start}
        for delta in _deltas(block):
            yield "contentBlockDelta", {**at, "delta": delta}
        yield "contentBlockStop", at
    yield "messageStop", _stop(blocks)
    yield "metadata", {"usage": _usage(use), "metrics": {"latencyMs": 1}}


def _deltas(block: Block) -> list[dict[str, Any]]:
    match block:
        case Thought():
            words = [{"reasoningContent": {"text": half}} for half in halves(block.told)]
            return [*words, {"reasoningContent": {"signature": block.signature}}]
        case Redacted() | Said():
            return [_told(block)]
        case Called(_, arguments):
            return [{"toolUse": {"input": half}} for half in halves(json.dumps(arguments))]
