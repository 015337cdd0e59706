"""A server of Gemini's own API that refuses what the real one refuses.

https://ai.google.dev/api/generate-content, .../gemini-api/docs/thought-signatures and
.../docs/function-calling (all as of November 2026). A judge for `ProviderServer`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tests.support.provider_server import Behaviour, Chunks, Judge, Received, Status
from tests.support.reply_blocks import Blocks, Called, Said, Thought

_MEMBERS = frozenset(
    {
        "contents",
        "systemInstruction",
        "system_instruction",
        "tools",
        "toolConfig",
        "safetySettings",
        "generationConfig",
        "cachedContent",
        "labels",
        "serviceTier",
    }
)
_PARTS = frozenset(
    {
        "text",
        "thought",
        "thoughtSignature",
        "functionCall",
        "functionResponse",
        "function_call",
        "function_response",
        "inlineData",
        "inline_data",
        "fileData",
    }
)
_SKIPPED = ("skip_thought_signature_validator", "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I=")
"""What the documentation allows for calls of other models, plain and in base64."""

Json = Mapping[str, Any]


class RefusedError(Exception):
    """What the body of a 400 says."""


class StrictGemini:
    """Gives `replies` in their order; `refusals` are what it said of requests it did not take."""

    def __init__(self, replies: Sequence[Blocks]) -> None:
        self._replies = list(replies)
        self._count = 0
        self.refusals: list[str] = []

    def judges(self) -> Iterator[Judge]:
        while True:
            yield self.answer

    def answer(self, received: Received) -> Behaviour:
        try:
            third = "gemini-3" in received.path
            _check(received.body, self._replies[: self._count], every_step_signed=third)
        except RefusedError as refused:
            self.refusals.append(str(refused))
            error = {"code": 400, "message": str(refused), "status": "INVALID_ARGUMENT"}
            return Status(400, {"error": error})
        blocks = self._replies[self._count]
        self._count += 1
        parts = list(_parts(blocks))
        if not received.path.endswith(":streamGenerateContent"):
            return Status(200, _body(parts, "STOP"))
        pieces = [_body([part], None) for part in parts]
        return Chunks([*pieces, _body([{"text": ""}], "STOP")], done=False)


def _check(body: Json, replies: Sequence[Blocks], *, every_step_signed: bool) -> None:
    for name in body.keys() - _MEMBERS:
        _refuse(f'Invalid JSON payload received. Unknown name "{name}": Cannot find field.')
    contents: list[Json] = body["contents"]
    for at, content in enumerate(contents):
        if content["role"] not in ("user", "model"):
            _refuse("Please use a valid role: user, model.")
        if not content["parts"]:
            _refuse("contents.parts must not be empty.")
        for index, part in enumerate(content["parts"]):
            _check_part(part, f"contents[{at}].parts[{index}]")
    _check_turns(contents)
    _check_signatures(contents, replies)
    if every_step_signed:
        _check_steps(contents, replies)


def _refuse(problem: str) -> None:
    raise RefusedError(problem)


def _check_part(part: Json, where: str) -> None:
    for name in part.keys() - _PARTS:
        _refuse(f"Invalid JSON payload received. Unknown name \"{name}\" at '{where}'")
    if len(part.keys() - {"thought", "thoughtSignature"}) != 1:
        _refuse("contents.parts: required oneof field 'data' must have one initialized field")


def _check_turns(contents: Sequence[Json]) -> None:
    """A call comes after what a user says or a function responds, and is answered at once."""
    if contents[0]["role"] != "user":
        _refuse("Please ensure that the first content is of the user.")
    for before, content in zip([None, *contents], [*contents, None], strict=False):
        asked = _of_kind(before, "functionCall", "function_call")
        answered = _of_kind(content, "functionResponse", "function_response")
        if len(asked) != len(answered):
            _refuse(
                "Please ensure that the number of function response parts is equal to the number "
                "of function call parts of the function call turn."
            )
        if [each["name"] for each in asked] != [each["name"] for each in answered]:
            _refuse("Please ensure that function response parts are of the calls before them.")
        ids = [each.get("id") for each in answered]
        if any(ids) and ids != [each.get("id") for each in asked]:
            _refuse("Please ensure that the ids of function responses are those of the calls.")


def _of_kind(content: Json | None, *names: str) -> list[Json]:
    parts = content["parts"] if content else ()
    return [part[name] for part in parts for name in names if name in part]


def _check_signatures(contents: Sequence[Json], replies: Sequence[Blocks]) -> None:
    given = {part.get("thoughtSignature") for blocks in replies for part in _parts(blocks)}
    for content in contents:
        for part in content["parts"]:
            if part.get("thoughtSignature") not in (*given, None, *_SKIPPED):
                _refuse("Thought signature is not valid.")


def _check_steps(contents: Sequence[Json], replies: Sequence[Blocks]) -> None:
    """The first call of each step of the turn has its own signature; later ones have none."""
    own = {
        json.dumps([block.name, block.arguments]): block.signature
        for blocks in replies
        for block in blocks[: _first_call(blocks) + 1]
        if isinstance(block, Called)
    }
    for at in range(_turn_begins(contents), len(contents)):
        parts = contents[at]["parts"]
        calls = [part for part in parts if "functionCall" in part or "function_call" in part]
        for index, part in enumerate(calls):
            call = part.get("functionCall") or part["function_call"]
            signature = part.get("thoughtSignature")
            if index == 0 and signature is None:
                _refuse(
                    "Function call is missing a thought_signature in functionCall parts. This is "
                    "required for tools to work correctly, and missing thought_signature may lead "
                    f"to degraded model performance. Function call `{call['name']}`."
                )
            key = json.dumps([call["name"], call["args"]])
            if index == 0 and key in own and signature != own[key]:
                _refuse("Thought signature is not valid.")


def _first_call(blocks: Blocks) -> int:
    return next((at for at, each in enumerate(blocks) if isinstance(each, Called)), len(blocks))


def _turn_begins(contents: Sequence[Json]) -> int:
    """Behind the last text of the user."""
    own = [
        at
        for at, content in enumerate(contents)
        if content["role"] == "user" and any("text" in part for part in content["parts"])
    ]
    return own[-1] if own else 0


def _parts(blocks: Blocks) -> Iterator[dict[str, Any]]:
    """A reply as the API gives it: the first call is signed, and text that says so."""
    first = _first_call(blocks)
    for at, block in enumerate(blocks):
        match block:
            case Thought() if block.told:
                yield {"text": block.told, "thought": True}
            case Said(text):
                signature = {"thoughtSignature": block.signature} if block.signed else {}
                yield {"text": text} | signature
            case Called(name, arguments):
                signature = {"thoughtSignature": block.signature} if at == first else {}
                yield {"functionCall": {"name": name, "args": arguments}} | signature
            case _:  # what is not told has no part
                continue


def _body(parts: Sequence[Json], finish: str | None) -> dict[str, Any]:
    candidate = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    return {
        "candidates": [candidate | ({"finishReason": finish} if finish else {})],
        "usageMetadata": {
            "promptTokenCount": 10,
            "candidatesTokenCount": 5,
            "totalTokenCount": 15,
            "cachedContentTokenCount": 0,
        },
        "modelVersion": "gemini",
    }
