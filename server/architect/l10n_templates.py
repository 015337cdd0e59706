"""Texts that were made in English, translated afterwards."""

import re
import struct
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from architect.l10n_template import QUOTES, Template, parsed

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
user's: what somebody is asked to allow has to be shown as it is, also a file that is named like a
message of ours.
"""

_PHRASES = frozenset(
    (
        "access",
        "another",
        "arguments",
        "changed",
        "construct",
        "fix",
        "four_ways",
        "gone",
        "has",
        "late",
        "need",
        "price",
        "runs",
        "undone",
    )
)
"""The fields whose values may be a few words of ours, and names or numbers else."""

_MOST_PARTS = 20
"""Of a line that are separated; each is looked at by itself."""

_EITHER = "either"
"""The field that is made by `either`: names with a word between them."""

_OR = " or "
_BETWEEN_QUOTES = re.compile(r"(?<=['\"]) or (?=['\"])")

_CODE = re.compile(r"`[^`]*`")
_BETWEEN_SENTENCES = ("\n", "; ")
_BRACKET = " ("


class Templates:
    """The translations of a catalogue, which is the content of a .mo file."""

    def __init__(self, mo: bytes) -> None:
        self._exact: dict[str, str] = {}
        with_fields: list[tuple[Template, Template]] = []
        for message, translation in _pairs(mo):
            wanted, told = parsed(message), parsed(translation)
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
        told = self._exact.get(text) or self._spanning(text, depth) or self._sentences(text, depth)
        return (
            told
            or self._whole(text, depth)
            or self._listed(text, depth)
            or self._in_parts(text, depth)
        )

    def _spanning(self, text: str, depth: int) -> str | None:
        """`text` if one message has each separator of its sentences between words of its own."""
        for separator in _BETWEEN_SENTENCES:
            if 0 < text.count(separator) <= _MOST_PARTS:
                return self._by_template(text, depth, spanning=separator)
        return None

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

    def _by_template(self, text: str, depth: int, *, spanning: str = "") -> str | None:
        """By a text that has all of `spanning` between its words, none of it in a value."""
        for wanted, told in self._between(text[:1], text[-1:]):
            values = wanted.values_in(text) if wanted.spans(spanning) else None
            if values is None or (spanning and any(spanning in one for one in values.values())):
                continue
            filled = {name: self._filling(name, one, depth) for name, one in values.items()}
            return told.filled(filled)
        return None

    def _templates_between(self, first: str, last: str) -> list[tuple[Template, Template]]:
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
            is_quoted = value[:1] in QUOTES
            return _BETWEEN_QUOTES.sub(told, value) if is_quoted else value.replace(_OR, told)
        return self._exact.get(value, value) if field in _PHRASES else value

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
