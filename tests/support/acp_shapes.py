"""Whether what the agent says over ACP has the shape that the protocol's own schema wants.

The schema is that of the TypeScript SDK, which is there once client-vscode is installed.
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, cast

SDK = Path(__file__).parents[2] / "client-vscode" / "node_modules" / "@agentclientprotocol" / "sdk"
_SCHEMA = SDK / "schema" / "v1" / "schema.json"


def misshapen(received: Iterable[dict[str, Any]], replies: Iterable[tuple[str, Any]]) -> list[str]:
    """What is wrong with messages of the agent, and with its results by their methods.

    Members that the schema does not know are wrong, too. Without the schema nothing is.
    """
    if not _SCHEMA.exists():
        return []
    found: list[str] = []
    for message in received:
        found += _problems(message["method"], "params", message.get("params"))
    for method, result in replies:
        found += _problems(method, "result", result)
    return found


def _problems(method: str, what: str, value: Any) -> Iterator[str]:
    name = _definitions().get((method, what))
    if name is None:
        yield f"{method}: the protocol has no such {what}"
        return
    for error in _validator(name).iter_errors(value):
        yield f"{method}: {error.json_path}: {error.message[:300]}"
    known = _members(_document()["$defs"][name])
    if isinstance(value, dict):
        yield from _unknown(f"{method}: ", cast(dict[str, Any], value), known)
        update = cast(dict[str, Any], value).get("update")
        if isinstance(update, dict):
            told = cast(dict[str, Any], update)
            kinds = _document()["$defs"]["SessionUpdate"]["oneOf"]
            [kind] = [each for each in kinds if _kind(each) == told["sessionUpdate"]]
            yield from _unknown(f"{told['sessionUpdate']}: ", told, _members(kind))


def _unknown(place: str, value: dict[str, Any], known: set[str]) -> Iterator[str]:
    for name in value.keys() - known:
        yield f"{place}there is no member {name!r}"


def _members(node: Any) -> set[str]:
    """All that an object of that definition may have."""
    found = set(node.get("properties", {}))
    for part in ("allOf", "anyOf", "oneOf"):
        for each in node.get(part, ()):
            found |= _members(each)
    reference = node.get("$ref")
    return found | (
        _members(_document()["$defs"][reference.split("/")[-1]]) if reference else set()
    )


def _kind(node: Any) -> str:
    return node["properties"]["sessionUpdate"]["const"]


@cache
def _document() -> Any:
    return json.loads(_SCHEMA.read_bytes())


@cache
def _definitions() -> dict[tuple[str, str], str]:
    """The definition of what goes with each method."""
    found: dict[tuple[str, str], str] = {}
    for name, each in _document()["$defs"].items():
        if "x-method" in each:
            what = "result" if name.endswith("Response") else "params"
            found[each["x-method"], what] = name
    return found


@cache
def _validator(name: str) -> Any:
    validator = cast(Any, import_module("jsonschema")).Draft202012Validator
    return validator({**_document(), "$ref": f"#/$defs/{name}", "anyOf": [{}]})
