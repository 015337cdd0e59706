"""Types of Python as TypeScript.

Dataclasses and models get the camelCase names that they have on the wire; typed dicts are spelled
as they are.
"""

import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
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

from scripts.derived.wire_types import fields_of, wire_name, words_about

JSON_OBJECT = "JsonObject"
_WORDS: Mapping[object, str] = {
    str: "string",
    Path: "string",
    datetime: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    type(None): "null",
    None: "null",
    Any: "unknown",
    object: "unknown",
}


class Declarations:
    """Interfaces in the order in which they are first needed; each name stands for one type."""

    def __init__(self) -> None:
        self._known: dict[str, object] = {}
        self._texts: dict[str, str] = {}

    def text(self) -> str:
        return "\n".join(self._texts.values())

    def expression(self, kind: Any) -> str:
        """How `kind` is written where a type is used; what it needs is declared."""
        if isinstance(kind, NewType):
            return self.expression(kind.__supertype__)
        if inspect.isclass(kind) and issubclass(kind, Enum):
            return self._choice_of(kind)
        if kind in _WORDS:
            return _WORDS[kind]
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Annotated and isinstance(arguments[1], str):
            return arguments[1]
        if origin in (Annotated, Required, NotRequired):
            return self.expression(arguments[0])
        if origin is Literal:
            return _literals(arguments)
        if origin in (Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.expression(each) for each in arguments))
        if origin in (tuple, list):
            return self._array(origin, arguments)
        if origin in (dict, Mapping):
            return JSON_OBJECT
        return self.interface(kind)

    def interface(self, kind: Any, *, head: str = "") -> str:
        """The name of the interface for a class; `head` is what it extends."""
        name = wire_name(kind)
        if self._is_new(kind):
            self._texts[name] = ""  # keeps its place before what it needs
            self._texts[name] = _comment(kind) + _declaration(name, head, self._members(kind))
        return name

    def _choice_of(self, kind: type[Enum]) -> str:
        if self._is_new(kind):
            values = _literals(member.value for member in kind)
            name = wire_name(kind)
            self._texts[name] = f"{_comment(kind)}export type {name} = {values};\n"
        return wire_name(kind)

    def _is_new(self, kind: type) -> bool:
        known = self._known.setdefault(wire_name(kind), kind)
        if known is not kind:
            raise ValueError(f"{wire_name(kind)!r} is the name of two: {known!r} and {kind!r}")
        return wire_name(kind) not in self._texts

    def _array(self, origin: object, arguments: tuple[Any, ...]) -> str:
        if origin is tuple and arguments[1:] != (...,):
            return f"readonly [{', '.join(self.expression(each) for each in arguments)}]"
        item = self.expression(arguments[0])
        return f"readonly ({item})[]" if "|" in item or " " in item else f"readonly {item}[]"

    def _members(self, kind: Any) -> Iterator[str]:
        for name, hint, is_optional in fields_of(kind):
            mark = "?" if is_optional else ""
            yield f"readonly {name}{mark}: {self.expression(hint)};"


def _literals(values: Iterable[object]) -> str:
    return " | ".join(_literal(value) for value in values)


def _literal(value: object) -> str:
    if isinstance(value, Enum):
        return _literal(value.value)
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _comment(kind: type) -> str:
    lines = [line.replace("*/", "* /") for line in words_about(kind).split("\n")]
    if lines == [""]:
        return ""
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _declaration(name: str, head: str, members: Iterable[str]) -> str:
    lines = "".join(f"  {member}\n" for member in members)
    if not lines:
        return f"export type {name} = Record<string, never>;\n"
    extends = f" extends {head}" if head else ""
    return f"export interface {name}{extends} {{\n{lines}}}\n"


def map_of(name: str, comment: str, entries: Mapping[str, str]) -> str:
    """An interface with one member for each entry, for looking types up by a name."""
    lines = "".join(f'  readonly "{key}": {value};\n' for key, value in entries.items())
    return f"/** {comment} */\nexport interface {name} {{\n{lines}}}\n"
