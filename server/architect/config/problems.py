"""What is wrong with settings, in words that help to fix them."""

import re
from collections.abc import Mapping
from enum import EnumType
from typing import Any, TypeVar, get_args

from architect.checked import errors
from architect.checked.errors import ValidationError
from architect.checked.field import Limits
from architect.checked.model import MISSING_TEXT, Model
from architect.config.keys import field_at, keys_at, sections_with
from architect.config.layer import KeyPath, is_mapping
from architect.config.nearest import nearest
from architect.config.schema import Config
from architect.frozen import frozen
from architect.l10n import at, either, english

_TYPES = {
    "int_type": english("{value} is not a whole number"),
    "float_type": english("{value} is not a number"),
    "finite_number": english("{value} is not a finite number"),
    "bool_type": english("{value} is not true or false"),
    "string_type": english("{value} is not a string, put it in quotes if it is meant as one"),
    "string_unicode": english("{value} is not a string that can be encoded"),
    "tuple_type": english("{value} is not a list, write it as [a, b]"),
    "path_type": english("{value} is not a path, put it in quotes if it is meant as one"),
}
_NO_NAME = english("{value} is not a name, use letters, digits, - and _, a letter first")
_UNKNOWN_KEY = english("unknown key, did you mean {either}?")
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
        return at(dotted(self.path), self.text)


_M = TypeVar("_M", bound=Model)


def checked(values: Mapping[str, Any]) -> Config | list[Problem]:
    """`values` on top of the defaults, or everything that is wrong with them."""
    return checked_as(Config, values)


def checked_as(model: type[_M], values: Mapping[str, Any]) -> _M | list[Problem]:
    """The `model` that `values` are, or everything that is wrong with them."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        return [_problem(problem, model) for problem in error.problems]


def dotted(path: KeyPath) -> str:
    """`path` as people write it: `agents.mine.allowed_tools[0]`."""
    parts = (f"[{key}]" if isinstance(key, int) else f".{_name(key)}" for key in path)
    return "".join(parts).removeprefix(".")


def _problem(problem: errors.Problem, model: type[Model]) -> Problem:
    path = problem.place
    if path[-1] == "[key]":
        reason = english(_NO_NAME, value=_shown(path[-2]))
        return Problem(path[:-1], reason)
    return Problem(path, _reason(problem, path, model), incomplete=problem.kind == "missing")


_MAY_BE_KEYS = {"api_key_env", "extra_headers", "extra_body"}


def _reason(problem: errors.Problem, path: KeyPath, model: type[Model]) -> str:
    value = english("this value") if _MAY_BE_KEYS & set(path) else _shown(problem.given)
    match problem.kind:
        case "extra_forbidden":
            return _unknown_key(path, model)
        case "missing" if problem.text == MISSING_TEXT:
            return english("missing")
        case "greater_than_equal" | "less_than_equal":
            return _out_of_range(value, path, model)
        case "literal_error" | "enum":
            return english(
                "{value} is not one of {choices}",
                value=value,
                choices=", ".join(_choices(path, model)),
            )
        case "string_too_short" | "list_too_short":
            return english("must not be empty")
        case "string_pattern_mismatch":
            return english(_NO_NAME, value=value)
        case "model_type" | "dict_type":
            keys = ", ".join(keys_at(path, of=model)) or english("you choose")
            return english("needs keys below it ({keys}), not {value}", keys=keys, value=value)
        case kind if kind in _TYPES:
            return english(_TYPES[kind], value=value)
        case _:
            return problem.text


def _unknown_key(path: KeyPath, model: type[Model]) -> str:
    key = str(path[-1])
    known = keys_at(path[:-1], of=model)
    if match := nearest(key, known):
        return english(_UNKNOWN_KEY, either=repr(match))
    if len(path) == 1 and model is Config and (sections := sections_with(key)):
        return english(_UNKNOWN_KEY, either=either(f"'{s}.{key}'" for s in sections))
    return english("unknown key, the keys here are {known}", known=", ".join(known))


def _out_of_range(value: str, path: KeyPath, model: type[Model]) -> str:
    field = field_at(path, of=model)
    limits = field.limits if field else Limits()
    if limits.le is None:
        return english("{value} is out of range, at least {least}", value=value, least=limits.ge)
    return english(
        "{value} is out of range, {least} to {most}", value=value, least=limits.ge, most=limits.le
    )


def _choices(path: KeyPath, model: type[Model]) -> list[str]:
    field = field_at(path, of=model)
    return _named_by(field.annotation) if field else []


def _named_by(kind: Any) -> list[str]:
    """The words that a type takes, or one of several types."""
    if isinstance(kind, EnumType):
        return [str(member) for member in kind]
    if kind is bool:
        return ["true", "false"]
    if isinstance(kind, str):
        return [kind]
    return [word for option in get_args(kind) for word in _named_by(option)]


def _name(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key) else _shown(key)


def _shown(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return english("a list")
        case _ if is_mapping(value):
            return english("a mapping")
        case _:
            text = repr(value)
            return text if len(text) <= _SHOWN_CHARACTERS else f"{text[:_SHOWN_CHARACTERS]}..."
