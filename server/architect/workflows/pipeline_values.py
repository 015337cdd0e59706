"""What the variables of a pipeline hold, and the texts in which they stand: `{{plan.title}}`."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias, cast

from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

Value: TypeAlias = Any
"""What JSON has: a text, a number, true or false, null, a list, or a mapping."""

Scope: TypeAlias = Mapping[str, Value]
"""The variables that a step knows, by their names."""

NAME = r"[A-Za-z_][A-Za-z0-9_]*"
"""Of variables, and of the keys below them."""

MOST_ITEMS = 10_000
"""Of a `for_each`, each of which is a run."""

_BRACES = lazy_pattern(r"\{\{(.*?)\}\}", 16)
"""16 is `re.DOTALL`."""

_REFERENCE = lazy_pattern(rf"\s*({NAME}(?:\.(?:{NAME}|\d+))*)\s*")


class ValueFault(Exception):
    """An expression has no value, as things are."""


class NoReferenceError(ValueError):
    """What stands between braces is no name."""


@frozen
class Reference:
    """A variable, and the keys or numbers of items below it."""

    variable: str
    keys: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ".".join((self.variable, *self.keys))

    def value_in(self, scope: Scope) -> Value:
        """What it refers to.

        Raises:
            ValueFault: there is no such key.
        """
        value = scope.get(self.variable)
        at = self.variable
        for key in self.keys:
            value = _below(value, key, at)
            at = f"{at}.{key}"
        return value


def reference(text: str) -> Reference:
    """The reference that `text` is: `plan.title`.

    Raises:
        NoReferenceError: it is none.
    """
    match = _REFERENCE.fullmatch(text)
    if match is None:
        raise NoReferenceError(english("{text!r} is not the name of a variable", text=text.strip()))
    variable, *keys = match[1].split(".")
    return Reference(variable, tuple(keys))


def references_in(text: str) -> list[Reference]:
    """All that stand in `text`, in their order.

    Raises:
        NoReferenceError: braces hold something else.
    """
    return [reference(match[1]) for match in _BRACES.finditer(text)]


def filled_in(text: str, scope: Scope) -> str:
    """`text` with values in place of references; braces in a value are no references.

    Raises:
        ValueFault: one of them has no value.
    """
    return _BRACES.sub(lambda match: shown(reference(match[1]).value_in(scope)), text)


def shown(value: Value) -> str:
    """A value as a text: nothing for null, JSON for what is made of several."""
    match value:
        case None:
            return ""
        case str():
            return value
        case bool() | int() | float():
            return json.dumps(value)
        case _:
            return json.dumps(value, ensure_ascii=False, indent=2)


def items_of(value: Value, at: str) -> list[Value]:
    """What a `for_each` goes through: the items of a list, or the lines of a text.

    Raises:
        ValueFault: it is neither, or has too many.
    """
    items: list[Value] = []
    match value:
        case None:
            pass
        case list():
            items += cast(Sequence[Value], value)
        case str():
            items += [line.strip() for line in value.split("\n") if line.strip()]
        case _:
            raise ValueFault(
                english("{at} is neither a list nor a text with a line for each item", at=at)
            )
    if len(items) > MOST_ITEMS:
        raise ValueFault(
            english(
                "{at} has {items:,} items, and there can be {most:,}",
                at=at,
                items=len(items),
                most=MOST_ITEMS,
            )
        )
    return items


def _below(value: Value, key: str, at: str) -> Value:
    match value:
        case dict():
            found = cast(Mapping[str, Value], value)
            if key in found:
                return found[key]
            if not found:
                raise ValueFault(english("{at} has no {key!r}, only nothing", at=at, key=key))
            known = ", ".join(found)
            raise ValueFault(
                english("{at} has no {key!r}, only {known}", at=at, key=key, known=known)
            )
        case list():
            items = cast(Sequence[Value], value)
            if key.isdecimal() and int(key) < len(items):
                return items[int(key)]
            raise ValueFault(
                english(
                    "{at} has {items} items, which are counted from 0: no {key}",
                    at=at,
                    items=len(items),
                    key=key,
                )
            )
        case None:
            raise ValueFault(english("{at} is empty: it has no {key!r}", at=at, key=key))
        case _:
            raise ValueFault(english("{at} is a single value: it has no {key!r}", at=at, key=key))
