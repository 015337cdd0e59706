"""What OpenAI's Responses API sends; what it refuses is in `responses_strict`.

After https://platform.openai.com/docs/api-reference/responses-streaming and the types of the
`openai` package 2.54.0, which are made out of the specification; read in November 2026.
"""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from tests.support.responses_strict import check, encrypted_content

Json = dict[str, Any]


class Call(Protocol):
    """See `provider_server.Call`."""

    @property
    def name(self) -> str: ...
    @property
    def arguments(self) -> str: ...
    @property
    def id(self) -> str: ...


class Reply(Protocol):
    """See `provider_server.Reply`."""

    @property
    def text(self) -> str: ...
    @property
    def reasoning(self) -> str: ...
    @property
    def calls(self) -> Sequence[Call]: ...
    @property
    def finish(self) -> str | None: ...
    @property
    def usage(self) -> tuple[int, int, int] | None: ...


_numbers = itertools.count(1)


def output_of(reply: Reply, *, encrypted: bool = True) -> list[Json]:
    """The items of a reply; after reasoning, of which a summary is told, they need each other."""
    reasoning = reply.reasoning
    number = f"{'r' if reasoning else 'p'}{next(_numbers):08x}"
    items: list[Json] = []
    if reasoning:
        item_id = f"rs_{number}"
        summary = [{"type": "summary_text", "text": reasoning}]
        items.append({"id": item_id, "type": "reasoning", "summary": summary})
        if encrypted:
            items[0]["encrypted_content"] = encrypted_content(item_id)
    if reply.text:
        part: Json = {"type": "output_text", "annotations": [], "logprobs": [], "text": reply.text}
        items.append(
            {
                "id": f"msg_{number}",
                "type": "message",
                "status": "completed",
                "content": [part],
                "phase": "commentary" if reply.calls else "final_answer",
                "role": "assistant",
            }
        )
    for position, call in enumerate(reply.calls):
        items.append(
            {
                "id": f"fc_{number}_{position}",
                "type": "function_call",
                "status": "completed",
                "arguments": call.arguments,
                "call_id": call.id,
                "name": call.name,
            }
        )
    return items


_INCOMPLETE = {"length": "max_output_tokens"}
_COMPLETE = (None, "stop", "tool_calls")


def response_of(reply: Reply, output: list[Json]) -> Json:
    """The response that is not streamed."""
    cut = reply.finish not in _COMPLETE
    reason = _INCOMPLETE.get(reply.finish or "", reply.finish)
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "status": "incomplete" if cut else "completed",
        "error": None,
        "incomplete_details": {"reason": reason} if cut else None,
        "instructions": None,
        "metadata": {},
        "model": "m",
        "output": output,
        "parallel_tool_calls": True,
        "store": False,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [],
        "top_p": 1.0,
        "usage": _usage(reply),
    }


def _usage(reply: Reply) -> Json | None:
    if reply.usage is None:
        return None
    into, out, cached = reply.usage
    return {
        "input_tokens": into,
        "input_tokens_details": {"cached_tokens": cached, "cache_write_tokens": 0},
        "output_tokens": out,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": into + out,
    }


def events_of(response: Json, *, piece: int = 8) -> Iterator[Json]:
    """The events that lead to `response`, numbered."""
    for number, event in enumerate(_events(response, piece)):
        yield {**event, "sequence_number": number}


def _events(response: Json, piece: int) -> Iterator[Json]:
    begun: Json = {**response, "status": "in_progress", "output": [], "usage": None}
    begun["incomplete_details"] = None
    yield {"type": "response.created", "response": begun}
    yield {"type": "response.in_progress", "response": begun}
    for index, item in enumerate(response["output"]):
        yield from _item_events(item, index, piece)
    yield {"type": f"response.{response['status']}", "response": response}


def _item_events(item: Json, index: int, piece: int) -> Iterator[Json]:
    place: Json = {"item_id": item["id"], "output_index": index}
    yield {
        "type": "response.output_item.added",
        "output_index": index,
        "item": {**item, **_emptied(item)},
    }
    match item["type"]:
        case "reasoning":
            for number, part in enumerate(item["summary"]):
                yield from _part_events(
                    "reasoning_summary_part",
                    "reasoning_summary_text",
                    part,
                    piece,
                    {**place, "summary_index": number},
                )
        case "message":
            for number, part in enumerate(item["content"]):
                name = "refusal" if part["type"] == "refusal" else "output_text"
                yield from _part_events(
                    "content_part", name, part, piece, {**place, "content_index": number}
                )
        case "function_call":
            name = "response.function_call_arguments"
            for text in _pieces(item["arguments"], piece):
                yield {"type": f"{name}.delta", **place, "delta": text, "obfuscation": "x"}
            done = {"name": item["name"], "arguments": item["arguments"]}
            yield {"type": f"{name}.done", **place, **done}
        case _:
            pass
    yield {"type": "response.output_item.done", "output_index": index, "item": item}


def _emptied(item: Json) -> Json:
    match item["type"]:
        case "reasoning":
            return {"summary": []}
        case "message":
            return {"status": "in_progress", "content": []}
        case "function_call":
            return {"status": "in_progress", "arguments": ""}
        case _:
            return {}


def _part_events(
    part_name: str, text_name: str, part: Json, piece: int, place: Json
) -> Iterator[Json]:
    member = "refusal" if part["type"] == "refusal" else "text"
    more: Json = {"logprobs": []} if text_name == "output_text" else {}
    yield {"type": f"response.{part_name}.added", **place, "part": {**part, member: ""}}
    for text in _pieces(part[member], piece):
        delta = {"delta": text, "obfuscation": "x"}
        yield {"type": f"response.{text_name}.delta", **place, **delta, **more}
    yield {"type": f"response.{text_name}.done", **place, member: part[member], **more}
    yield {"type": f"response.{part_name}.done", **place, "part": part}


def _pieces(text: str, length: int) -> Iterator[str]:
    for start in range(0, len(text), length):
        yield text[start : start + length]


def answer(body: Json, reply: Reply) -> Json:
    """The response to a request.

    Raises:
        Refusal: the request is not as it must be.
    """
    check(body)
    return response_of(reply, output_of(reply, encrypted=bool(body.get("include"))))
