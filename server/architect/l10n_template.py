"""A text with fields, and what fills them in a text that was made of it."""

import re
import string
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

_LEAST_LETTERS, _LEAST_BETWEEN = 3, 5
"""Around the values of a text that can be found by them, or between them if nothing is around."""

_NUMBER = "number"
"""The field of a plural that decides its form."""

_CALL = "call"
"""The field that is a program with a few words, or the words of a call in backticks."""

_MOST_WORDS = 4

QUOTES = "'\"[({"
"""What the `repr` of texts of several words, and of collections of them, begins with."""

_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s,;:(]*")
"""In quotes, or up to what separates words."""


class Template(NamedTuple):
    """`literals` stand around the `fields`: one more than these."""

    literals: tuple[str, ...]
    fields: tuple[str, ...]

    def values_in(self, text: str) -> dict[str, str] | None:
        """What fills the fields in `text`, each as short as can be; None if it is another text."""
        first, last = self.literals[0], self.literals[-1]
        if len(text) < len(first) + len(last) or not text.startswith(first):
            return None
        if not text.endswith(last):
            return None
        ends = len(text) - len(last)
        filled: list[str] = []
        position = len(first)
        for literal in self.literals[1:-1]:
            found = text.find(literal, position, ends) if literal else _behind(text, position, ends)
            if found < 0:
                return None
            filled.append(text[position:found])
            position = found + len(literal)
        filled.append(text[position:ends])
        if not first and any("\n" in value and not _is_quoted(value) for value in filled):
            return None  # lines are looked at one by one, unless one begins with words of ours
        values = dict(zip(self.fields, filled, strict=True))
        agree = all(map(_may_be, self.fields, filled, (values[field] for field in self.fields)))
        return values if agree else None

    def spans(self, separator: str) -> bool:
        """Whether `separator` stands between words of the text."""
        return any(separator in literal for literal in self.literals)

    @property
    def is_telling(self) -> bool:
        """Whether texts are known by it: `{names} with {last}` is found in half of all texts.

        Behind a value a single word is too little, unless the value is a call.
        """
        said = "".join(self.literals)
        letters = sum(map(str.isalpha, said))
        if said.strip().isalpha() and not self.literals[0] and _NUMBER not in self.fields:
            return self.fields == (_CALL,)
        is_between = not (self.literals[0] or self.literals[-1])
        least = _LEAST_BETWEEN if is_between else _LEAST_LETTERS
        return letters >= least or (_NUMBER in self.fields and letters > 0)

    def filled(self, values: Mapping[str, str]) -> str:
        pairs = zip((*(values[field] for field in self.fields), ""), self.literals, strict=True)
        return "".join(f"{literal}{value}" for value, literal in pairs)


def _behind(text: str, position: int, ends: int) -> int:
    """The end of a field at `position` that another one follows at once, as a hint does a name."""
    name = _NAME.match(text, position, ends)
    return name.end() if name else position


def _may_be(field: str, value: str, first: str) -> bool:
    """A field has one value wherever it stands; that of a plural is a number.

    What is quoted begins with a quotation mark if it has more words than one.
    """
    if field.endswith("!r") and " " in value and value[0] not in QUOTES:
        return False
    if field == _NUMBER and not value.isdecimal():
        return False
    if field == _CALL and not _may_be_call(value):
        return False
    return value == first


def _may_be_call(value: str) -> bool:
    if _is_quoted(value):
        return "; " not in value
    return "`" not in value and 0 < len(value.split()) <= _MOST_WORDS


def _is_quoted(value: str) -> bool:
    return len(value) > 1 and value[0] == value[-1] == "`"


@lru_cache(10_000)
def parsed(text: str) -> Template:
    """Braces that are no fields are text."""
    literals, fields = [""], list[str]()
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return Template((text,), ())
    for literal, name, spec, conversion in parts:
        literals[-1] += literal
        if name is not None:
            fields.append(
                f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
            )
            literals.append("")
    return Template(tuple(literals), tuple(fields))
