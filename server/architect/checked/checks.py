"""How a value is checked against a type.

What fits is returned in that type; a list is taken for a tuple, a text for a path or for a member
of an enumeration. A lax check also takes what language models mean as a number or a truth value,
such as `"5"`, and text that cannot be encoded. The words are those of pydantic, which they know.
"""

import math
import re
import types
from collections.abc import Callable, Mapping, Sequence, Sized
from enum import Enum, EnumType
from pathlib import Path
from typing import Any, Literal, Union, cast, get_args, get_origin

from architect.checked.errors import Gathered, Refused, ValidationError
from architect.checked.field import NO_LIMITS, FieldInfo, Limits, field_info
from architect.l10n import either, english

Check = Callable[[Any], Any]
"""Gives the value in its type, or raises a `ValidationError`."""

_TRUE = frozenset({"1", "on", "t", "true", "y", "yes"})
_FALSE = frozenset({"0", "off", "f", "false", "n", "no"})


def check_of_field(field: FieldInfo, *, lax: bool) -> Check:
    """The check of the type of `field` and of what it says beside."""
    check = check_of(field.annotation, lax=lax)
    if field.limits != NO_LIMITS:
        check = _then(check, _within(field.limits))
    for validator in field.after:
        check = _then(check, validator.check)
    for validator in reversed(field.before):
        check = _then(validator.read, check)
    return check


def check_of(kind: Any, *, lax: bool) -> Check:
    """The check of a type."""
    if kind in _SCALARS:
        return _LAX.get(kind, _SCALARS[kind]) if lax else _SCALARS[kind]
    if isinstance(kind, EnumType):
        return _one_of(tuple(kind), "enum")
    if (checks_itself := getattr(kind, "model_validate", None)) is not None:
        return checks_itself
    match get_origin(kind):
        case None:
            raise TypeError(f"{kind!r} cannot be checked; teach architect/checked/checks.py")
        case origin if origin is Literal:
            return _one_of(get_args(kind), "literal_error")
        case origin if origin in (Union, types.UnionType):
            return _any_of(get_args(kind), lax=lax)
        case origin if origin in (list, tuple):
            return _sequence(origin, get_args(kind)[0], lax=lax)
        case origin if origin is dict:
            return _mapping(*get_args(kind), lax=lax)
        case _:  # Annotated
            return check_of_field(field_info(kind), lax=lax)


def _then(first: Check, second: Check) -> Check:
    return lambda value: second(first(value))


def _lax_text(value: Any) -> str:
    if not isinstance(value, str):
        raise Refused("string_type", english("Input should be a valid string"))
    return value


def _text(value: Any) -> str:
    text = _lax_text(value)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise Refused(
                "string_unicode",
                english(
                    "Input should be a valid string, unable to parse raw data as a unicode string"
                ),
            ) from error
    return text


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Refused("int_type", english("Input should be a valid integer"))
    return value


_FRACTIONAL = english("Input should be a valid integer, got a number with a fractional part")
_NO_INTEGER = english("Input should be a valid integer, unable to parse string as an integer")
_NO_BOOLEAN = english("Input should be a valid boolean, unable to interpret input")


def _lax_whole(value: Any) -> int:
    match value:
        case bool():
            return int(value)
        case float() if not math.isfinite(value):
            raise Refused("finite_number", english("Input should be a finite number"))
        case float() if value.is_integer():
            return int(value)
        case float():
            raise Refused("int_from_float", _FRACTIONAL)
        case str():
            try:
                return int(value.strip().removesuffix(".0"))
            except ValueError as error:
                raise Refused("int_parsing", _NO_INTEGER) from error
        case _:
            return _whole(value)


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused("float_type", english("Input should be a valid number"))
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise Refused("finite_number", english("Input should be a finite number"))
    return number


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused("bool_type", english("Input should be a valid boolean"))
    return value


def _lax_truth(value: Any) -> bool:
    match value:
        case int() | float() if value in (0, 1):
            return bool(value)
        case str() if value.lower() in _TRUE | _FALSE:
            return value.lower() in _TRUE
        case int() | str():
            raise Refused("bool_parsing", _NO_BOOLEAN)
        case _:
            return _truth(value)


def _path(value: Any) -> Path:
    if not isinstance(value, str | Path):
        raise Refused("path_type", english("Input is not a valid path"))
    return Path(value)


def _nothing(value: Any) -> None:
    if value is not None:
        raise Refused("none_required", english("Input should be None"))


def _anything(value: Any) -> Any:
    return value


_SCALARS: dict[Any, Check] = {
    str: _text,
    int: _whole,
    float: _number,
    bool: _truth,
    Path: _path,
    type(None): _nothing,
    Any: _anything,
}
_LAX: dict[Any, Check] = {str: _lax_text, int: _lax_whole, bool: _lax_truth}


def _one_of(choices: tuple[Any, ...], kind: str) -> Check:
    """The choice that is given, or whose value is, if they are members of an enumeration."""
    *others, last = (repr(each.value if isinstance(each, Enum) else each) for each in choices)
    told = either((", ".join(others), last)) if others else last

    def check(value: Any) -> Any:
        for choice in choices:
            plain = choice.value if isinstance(choice, Enum) else choice
            if value is choice or (type(value) is type(plain) and value == plain):
                return choice
        raise Refused(kind, english("Input should be {either}", either=told))

    return check


def _any_of(options: tuple[Any, ...], *, lax: bool) -> Check:
    """The first option that takes the value as it is, or else the first that takes it at all.

    What the last option but null has against it is told.
    """
    checks = [check_of(option, lax=False) for option in options]
    if lax:
        checks += [check_of(option, lax=True) for option in options]
    named = [option for option in options if option is not type(None)]
    told = check_of(named[-1], lax=lax)

    def check(value: Any) -> Any:
        for each in checks:
            try:
                return each(value)
            except ValidationError:
                continue
        return told(value)

    return check


def _sequence(origin: Any, item: Any, *, lax: bool) -> Check:
    check_item = check_of(item, lax=lax)
    name = origin.__name__

    def check(value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise Refused(
                f"{name}_type",
                english("Input should be a valid {name}", name=name),
            )
        items = cast(Sequence[Any], value)
        gathered = Gathered()
        kept: list[Any] = []
        for number, each in enumerate(items):
            try:
                kept.append(check_item(each))
            except ValidationError as error:
                gathered.add(error, number, given=each)
        gathered.raise_if_any()
        return origin(kept)

    return check


def _mapping(key_kind: Any, value_kind: Any, *, lax: bool) -> Check:
    check_key, check_value = check_of(key_kind, lax=lax), check_of(value_kind, lax=lax)

    def check(value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Refused("dict_type", english("Input should be a valid dictionary"))
        items = cast(Mapping[Any, Any], value)
        gathered = Gathered()
        kept: dict[Any, Any] = {}
        for key, each in items.items():
            try:
                check_key(key)
            except ValidationError as error:
                gathered.add(error, key, "[key]", given=key)
            try:
                kept[key] = check_value(each)
            except ValidationError as error:
                gathered.add(error, key, given=each)
        gathered.raise_if_any()
        return kept

    return check


def _within(limits: Limits) -> Check:
    def check(value: Any) -> Any:
        if value is None:
            return value
        _check_size(limits, value)
        if isinstance(value, str | tuple | list):
            _check_length(limits, cast(Sized, value))
        return cast(Any, value)

    return check


def _check_size(limits: Limits, value: Any) -> None:
    if limits.ge is not None and value < limits.ge:
        text = english("Input should be greater than or equal to {ge}", ge=limits.ge)
        raise Refused("greater_than_equal", text)
    if limits.le is not None and value > limits.le:
        raise Refused(
            "less_than_equal",
            english("Input should be less than or equal to {le}", le=limits.le),
        )


_TOO_SHORT = {
    "string": english("String should have at least {least} characters"),
    "list": english("List should have at least {least} items"),
}
_TOO_LONG = {
    "string": english("String should have at most {most} characters, not {length}"),
    "list": english("List should have at most {most} items, not {length}"),
}


def _check_length(limits: Limits, value: Sized) -> None:
    kind = "string" if isinstance(value, str) else "list"
    if limits.min_length is not None and len(value) < limits.min_length:
        text = english(_TOO_SHORT[kind], least=limits.min_length)
        raise Refused(f"{kind}_too_short", text)
    if limits.max_length is not None and len(value) > limits.max_length:
        text = english(_TOO_LONG[kind], most=limits.max_length, length=len(value))
        raise Refused(f"{kind}_too_long", text)
    if limits.pattern is not None and not re.search(limits.pattern, cast(str, value)):
        raise Refused(
            "string_pattern_mismatch",
            english("String should match pattern {pattern!r}", pattern=limits.pattern),
        )
