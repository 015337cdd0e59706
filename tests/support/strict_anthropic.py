"""A server of Anthropic's Messages API that refuses what the real one refuses.

https://platform.claude.com/docs/en/api/messages, .../build-with-claude/extended-thinking,
.../adaptive-thinking, .../prompt-caching and .../agents-and-tools/tool-use/implement-tool-use
(all as of November 2026). A judge for `ProviderServer`; its replies are given as blocks.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support.prefix_cache import AnthropicCache, CacheUse, Piece, words_of
from tests.support.provider_server import Behaviour, Chunks, Judge, Received, Status
from tests.support.reply_blocks import Block, Blocks, Called, Redacted, Said, Thought

_MEMBERS = frozenset(
    {
        "model",
        "messages",
        "max_tokens",
        "system",
        "tools",
        "tool_choice",
        "stream",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "metadata",
        "thinking",
        "output_config",
        "service_tier",
        "cache_control",
        "container",
        "inference_geo",
    }
)
_BLOCKS: dict[str, frozenset[str]] = {
    "text": frozenset({"type", "text", "cache_control", "citations"}),
    "image": frozenset({"type", "source", "cache_control"}),
    "tool_use": frozenset({"type", "id", "name", "input", "cache_control"}),
    "tool_result": frozenset({"type", "tool_use_id", "content", "is_error", "cache_control"}),
    "thinking": frozenset({"type", "thinking", "signature"}),
    "redacted_thinking": frozenset({"type", "data"}),
}
_OF_ROLE = {
    "user": frozenset({"text", "image", "tool_result"}),
    "assistant": frozenset({"text", "tool_use", "thinking", "redacted_thinking"}),
}
_TOOL = frozenset({"name", "description", "input_schema", "cache_control", "type", "strict"})
_THINKING = frozenset({"thinking", "redacted_thinking"})
_EFFORTS = frozenset({"low", "medium", "high", "xhigh", "max"})
_ID = re.compile(r"[a-zA-Z0-9_-]+")
_NO_BUDGETS = re.compile(r"opus-(4-[7-9]|[5-9])|sonnet-[5-9]")
"""From these on, the model itself decides how much it thinks."""

Json = Mapping[str, Any]


class RefusedError(Exception):
    """What the body of a 400 says."""


class StrictAnthropic:
    """Gives `replies` in their order; `refusals` are what it said of requests it did not take."""

    def __init__(self, replies: Sequence[Blocks], *, cache: AnthropicCache | None = None) -> None:
        self._replies = list(replies)
        self._count = 0
        self._cache = cache or AnthropicCache()
        self.refusals: list[str] = []
        self.uses: list[CacheUse] = []

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        try:
            check(received.body, self._replies[: self._count])
        except RefusedError as refused:
            self.refusals.append(str(refused))
            error = {"type": "invalid_request_error", "message": str(refused)}
            return Status(400, {"type": "error", "error": error})
        self.uses.append(use := self._cache.use(pieces(received.body)))
        blocks = self._replies[self._count]
        self._count += 1
        if received.body.get("stream"):
            return Chunks(list(_events(blocks, use)), done=False)
        return Status(
            200, {**_message(use), "content": [told(block) for block in blocks]} | _stop(blocks)
        )


def check(body: Json, replies: Sequence[Blocks]) -> None:
    """Look at a request as the API does; `replies` are those it has given.

    Raises:
        RefusedError: the API would not take it.
    """
    for name in body.keys() - _MEMBERS:
        _refuse(f"{name}: Extra inputs are not permitted")
    for name in {"model", "messages", "max_tokens"} - body.keys():
        _refuse(f"{name}: Field required")
    _check_thinking(body)
    _check_tools(body)
    _check_breakpoints(body)
    messages: list[Json] = body["messages"]
    _check_roles(messages)
    for at, message in enumerate(messages):
        for index, block in enumerate(_content(message)):
            _check_block(block, message["role"], f"messages.{at}.content.{index}")
    _check_pairs(messages)
    has_calls = any(block["type"] == "tool_use" for each in messages for block in _content(each))
    if has_calls and not body.get("tools"):
        _refuse("Requests which have `tool_use` or `tool_result` blocks must define tools")
    _check_thoughts(messages, replies)
    if body.get("thinking", {}).get("type") == "enabled":
        _check_beginning(messages)


def _refuse(problem: str) -> None:
    raise RefusedError(problem)


def _content(message: Json) -> list[Json]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _check_thinking(body: Json) -> None:
    thinking: Json = body.get("thinking") or {}
    kind: str = thinking.get("type", "disabled")
    if kind not in ("enabled", "disabled", "adaptive"):
        _refuse(f"thinking: Input tag '{kind}' found using 'type' does not match the expected tags")
    if kind == "enabled":
        if _NO_BUDGETS.search(body["model"]):
            _refuse('"thinking.type.enabled" is not supported for this model. Use "adaptive".')
        budget: int = thinking.get("budget_tokens", 0)
        if budget < 1024:
            _refuse("thinking.enabled.budget_tokens: Input should be greater than or equal to 1024")
        if budget >= body["max_tokens"]:
            _refuse("`max_tokens` must be greater than `thinking.budget_tokens`")
    if kind != "disabled" and body.get("temperature", 1) != 1:
        _refuse("`temperature` may only be set to 1 when thinking is enabled")
    output: Json = body.get("output_config") or {}
    effort: str = output.get("effort", "high")
    if effort not in _EFFORTS:
        _refuse(f"output_config.effort: Input should be one of {sorted(_EFFORTS)}")


def _check_tools(body: Json) -> None:
    names: list[str] = []
    tools: list[Json] = body.get("tools") or []
    for index, tool in enumerate(tools):
        for name in tool.keys() - _TOOL:
            _refuse(f"tools.{index}.custom.{name}: Extra inputs are not permitted")
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,128}", tool["name"]):
            _refuse(f"tools.{index}.custom.name: String should match pattern")
        if tool["input_schema"].get("type") != "object":
            _refuse(f"tools.{index}.custom.input_schema.type: Field required")
        names.append(tool["name"])
    if len(names) != len(set(names)):
        _refuse("tools: Tool names must be unique.")


def _check_breakpoints(body: Json) -> None:
    count = sum(piece.breakpoint for piece in pieces(body))
    if count > 4:
        _refuse(f"A maximum of 4 blocks with cache_control may be provided. Found {count}.")


def _check_roles(messages: Sequence[Json]) -> None:
    if not messages:
        _refuse("messages: at least one message is required")
    for at, message in enumerate(messages):
        for name in message.keys() - {"role", "content"}:
            _refuse(f"messages.{at}.{name}: Extra inputs are not permitted")
        if message["role"] not in _OF_ROLE:
            _refuse(f'messages: Unexpected role "{message["role"]}"')
        if at % 2 != (message["role"] == "assistant"):
            _refuse('messages: roles must alternate between "user" and "assistant"')
    if messages[-1]["role"] == "assistant":
        _refuse("This model does not support assistant message prefill.")


def _check_block(block: Json, role: str, where: str) -> None:
    kind = block["type"]
    if kind not in _OF_ROLE[role]:
        _refuse(f"{where}: Input tag '{kind}' is not expected in a message of the {role}")
    for name in block.keys() - _BLOCKS[kind]:
        _refuse(f"{where}.{kind}.{name}: Extra inputs are not permitted")
    if kind == "text" and not block["text"].strip():
        _refuse("messages: text content blocks must contain non-whitespace text")
    call_id = block.get("id") if kind == "tool_use" else block.get("tool_use_id")
    if kind.startswith("tool") and not _ID.fullmatch(call_id or ""):
        _refuse(f"{where}.{kind}.id: String should match pattern '^[a-zA-Z0-9_-]+$'")
    if kind == "tool_use" and not isinstance(block["input"], dict):
        _refuse(f"{where}.tool_use.input: Input should be a valid dictionary")
    if kind == "thinking" and not {"thinking", "signature"} <= block.keys():
        _refuse(f"{where}.thinking.signature: Field required")


def _check_pairs(messages: Sequence[Json]) -> None:
    asked: list[str] = []
    for at, message in enumerate(messages):
        blocks = _content(message)
        answered = [b["tool_use_id"] for b in blocks if b["type"] == "tool_result"]
        if missing := set(asked) - set(answered):
            _refuse(f"messages.{at}: `tool_use` ids were found without `tool_result`: {missing}")
        if set(answered) - set(asked) or len(answered) != len(set(answered)):
            _refuse(f"messages.{at}: unexpected `tool_use_id` found in `tool_result` blocks")
        if answered and any(b["type"] != "tool_result" for b in blocks[: len(answered)]):
            _refuse(f"messages.{at}: `tool_result` blocks must come first")
        asked = [b["id"] for b in blocks if b["type"] == "tool_use"]
        if len(asked) != len(set(asked)):
            _refuse("messages: `tool_use` ids must be unique")


def _check_thoughts(messages: Sequence[Json], replies: Sequence[Blocks]) -> None:
    """All thinking is the API's own, and that of the tool loop is complete and in its place."""
    given = {_signed(told(b)): told(b) for reply in replies for b in reply if _is_thinking(told(b))}
    for at, message in enumerate(messages):
        for index, block in enumerate(_content(message)):
            if _is_thinking(block) and given.get(_signed(block)) != block:
                _refuse(f"messages.{at}.content.{index}: Invalid `signature` in `thinking` block")
    by_call = {b.id: reply for reply in replies for b in reply if isinstance(b, Called)}
    for at in range(_loop_begins(messages), len(messages)):
        blocks = [
            {n: v for n, v in b.items() if n != "cache_control"} for b in _content(messages[at])
        ]
        ids = [b["id"] for b in blocks if b["type"] == "tool_use"]
        reply = by_call.get(ids[0]) if ids else None
        if reply is not None and blocks != [told(block) for block in reply]:
            _refuse(
                f"messages.{at}.content: `thinking` or `redacted_thinking` blocks in the latest "
                "assistant message cannot be modified. These blocks must remain as they were in "
                "the original response."
            )


def _check_beginning(messages: Sequence[Json]) -> None:
    """With a budget for thinking, the calls of a task begin with a thought."""
    started = [
        (at, _content(messages[at])[0])
        for at in range(_loop_begins(messages), len(messages))
        if messages[at]["role"] == "assistant"
    ]
    if started and not _is_thinking(started[0][1]):
        at, block = started[0]
        _refuse(
            f"messages.{at}.content.0.type: Expected `thinking` or `redacted_thinking`, but found "
            f"`{block['type']}`. When `thinking` is enabled, a final `assistant` message must "
            "start with a thinking block (preceeding the lastmost set of `tool_use` and "
            "`tool_result` blocks)."
        )


def _loop_begins(messages: Sequence[Json]) -> int:
    """Behind the last message that is a person's."""
    own = [
        at
        for at, message in enumerate(messages)
        if message["role"] == "user"
        and all(block["type"] != "tool_result" for block in _content(message))
    ]
    return own[-1] if own else 0


def _is_thinking(block: Json) -> bool:
    return block["type"] in _THINKING


def _signed(block: Json) -> str:
    return block.get("signature") or block.get("data") or ""


def pieces(body: Json) -> list[Piece]:
    """The request in the order in which it is cached: tools, system, messages."""
    system: str | list[Json] = body.get("system") or []
    if isinstance(system, str):
        system = [{"type": "text", "text": system}]
    of_messages = [
        (f"{message['role']}:", block)
        for message in body["messages"]
        for block in _content(message)
    ]
    # Which tool to choose, and how to think, are part of what the messages are cached with.
    settings = json.dumps([body.get("tool_choice"), body.get("thinking")])
    tools: list[Json] = body.get("tools") or []
    return [
        *(Piece(json.dumps(_bare(tool)), "cache_control" in tool) for tool in tools),
        *(_piece("system:", block) for block in system),
        *(_piece(role, block, settings) for role, block in of_messages),
    ]


def _piece(role: str, block: Json, settings: str = "") -> Piece:
    return Piece(role + words_of(_bare(block)), "cache_control" in block, settings)


def _bare(block: Json) -> Json:
    return {name: value for name, value in block.items() if name != "cache_control"}


def told(block: Block) -> dict[str, Any]:
    """A block as the API gives it and wants it back."""
    match block:
        case Thought():
            return {"type": "thinking", "thinking": block.told, "signature": block.signature}
        case Redacted():
            return {"type": "redacted_thinking", "data": block.ciphertext}
        case Said(text):
            return {"type": "text", "text": text}
        case Called(name, arguments, call_id):
            return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def _message(use: CacheUse) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {
            "input_tokens": use.fresh,
            "cache_read_input_tokens": use.read,
            "cache_creation_input_tokens": use.written,
            "output_tokens": 50,
        },
    }


def _stop(blocks: Blocks) -> dict[str, Any]:
    called = any(isinstance(block, Called) for block in blocks)
    return {"stop_reason": "tool_use" if called else "end_turn", "stop_sequence": None}


def _events(blocks: Blocks, use: CacheUse) -> Iterator[bytes]:
    message = _message(use)
    yield _event({"type": "message_start", "message": message})
    yield _event({"type": "ping"})
    for index, block in enumerate(blocks):
        opening, deltas = _streamed(block)
        yield _event({"type": "content_block_start", "index": index, "content_block": opening})
        for delta in deltas:
            yield _event({"type": "content_block_delta", "index": index, "delta": delta})
        yield _event({"type": "content_block_stop", "index": index})
    yield _event({"type": "message_delta", "delta": _stop(blocks), "usage": message["usage"]})
    yield _event({"type": "message_stop"})


def _streamed(block: Block) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """How a block begins, and what is added to it."""
    whole = told(block)
    match block:
        case Thought():
            words = [{"type": "thinking_delta", "thinking": half} for half in halves(block.told)]
            signature = {"type": "signature_delta", "signature": block.signature}
            return {"type": "thinking", "thinking": "", "signature": ""}, [*words, signature]
        case Redacted():
            return whole, []
        case Said(text):
            deltas = [{"type": "text_delta", "text": half} for half in halves(text)]
            return {"type": "text", "text": ""}, deltas
        case Called(_, arguments):
            parts = ["", *halves(json.dumps(arguments))]
            deltas = [{"type": "input_json_delta", "partial_json": part} for part in parts]
            return {**whole, "input": {}}, deltas


def halves(text: str) -> list[str]:
    """Two pieces of a text; none of an empty one."""
    return list(filter(None, (text[: len(text) // 2], text[len(text) // 2 :])))


def _event(event: dict[str, Any]) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event["type"].encode(), json.dumps(event).encode())
