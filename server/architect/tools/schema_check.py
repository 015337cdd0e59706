"""Arguments compared with a JSON schema, as far as a model's usual mistakes go.

Whatever fits the schema passes; what is subtler (formats, patterns, combined schemas) is for the
tool to refuse. The keywords: https://json-schema.org/draft/2020-12/json-schema-validation.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, cast

from architect.l10n import english

MOST_PROBLEMS = 20
MOST_CHOICES = 50
_MOST_CHARACTERS = 2000

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def schema_problems(schema: Mapping[str, Any], value: Any) -> list[str]:
    """What is wrong with `value`: `user.age: should be integer, is string`; nothing if it fits.

    Rules that are none, such as `required: [5]`, are no rules. Of many problems, of many choices
    and of a long text only the start is told.
    """
    return _start(_problems(schema, value, ()), MOST_PROBLEMS)


def schema_fault(schema: Any) -> str:
    """Why a model could not be told `schema`: `'required' is no list of names`; empty if it could.

    Only what its checks here read is looked at; the depth is for the caller to bound.
    """
    if not isinstance(schema, Mapping):
        return english("it is no object")
    rules = cast(Mapping[str, Any], schema)
    properties, required = rules.get("properties", {}), rules.get("required", [])
    if not isinstance(properties, Mapping):
        return english("'properties' is no object")
    if not isinstance(required, list) or not all(
        isinstance(name, str) for name in cast(list[Any], required)
    ):
        return english("'required' is no list of names")
    inner = (*cast(Mapping[str, Any], properties).values(), rules.get("items"))
    return next(filter(None, (schema_fault(each) for each in inner if isinstance(each, dict))), "")


def _problems(schema: Any, value: Any, place: tuple[str, ...]) -> Iterator[str]:
    if not isinstance(schema, Mapping):
        return
    rules = cast(Mapping[str, Any], schema)
    wanted = _as_list(rules.get("type"))
    if wanted and not any(_is_a(value, each) for each in wanted):
        yield _said(place, f"should be {' or '.join(map(str, wanted))}, is {_type_of(value)}")
        return
    choices = rules.get("enum")
    if isinstance(choices, list) and value not in choices:
        told = ", ".join(_start(map(repr, cast(list[Any], choices)), MOST_CHOICES))
        yield _said(place, f"should be one of {told}")
    if isinstance(value, dict):
        yield from _in_object(rules, cast(dict[str, Any], value), place)
    elif isinstance(value, list):
        for number, item in enumerate(cast(list[Any], value)):
            yield from _problems(rules.get("items"), item, (*place, str(number)))


def _in_object(
    rules: Mapping[str, Any], value: dict[str, Any], place: tuple[str, ...]
) -> Iterator[str]:
    given = rules.get("properties")
    properties = cast(Mapping[str, Any], given if isinstance(given, Mapping) else {})
    for name in _as_list(rules.get("required")):
        if isinstance(name, str) and name not in value:
            yield _said((*place, name), "is required")
    for name, each in value.items():
        if name in properties:
            yield from _problems(properties[name], each, (*place, name))
        elif rules.get("additionalProperties") is False and "patternProperties" not in rules:
            yield _said((*place, name), "is not an argument")


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return cast(list[Any], value)
    return [] if value is None else [value]


def _is_a(value: Any, wanted: Any) -> bool:
    """Whether `value` has the type named `wanted`; a type that the standard does not have fits."""
    types = _TYPES.get(wanted) if isinstance(wanted, str) else None
    if types is None:
        return True
    if isinstance(value, bool):
        return wanted == "boolean"
    if isinstance(value, float) and value.is_integer() and wanted == "integer":
        return True
    return isinstance(value, types)


def _type_of(value: Any) -> str:
    return next(name for name in reversed(_TYPES) if _is_a(value, name))


def _said(place: tuple[str, ...], problem: str) -> str:
    said = f"{'.'.join(place)}: {problem}" if place else problem
    return said if len(said) <= _MOST_CHARACTERS else f"{said[: _MOST_CHARACTERS - 3]}..."


def _start(texts: Iterable[str], most: int) -> list[str]:
    """The first ones of `texts`, and that there are more if there are."""
    first = list(islice(texts, most + 1))
    return first if len(first) <= most else [*first[:most], "and more"]
