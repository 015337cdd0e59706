"""Words of a conversation in the forms that providers take: names, ids, arguments and texts."""

import hashlib
import json
import re
from typing import NoReturn

_NAME_LENGTH = 64
_HASH_LENGTH = 16

EMPTY_REPLY = "(empty reply)"
"""Stands for an assistant turn without text and calls, which several providers refuse."""


def sendable_name(name: str) -> str:
    """A name providers accept: a call to a tool that does not exist must not poison the history."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name)[:_NAME_LENGTH] or "unnamed_tool"


def sendable_id(call_id: str, *, longest: int) -> str:
    """An id of letters, digits, `_` and `-`; one that had to be changed ends in a hash of its own.

    The same id always becomes the same one, so that a call and its result stay together.
    """
    plain = re.sub(r"[^a-zA-Z0-9_-]", "_", call_id)
    if plain == call_id and 0 < len(call_id) <= longest:
        return call_id
    digest = hashlib.sha256(call_id.encode(errors="surrogatepass")).hexdigest()[:_HASH_LENGTH]
    return f"{plain[: longest - _HASH_LENGTH - 1]}_{digest}"


def sendable_arguments(arguments: str) -> str:
    """The arguments if they are a JSON object, else an object that quotes them.

    None at all are an empty object, as they are to the engine.
    """
    if not arguments.strip():
        return "{}"
    try:
        is_object = isinstance(json.loads(arguments, parse_constant=_refuse_constant), dict)
    except (ValueError, RecursionError):
        is_object = False
    text = sendable(arguments)
    return text if is_object else json.dumps({"malformed_arguments": text}, ensure_ascii=False)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is Python's, not JSON's")


def sendable(text: str) -> str:
    """`text` with lone surrogates replaced: they have no UTF-8 form."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="replace").decode()
    return text
