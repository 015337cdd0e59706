"""Texts in English that know what they were made of, so that `l10n.shown` translates them exactly.

Each is a `str` like any other, and equal to it. It lasts as long as it is handed on as it is, in an
error too: what is cut, joined by `+` or in an f-string, pickled or read from a journal is a plain
`str`, which is translated by the words that are found in it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self


class Made(str):
    """A text of ours; by itself, one of others among these, which is shown as it is."""

    __slots__ = ()

    def __str__(self) -> Self:
        return self

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str.__str__(self),)


class Filled(Made):
    """`message`, its `{fields}` filled with `values`; without values, braces are braces."""

    __slots__ = ("message", "values")

    message: str
    values: Mapping[str, object]

    def __new__(cls, message: str, values: Mapping[str, object]) -> Self:
        made = super().__new__(cls, message.format(**values) if values else message)
        made.message = message
        made.values = {name: _kept(value) for name, value in values.items()} if values else values
        return made


class Numbered(Made):
    """`one` or `many`, by its `{number}`."""

    __slots__ = ("many", "number", "one")

    one: str
    many: str
    number: int

    def __new__(cls, one: str, many: str, number: int) -> Self:
        made = super().__new__(cls, (one if number == 1 else many).format(number=number))
        made.one, made.many, made.number = one, many, number
        return made


class Joined(Made):
    """`parts` with `separator` between them."""

    __slots__ = ("parts", "separator")

    parts: tuple[str, ...]
    separator: str

    def __new__(cls, separator: str, parts: Iterable[str]) -> Self:
        whole = tuple(parts)
        made = super().__new__(cls, separator.join(whole))
        made.separator, made.parts = separator, whole
        return made


class Either(Joined):
    """Names, with a word of ours between them."""

    __slots__ = ()


def lines_of(text: str) -> Sequence[str]:
    """The lines of `text`; those of a `Joined` one still know what they were made of."""
    if isinstance(text, Joined) and text.separator == "\n":
        return text.parts
    return text.split("\n")


class Translated(str):
    """A text of a library in the user's language; `in_english` gives it as it was before."""

    __slots__ = ("english",)

    english: str

    def __new__(cls, told: str, english: str) -> Self:
        made = super().__new__(cls, told)
        made.english = english
        return made

    def __str__(self) -> Self:
        return self

    def format(self, *args: object, **values: object) -> "Translated":
        plain = {name: in_english(value) for name, value in values.items()}
        return Translated(super().format(*args, **values), self.english.format(*args, **plain))


def in_english(value: Any) -> Any:
    return value.english if isinstance(value, Translated) else value


def _kept(value: Any) -> Any:
    """An error by its text: it would keep all that it went through."""
    return str(value) if isinstance(value, BaseException) else value
