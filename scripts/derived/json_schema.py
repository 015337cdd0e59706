"""Types of the wire as JSON schemas, draft 7, which is what validators know best."""

import inspect
import types
from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Literal,
    NewType,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
)

from pydantic import BaseModel
from scripts.derived.config_schema import without_titles
from scripts.derived.wire_types import fields_of, wire_name, words_about

DEFINITIONS = "#/definitions/"
Node = dict[str, Any]

_WORDS: Mapping[object, str] = {
    str: "string",
    Path: "string",
    datetime: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    None: "null",
}


class Definitions:
    """Schemas by the names of the types, in the order in which they are first needed."""

    def __init__(self) -> None:
        self.nodes: dict[str, Node] = {}

    def node(self, kind: Any) -> Node:
        """What stands where `kind` is meant; what it needs is defined."""
        if isinstance(kind, NewType):
            return self.node(kind.__supertype__)
        if kind in _WORDS:
            return {"type": _WORDS[kind]}
        if kind in (Any, object):
            return {}
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated and isinstance(arguments[1], str):
            return {"$ref": DEFINITIONS + arguments[1]}
        if origin in (Annotated, Required, NotRequired):
            return self.node(arguments[0])
        if origin is Literal:
            return _one_of(arguments)
        if origin in (Union, types.UnionType):
            return {"anyOf": [self.node(each) for each in arguments]}
        if origin in (tuple, list):
            return self._array(origin, arguments)
        if origin in (dict, Mapping):
            return {"type": "object"}
        return self.reference(kind)

    def reference(self, kind: Any, *, head: type | None = None) -> Node:
        """A reference to the class, which is defined; it has the fields of `head`, too."""
        name = wire_name(kind)
        if name not in self.nodes:
            self.nodes[name] = {}  # keeps its place before what it needs
            self.nodes[name] = self._definition(kind, head)
        return {"$ref": DEFINITIONS + name}

    def _definition(self, kind: Any, head: type | None) -> Node:
        words = words_about(kind)
        about: Node = {"description": words} if words else {}
        if inspect.isclass(kind) and issubclass(kind, Enum):
            return about | _one_of(member.value for member in kind)
        if inspect.isclass(kind) and issubclass(kind, BaseModel):
            return self._model(kind) | about
        members = [*(fields_of(head) if head else ()), *fields_of(kind)]
        return about | {
            "type": "object",
            "properties": {name: self.node(hint) for name, hint, _ in members},
            "required": [name for name, _, is_optional in members if not is_optional],
        }

    def _model(self, kind: type[BaseModel]) -> Node:
        """What is taken: pydantic knows the limits of its values."""
        made = without_titles(kind.model_json_schema(ref_template=DEFINITIONS + "{model}"))
        for name, node in made.pop("$defs", {}).items():
            self.nodes.setdefault(name, node)
        return made

    def _array(self, origin: object, arguments: tuple[Any, ...]) -> Node:
        if origin is tuple and arguments[1:] != (...,):
            items = [self.node(each) for each in arguments]
            return {
                "type": "array",
                "items": items,
                "minItems": len(items),
                "maxItems": len(items),
            }
        return {"type": "array", "items": self.node(arguments[0])}


def _one_of(values: Any) -> Node:
    return {"enum": [value.value if isinstance(value, Enum) else value for value in values]}
