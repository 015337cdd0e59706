"""The JSON schema of what a `Model` takes: https://json-schema.org/draft/2020-12."""

import types
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, EnumType
from pathlib import Path
from typing import Annotated, Any, Literal, Union, cast, get_args, get_origin

from architect.checked.field import MISSING, NO_LIMITS, FieldInfo, Limits, field_info
from architect.checked.model import Model, fields_of

DEFINITIONS = "#/$defs/"

Node = dict[str, Any]

_WORDS: Mapping[Any, str] = {
    str: "string",
    Path: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    type(None): "null",
}
_OF_TYPES: Mapping[type, str] = {bool: "boolean", str: "string", int: "integer"}


def json_schema(model: type[Model]) -> Node:
    """What `model` takes; the models and enumerations in it are in its `$defs`."""
    definitions: dict[str, Node] = {}
    made = _object(model, definitions)
    return {"$defs": definitions, **made} if definitions else made


def _object(model: type[Model], definitions: dict[str, Node]) -> Node:
    fields = {field.alias or name: field for name, field in fields_of(model).items()}
    made: Node = {
        "additionalProperties": False,
        "properties": {name: _property(field, definitions) for name, field in fields.items()},
    }
    if required := [name for name, field in fields.items() if field.is_required()]:
        made["required"] = required
    return {**made, "type": "object"}


def _property(field: FieldInfo, definitions: dict[str, Node]) -> Node:
    made = _of_field(field, definitions)
    if field.default is not MISSING:
        made["default"] = _plain(field.default)
    if field.description is not None:
        made["description"] = field.description
    return dict(sorted(made.items()))


def _of_field(field: FieldInfo, definitions: dict[str, Node]) -> Node:
    """The type of a field with its limits."""
    made = _node(field.before[0].taken if field.before else field.annotation, definitions)
    return made if field.limits == NO_LIMITS else _bounded(made, field.limits)


def _bounded(node: Node, limits: Limits) -> Node:
    """`node` with limits, which belong to the options of it that are no null and no word."""
    if "anyOf" in node:
        return node | {"anyOf": [_bounded(option, limits) for option in node["anyOf"]]}
    match node:
        case {"const": _}:
            bounds: Node = {}
        case {"type": "string"}:
            lengths = {"minLength": limits.min_length, "maxLength": limits.max_length}
            bounds = {**lengths, "pattern": limits.pattern}
        case {"type": "array"}:
            bounds = {"minItems": limits.min_length, "maxItems": limits.max_length}
        case {"type": "integer" | "number"}:
            bounds = {"minimum": limits.ge, "maximum": limits.le}
        case _:
            bounds = {}
    given = {name: bound for name, bound in bounds.items() if bound is not None}
    return dict(sorted((node | given).items()))


def _node(kind: Any, definitions: dict[str, Node]) -> Node:
    if kind is Any:
        return {}
    if kind in _WORDS:
        return {"type": _WORDS[kind]}
    if isinstance(kind, EnumType):
        members = cast(Iterable[Enum], kind)
        return _reference(kind, _choices([member.value for member in members]), definitions)
    if isinstance(kind, type) and issubclass(kind, Model):
        return _reference(kind, _object(kind, definitions), definitions)
    arguments = get_args(kind)
    match get_origin(kind):
        case origin if origin is Annotated:
            return _of_field(field_info(kind), definitions)
        case origin if origin is Literal:
            return _choices(arguments)
        case origin if origin in (Union, types.UnionType):
            return {"anyOf": [_node(option, definitions) for option in arguments]}
        case origin if origin in (list, tuple):
            return {"items": _node(arguments[0], definitions), "type": "array"}
        case origin if origin is dict:
            return _mapping(arguments[0], arguments[1], definitions)
        case _:
            raise TypeError(f"{kind!r} has no JSON schema; teach architect/checked/json_schema.py")


def _mapping(key: Any, value: Any, definitions: dict[str, Node]) -> Node:
    inner = _node(value, definitions)
    if pattern := _of_field(field_info(key), definitions).get("pattern"):
        return {"patternProperties": {pattern: inner}, "type": "object"}
    return {"additionalProperties": inner or True, "type": "object"}


def _reference(kind: type, node: Node, definitions: dict[str, Node]) -> Node:
    definitions[kind.__name__] = node
    return {"$ref": DEFINITIONS + kind.__name__}


def _choices(values: Sequence[Any]) -> Node:
    kind = _OF_TYPES[type(values[0])]
    if len(values) == 1:
        return {"const": values[0], "type": kind}
    return {"enum": list(values), "type": kind}


def _plain(default: Any) -> Any:
    """A default as JSON has it."""
    if isinstance(default, tuple):
        return [_plain(each) for each in cast(tuple[Any, ...], default)]
    return str(default) if isinstance(default, Path) else default
