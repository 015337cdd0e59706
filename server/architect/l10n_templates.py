"""Texts that were made in English, translated afterwards."""

import re
import string
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

_LONGEST = 2_000
"""Characters of a text that is looked at; a message is shorter."""

_DEEPEST = 4
"""Messages in a message in a message."""

MESSAGES = frozenset(
    (
        "advice",
        "ask_reason",
        "before",
        "changes",
        "complaint",
        "cost",
        "counts",
        "done",
        "egress",
        "error",
        "failed",
        "failure",
        "fault",
        "few",
        "files",
        "found",
        "grant",
        "hint",
        "how",
        "iterations",
        "lines",
        "merged",
        "now",
        "places",
        "points",
        "precious",
        "problem",
        "problems",
        "reason",
        "reasons",
        "refusal",
        "revoking",
        "said",
        "seconds",
        "steps",
        "tasks",
        "totals",
        "wait",
        "wanted",
        "where",
        "why",
    )
)
"""The fields whose values are messages of ours. What fills others is a model's, a file's or a
user's: what somebody is asked to allow has to be shown as it is. Only a value that is a whole
message is translated there, which no name of anything is.
"""

_LEAST_LETTERS, _LEAST_BETWEEN = 3, 5
"""Around the values of a text that can be found by them, or between them if nothing is around."""

_QUOTES = "'\"[({"
"""What the `repr` of texts of several words, and of collections of them, begins with."""

_NUMBER = "number"
"""The field of a plural that decides its form."""

_MOST_PARTS = 20
"""Of a line that are separated; each is looked at by itself."""

_CALL = "call"
"""The field that is a program with a few words, or the words of a call in backticks."""

_MOST_WORDS = 4

_EITHER = "either"
"""The field that is made by `either`: names with a word between them."""

_OR = " or "
_BETWEEN_QUOTES = re.compile(r"(?<=['\"]) or (?=['\"])")

_CODE = re.compile(r"`[^`]*`")
_BETWEEN_SENTENCES = ("\n", "; ")
_BRACKET = " ("

_NAME = re.compile(r"'[^']*'|\"[^\"]*\"|[^\s,;:(]*")
"""In quotes, or up to what separates words."""


class _Template(NamedTuple):
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

    @property
    def is_telling(self) -> bool:
        """Whether texts are known by it: `{names} with {last}` is found in half of all texts."""
        letters = sum(map(str.isalpha, "".join(self.literals)))
        is_between = not (self.literals[0] or self.literals[-1])
        least = _LEAST_BETWEEN if is_between else _LEAST_LETTERS
        return letters >= least or (_NUMBER in self.fields and letters > 0)

    def filled(self, values: Mapping[str, str]) -> str:
        pairs = zip((*(values[field] for field in self.fields), ""), self.literals, strict=True)
        return "".join(f"{literal}{value}" for value, literal in pairs)


class Templates:
    """The translations of a catalogue, which is the content of a .mo file."""

    def __init__(self, mo: bytes) -> None:
        self._exact: dict[str, str] = {}
        with_fields: list[tuple[_Template, _Template]] = []
        for message, translation in _pairs(mo):
            wanted, told = _parsed(message), _parsed(translation)
            if wanted.fields and set(told.fields) <= set(wanted.fields):
                if wanted.is_telling:
                    with_fields.append((wanted, told))
            elif not wanted.fields:
                self._exact[message] = translation
        with_fields.sort(key=lambda pair: -sum(map(len, pair[0].literals)))
        self._with_fields = with_fields
        self._between = lru_cache(1_000)(self._templates_between)
        self.translated = lru_cache(1_000)(self._translated)

    def _translated(self, text: str) -> str:
        """What stands in backticks, such as a command that is asked about, is never altered."""
        if len(text) > _LONGEST:
            return text
        told = self._told(text, 0)
        return told if Counter(_CODE.findall(text)) == Counter(_CODE.findall(told)) else text

    def _told(self, text: str, depth: int) -> str:
        if depth > _DEEPEST:
            return text
        told = self._sentences(text, depth) or self._whole(text, depth)
        return told or self._listed(text, depth) or self._in_parts(text, depth)

    def _sentences(self, text: str, depth: int) -> str | None:
        """`text` if each of its sentences has a translation."""
        for separator in _BETWEEN_SENTENCES:
            if 0 < text.count(separator) <= _MOST_PARTS:
                told = [self._whole(sentence, depth) for sentence in text.split(separator)]
                whole = [sentence for sentence in told if sentence is not None]
                return separator.join(whole) if len(whole) == len(told) else None
        return None

    def _listed(self, text: str, depth: int) -> str | None:
        """`text` if each of what its commas separate has a translation, and is no single word."""
        members = text.split(", ")
        if not 1 < len(members) <= _MOST_PARTS or not all(" " in member for member in members):
            return None
        told = [self._whole(member, depth) for member in members]
        whole = [member for member in told if member is not None]
        return ", ".join(whole) if len(whole) == len(told) else None

    def _whole(self, text: str, depth: int) -> str | None:
        return self._exact.get(text) or self._by_template(text, depth)

    def _by_template(self, text: str, depth: int) -> str | None:
        for wanted, told in self._between(text[:1], text[-1:]):
            values = wanted.values_in(text)
            if values is not None:
                filled = {name: self._filling(name, one, depth) for name, one in values.items()}
                return told.filled(filled)
        return None

    def _templates_between(self, first: str, last: str) -> list[tuple[_Template, _Template]]:
        """Those that a text with these first and last characters may be made of: few of all."""
        return [
            (wanted, told)
            for wanted, told in self._with_fields
            if wanted.literals[0][:1] in ("", first) and wanted.literals[-1][-1:] in ("", last)
        ]

    def _filling(self, field: str, value: str, depth: int) -> str:
        if field in MESSAGES:
            return self._value(value, depth)
        if field == _EITHER:
            told = self._exact.get(_OR, _OR)
            is_quoted = value[:1] in _QUOTES
            return _BETWEEN_QUOTES.sub(told, value) if is_quoted else value.replace(_OR, told)
        return self._exact.get(value, value) if " " in value else value

    def _in_parts(self, text: str, depth: int) -> str:
        if "\n" in text:
            return "\n".join(self._told(line, depth + 1) for line in text.split("\n"))
        around = (self._around(separator, text, depth) for separator in ("; ", ": ", _BRACKET))
        return next(filter(None, around), text)

    def _around(self, separator: str, text: str, depth: int) -> str:
        """What stands before and behind the first one; empty if there is none, or too many."""
        if not 0 < text.count(separator) <= _MOST_PARTS:
            return ""
        before, _, after = text.partition(separator)
        inside = after.removesuffix(")") if separator == _BRACKET else after
        told = f"{self._value(before, depth)}{separator}{self._value(inside, depth)}"
        return f"{told}{after[len(inside) :]}"

    def _value(self, value: str, depth: int) -> str:
        """One word may be the name of anything."""
        return self._told(value, depth + 1) if " " in value else value


def _behind(text: str, position: int, ends: int) -> int:
    """The end of a field at `position` that another one follows at once, as a hint does a name."""
    name = _NAME.match(text, position, ends)
    return name.end() if name else position


def _pairs(mo: bytes) -> Iterator[tuple[str, str]]:
    """Each message of a .mo file with its translation, each form of a plural by itself.

    The format: https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
    """
    count, messages, translations = struct.unpack("<3I", mo[8:20])
    for at in range(0, count * 8, 8):
        told = _strings(mo, translations + at)
        for form, message in enumerate(_strings(mo, messages + at)):
            if message:
                yield message, told[form]


def _strings(mo: bytes, entry: int) -> list[str]:
    length, at = struct.unpack("<2I", mo[entry : entry + 8])
    return mo[at : at + length].decode().split("\0")


def _may_be(field: str, value: str, first: str) -> bool:
    """A field has one value wherever it stands; that of a plural is a number.

    What is quoted begins with a quotation mark if it has more words than one.
    """
    if field.endswith("!r") and " " in value and value[0] not in _QUOTES:
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
def _parsed(text: str) -> _Template:
    """Braces that are no fields are text."""
    literals, fields = [""], list[str]()
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError:
        return _Template((text,), ())
    for literal, name, spec, conversion in parts:
        literals[-1] += literal
        if name is not None:
            fields.append(
                f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
            )
            literals.append("")
    return _Template(tuple(literals), tuple(fields))
