"""What is wrong with settings, in words that help to fix them."""

import re
from collections.abc import Mapping
from enum import EnumType
from typing import Any, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from architect.config.keys import field_at, keys_at, sections_with
from architect.config.layer import KeyPath, is_mapping
from architect.config.nearest import nearest
from architect.config.schema import Config
from architect.frozen import frozen

_TYPES = {
    "int_type": "not a whole number",
    "float_type": "not a number",
    "finite_number": "not a finite number",
    "bool_type": "not true or false",
    "string_type": "not a string, put it in quotes if it is meant as one",
    "string_unicode": "not a string that can be encoded",
    "tuple_type": "not a list, write it as [a, b]",
    "path_type": "not a path, put it in quotes if it is meant as one",
}
_SHOWN_CHARACTERS = 60


@frozen
class Problem:
    """One thing that is wrong, at `path`.

    `incomplete` if only something is missing, which another layer may have.
    """

    path: KeyPath
    text: str
    incomplete: bool = False

    def __str__(self) -> str:
        return f"{dotted(self.path)}: {self.text}"


def checked(values: Mapping[str, Any]) -> Config | list[Problem]:
    """`values` on top of the defaults, or everything that is wrong with them."""
    try:
        return Config.model_validate(values)
    except ValidationError as error:
        return [_problem(details) for details in error.errors(include_url=False)]


def dotted(path: KeyPath) -> str:
    """`path` as people write it: `agents.mine.allowed_tools[0]`."""
    parts = (f"[{key}]" if isinstance(key, int) else f".{_name(key)}" for key in path)
    return "".join(parts).removeprefix(".")


def _problem(details: ErrorDetails) -> Problem:
    path = details["loc"]
    if path[-1] == "[key]":
        reason = f"{_shown(path[-2])} is not a name, use letters, digits, - and _, a letter first"
        return Problem(path[:-1], reason)
    return Problem(path, _reason(details, path), incomplete=details["type"] == "missing")


_MAY_BE_KEYS = {"api_key_env", "extra_headers", "extra_body"}


def _reason(details: ErrorDetails, path: KeyPath) -> str:
    value = "this value" if _MAY_BE_KEYS & set(path) else _shown(details["input"])
    match details["type"]:
        case "extra_forbidden":
            return _unknown_key(path)
        case "missing" if details["msg"] == "Field required":
            return "missing"
        case "greater_than_equal" | "less_than_equal":
            return f"{value} is out of range, {_range(path)}"
        case "literal_error" | "enum":
            return f"{value} is not one of {', '.join(_choices(path))}"
        case "string_too_short":
            return "must not be empty"
        case "model_type" | "dict_type":
            return f"needs keys below it ({', '.join(keys_at(path)) or 'you choose'}), not {value}"
        case kind if kind in _TYPES:
            return f"{value} is {_TYPES[kind]}"
        case _:
            return details["msg"]


def _unknown_key(path: KeyPath) -> str:
    key = str(path[-1])
    known = keys_at(path[:-1])
    if match := nearest(key, known):
        return f"unknown key, did you mean {match!r}?"
    if len(path) == 1 and (sections := sections_with(key)):
        return "unknown key, did you mean " + " or ".join(f"'{s}.{key}'" for s in sections) + "?"
    return f"unknown key, the keys here are {', '.join(known)}"


def _range(path: KeyPath) -> str:
    field = field_at(path)
    metadata = field.metadata if field else []
    low = next((item.ge for item in metadata if hasattr(item, "ge")), None)
    high = next((item.le for item in metadata if hasattr(item, "le")), None)
    return f"at least {low}" if high is None else f"{low} to {high}"


def _choices(path: KeyPath) -> list[str]:
    field = field_at(path)
    choices: list[str] = []
    for option in (field.annotation, *get_args(field.annotation)) if field else ():
        if isinstance(option, EnumType):
            choices += [str(member) for member in option]
        elif isinstance(option, str | int):
            choices.append(str(option))
    return choices


def _name(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else _shown(key)


def _shown(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return "a list"
        case _ if is_mapping(value):
            return "a mapping"
        case _:
            text = repr(value)
            return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."
