"""What OpenAI's Responses API refuses.

After https://platform.openai.com/docs/api-reference/responses/create, the guides on reasoning and
function calling, the types of the `openai` package 2.54.0 (which are made out of the
specification), and the messages of refusals that users report; read in November 2026.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, cast

Json = dict[str, Any]


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PARAMETERS = _words(
    """background context_management conversation include input instructions max_output_tokens
    max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt
    prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier
    service_tier store stream stream_options temperature text tool_choice tools top_logprobs top_p
    truncation user"""
)
_TOOL_MEMBERS = _words(
    "type name parameters strict description defer_loading allowed_callers output_schema"
)
_REASONING_MEMBERS = _words("context effort generate_summary mode summary")
_ITEM_MEMBERS = {
    "message": _words("type id role content status phase"),
    "reasoning": _words("type id summary content encrypted_content status"),
    "function_call": _words("type id call_id name arguments status namespace caller async"),
    "function_call_output": _words("type id call_id output status caller name namespace"),
    "web_search_call": _words("type id action status"),
    "compaction": _words("type id encrypted_content created_by"),
}
_PART_MEMBERS = {
    "output_text": _words("type text annotations logprobs"),
    "refusal": _words("type refusal"),
    "input_text": _words("type text"),
    "input_image": _words("type detail image_url file_id"),
}
_PREFIXES = {"message": "msg", "reasoning": "rs", "function_call": "fc"}
_LONGEST_ID = 64
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")

PLAIN_MODEL = "plain"
"""A model of this name does not reason, and refuses to be asked for it."""


class Refusal(Exception):
    """What the API answers instead of a response."""

    def __init__(
        self, message: str, param: str | None = None, code: str | None = None, *, status: int = 400
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body: Json = {
            "error": {
                "message": message,
                "type": "invalid_request_error",
                "param": param,
                "code": code,
            }
        }


def encrypted_content(item_id: str) -> str:
    return f"gAAAAAB{hashlib.sha256(item_id.encode()).hexdigest()}"


def check(body: Json) -> None:
    """Refuse what the API refuses, and that anything is stored.

    Raises:
        Refusal: with its answer.
    """
    for name in body:
        _check_known(name, _PARAMETERS, name)
    for name in ("model", "input"):
        if name not in body:
            raise Refusal(f"Missing required parameter: '{name}'.", name)
    if len(body.get("prompt_cache_key", "")) > _LONGEST_ID:
        raise _too_long("prompt_cache_key", body["prompt_cache_key"])
    if body.get("store") is not False:
        raise Refusal("the test wants nothing to be stored", "store")
    _check_reasoning(body)
    for index, tool in enumerate(body.get("tools", ())):
        _check_tool(tool, f"tools[{index}]")
    items: list[Json] = body["input"]
    for index, item in enumerate(items):
        _check_item(item, f"input[{index}]")
    _check_calls(items)
    _check_pairs(items)


def _check_known(name: str, known: frozenset[str], path: str) -> None:
    if name not in known:
        raise Refusal(f"Unknown parameter: '{path}'.", path, "unknown_parameter")


def _too_long(path: str, text: str) -> Refusal:
    return Refusal(
        f"Invalid '{path}': string too long. Expected a string with maximum length {_LONGEST_ID}, "
        f"but got a string with length {len(text)} instead.",
        path,
        "string_above_max_length",
    )


def _check_reasoning(body: Json) -> None:
    for name in body.get("reasoning", {}):
        _check_known(name, _REASONING_MEMBERS, f"reasoning.{name}")
        if body["model"] == PLAIN_MODEL:
            raise Refusal(
                f"Unsupported parameter: 'reasoning.{name}' is not supported with this model.",
                f"reasoning.{name}",
                "unsupported_parameter",
            )
    include = body.get("include", [])
    if include != ["reasoning.encrypted_content"] and include:
        raise Refusal(f"Invalid value: {include!r}", "include[0]", "invalid_value")
    if include and body["model"] == PLAIN_MODEL:
        raise Refusal("Encrypted content is not supported with this model.", "include")


def _check_tool(tool: Json, path: str) -> None:
    for name in ("type", "name", "parameters", "strict"):
        if name not in tool:
            raise Refusal(f"Missing required parameter: '{path}.{name}'.", f"{path}.{name}")
    for name in tool:
        _check_known(name, _TOOL_MEMBERS, f"{path}.{name}")
    if not _NAME.fullmatch(tool["name"]):
        raise Refusal(f"Invalid '{path}.name': string does not match pattern.", f"{path}.name")


def _check_item(item: Json, path: str) -> None:
    kind = item.get("type", "message")
    if kind not in _ITEM_MEMBERS:
        raise Refusal(f"Invalid value: '{kind}'.", f"{path}.type", "invalid_value")
    for name, value in item.items():
        _check_known(name, _ITEM_MEMBERS[kind], f"{path}.{name}")
        if name in ("id", "call_id"):
            _check_id(value, f"{path}.{name}")
        if value is None and name not in ("phase", "encrypted_content"):
            raise Refusal(f"Unknown parameter: '{path}.{name}'.", f"{path}.{name}")
    if "id" in item and not item["id"].startswith(prefix := _PREFIXES.get(kind, "")):
        raise Refusal(
            f"Invalid '{path}.id': '{item['id']}'. Expected an ID that begins with '{prefix}'.",
            f"{path}.id",
            "invalid_value",
        )
    match kind:
        case "message":
            _check_message(item, path)
        case "reasoning":
            _check_encrypted(item)
        case "function_call":
            if not _NAME.fullmatch(item["name"]) or not isinstance(item["arguments"], str):
                raise Refusal(f"Invalid '{path}'.", path)
            json.loads(item["arguments"])
        case "function_call_output":
            if not isinstance(item.get("output"), str):
                raise Refusal(f"Missing required parameter: '{path}.output'.", f"{path}.output")
        case _:
            pass


def _check_id(value: object, path: str) -> None:
    if not isinstance(value, str) or not value:
        raise Refusal(f"Invalid type for '{path}': expected a string.", path, "invalid_type")
    if len(value) > _LONGEST_ID:
        raise _too_long(path, value)
    if not re.fullmatch(r"[a-zA-Z0-9_-]+", value):
        raise Refusal(
            f"Invalid '{path}': '{value}'. Expected an ID that contains letters, numbers, "
            "underscores, or dashes, but this value contained additional characters.",
            path,
            "invalid_value",
        )


def _check_message(item: Json, path: str) -> None:
    role, content = item.get("role"), item.get("content")
    if role not in ("user", "assistant", "system", "developer"):
        raise Refusal(f"Invalid value: '{role}'.", f"{path}.role", "invalid_value")
    if isinstance(content, str):
        if "id" in item or "status" in item:
            raise Refusal(f"Unknown parameter: '{path}.id'.", f"{path}.id", "unknown_parameter")
        return
    if not isinstance(content, list):
        raise Refusal(f"Invalid type for '{path}.content'.", f"{path}.content", "invalid_type")
    parts = cast(list[Json], content)
    if role == "assistant" and "id" in item and "status" not in item:
        raise Refusal(f"Missing required parameter: '{path}.status'.", f"{path}.status")
    for index, part in enumerate(parts):
        known = _PART_MEMBERS.get(part["type"])
        where = f"{path}.content[{index}]"
        if known is None or (role == "assistant") == part["type"].startswith("input_"):
            raise Refusal(f"Invalid value: {part!r}.", where, "invalid_value")
        for name in part:
            _check_known(name, known, f"{where}.{name}")


def _check_encrypted(item: Json) -> None:
    if "summary" not in item:
        raise Refusal("Missing required parameter: 'summary'.", "summary")
    encrypted = item.get("encrypted_content")
    if not encrypted:
        raise Refusal(
            f"Item with id '{item.get('id')}' not found. Items are not persisted when `store` is "
            "set to false. Try again with `store` set to true, or remove this item from your "
            "input.",
            "input",
            status=404,
        )
    if encrypted != encrypted_content(item["id"]):
        raise Refusal(
            f"The encrypted content {encrypted[:4]}...{encrypted[-4:]} could not be verified. "
            "Reason: Encrypted content could not be decrypted or parsed.",
            None,
            "invalid_encrypted_content",
        )


def _check_calls(items: list[Json]) -> None:
    """Every call has one output behind it, and every output its call before it."""
    open_calls: list[str] = []
    answered: set[str] = set()
    for item in items:
        call_id = item.get("call_id")
        if item.get("type") == "function_call":
            if call_id in open_calls or call_id in answered:
                raise Refusal(f"Duplicate item found with call_id {call_id}.", "input")
            open_calls.append(str(call_id))
        elif item.get("type") == "function_call_output":
            if call_id not in open_calls:
                raise Refusal(
                    f"No tool call found for function call output with call_id {call_id}.", "input"
                )
            open_calls.remove(str(call_id))
            answered.add(str(call_id))
    if open_calls:
        raise Refusal(f"No tool output found for function call {open_calls[0]}.", "input")


def _check_pairs(items: list[Json]) -> None:
    """Reasoning and what it led to need each other, as far as they are named by id."""
    reasoned: set[str] = set()
    for item, following in zip(items, [*items[1:], None], strict=True):
        kind, item_id = item.get("type", "message"), item.get("id", "")
        number = item_id.split("_")[1] if item_id.count("_") else ""
        if kind == "reasoning":
            if following is None or _leads_nowhere(following, number):
                raise Refusal(
                    f"Item '{item_id}' of type 'reasoning' was provided without its required "
                    "following item.",
                    "input",
                )
            reasoned.add(number)
        elif number.startswith("r") and number not in reasoned:
            raise Refusal(
                f"Item '{item_id}' of type '{kind}' was provided without its required 'reasoning' "
                f"item: 'rs_{number}'.",
                "input",
            )


def _leads_nowhere(item: Mapping[str, Any], number: str) -> bool:
    """Whether an item is not what the model came to with the reasoning of this number."""
    if item.get("type") == "function_call_output" or item.get("role", "assistant") != "assistant":
        return True
    return f"_{number}" not in item.get("id", f"_{number}")
