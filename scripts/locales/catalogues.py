"""The catalogue of each language: read, brought up to date, compiled."""

import string
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from scripts.locales.messages import SERVER

_PLURALS = {"es": "nplurals=2; plural=(n != 1)"}
"""The forms of each language, as the header of its file says; Babel's own differ by its version."""

LANGUAGES = tuple(_PLURALS)
_WIDTH = 100
_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""The format has a date, and the same translations have to be the same bytes."""

_HEADER = """\
# What architect says, for those who read another language than English.
# `make locales` brings this file up to date; only the translations are written by hand.
#"""


def file_of(language: str, ending: str) -> Path:
    return SERVER / "locales" / language / "LC_MESSAGES" / f"architect.{ending}"


def updated(language: str, said: Catalog) -> tuple[bytes, list[str]]:
    """The .po file for what is `said`, and what of it is not translated.

    Translations are kept by their English text and never guessed from one that is like it.
    """
    kept = catalogue(language)
    fresh = _empty(language)
    for message in _messages(said):
        old = kept.get(message.id)
        translated = old.string if old else None
        fresh.add(message.id, translated, locations=message.locations, flags=message.flags)
    missing = [str(message.id) for message in _messages(fresh) if not is_whole(message)]
    out = BytesIO()
    write_po(out, fresh, width=_WIDTH, include_lineno=False, omit_header=False)
    return _undated(out.getvalue()), missing


def catalogue(language: str) -> Catalog:
    file = file_of(language, "po")
    if not file.exists():
        return _empty(language)
    with file.open("rb") as text:
        return read_po(text, locale=language)


def _empty(language: str) -> Catalog:
    header = f'msgid ""\nmsgstr ""\n"Plural-Forms: {_PLURALS[language]};\\n"\n'
    empty = read_po(BytesIO(header.encode()), locale=language)
    empty.header_comment, empty.fuzzy = _HEADER, False
    return empty


def compiled(language: str) -> bytes:
    """The .mo file, which Python's gettext reads."""
    read = catalogue(language)
    read.creation_date = read.revision_date = _NO_DATE
    out = BytesIO()
    write_mo(out, read)
    return out.getvalue()


def is_whole(message: Message) -> bool:
    """Whether all forms of `message` are translated."""
    strings = message.string if isinstance(message.string, (list, tuple)) else [message.string]
    return all(strings)


def fields_of(text: str) -> set[str]:
    """The `{fields}` in `text`, such as `name!r`; none in a text whose braces are no fields."""
    try:
        parsed = list(string.Formatter().parse(text))
    except ValueError:
        return set()
    return {
        f"{name}{'!' + conversion if conversion else ''}{':' + spec if spec else ''}"
        for _, name, spec, conversion in parsed
        if name is not None
    }


def _messages(of: Catalog) -> list[Message]:
    return [message for message in of if message.id]


def _undated(text: bytes) -> bytes:
    """Without the lines of the header that differ each time."""
    names = ("Project-Id", "Report-Msgid", "POT-Creation", "PO-Revision", "Last-", "Generated-By")
    left_out = tuple(f'"{name}'.encode() for name in (*names, "Language-Team"))
    lines = text.split(b"\n")
    return b"\n".join(line for line in lines if not line.startswith(left_out))
