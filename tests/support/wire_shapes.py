"""Whether what the daemon says has the shape that is written down for clients."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs" / "protocol.schema.json").read_bytes()
)


def misshapen(received: Iterable[dict[str, Any]], results: Iterable[tuple[str, Any]]) -> list[str]:
    """What is wrong with messages of our own, and with the results of commands by their names.

    Members that are not in the schema are wrong, too; other messages and commands are none of ours.
    """
    found: list[str] = []
    for name, result in results:
        if name in SCHEMA["commands"]:
            found += _problems(name, f"#/commands/{name}/result", result)
    for message in received:
        method, params = message["method"], message.get("params")
        if reference := _reference(method, params):
            found += _problems(method, reference, params)
    return found


def _reference(method: str, params: Any) -> str | None:
    if method == "architect/event":
        return _events().get(params["type"], "of no event")
    if method in SCHEMA["serverRequests"]:
        return SCHEMA["serverRequests"][method]["params"]["$ref"]
    return SCHEMA["serverNotifications"].get(method, {}).get("$ref")


@cache
def _events() -> Mapping[str, str]:
    """The definition of each event by its `type`: trying all for each would take long."""
    references = [each["$ref"] for each in SCHEMA["definitions"]["RunEvent"]["anyOf"]]
    kinds = {reference: SCHEMA["definitions"][reference.split("/")[-1]] for reference in references}
    return {kind["properties"]["type"]["enum"][0]: name for name, kind in kinds.items()}


def _problems(name: str, reference: str, value: Any) -> list[str]:
    """In the words of the likeliest one where a value fits none of several shapes."""
    likeliest = cast(Any, import_module("jsonschema.exceptions")).best_match
    errors = _validator(reference).iter_errors(value)
    return [f"{name}: {likeliest([error]).message}" for error in errors]


@cache
def _validator(reference: str) -> Any:
    validator = cast(Any, import_module("jsonschema")).Draft7Validator
    return validator({**_closed(SCHEMA), "$ref": reference})


def _closed(node: Any) -> Any:
    """Where members are listed, there are no others."""
    match node:
        case dict():
            members = cast(dict[str, Any], node)
            closed = {key: _closed(value) for key, value in members.items()}
            is_object = isinstance(members.get("properties"), dict)
            return {"additionalProperties": False, **closed} if is_object else closed
        case list():
            return [_closed(each) for each in cast(list[Any], node)]
        case _:
            return node
