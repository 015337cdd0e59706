"""Texts in the Lua of the Neovim plugin: those it says by `t`, and their translations."""

import re
from collections.abc import Iterator
from pathlib import Path

LUA = Path(__file__).parents[2] / "client-nvim" / "lua" / "architect"

_STRING = r"""'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*\""""
_JOINED = rf"(?:{_STRING})(?:\s*\.\.\s*(?:{_STRING}))*"
_SAID = re.compile(rf"(?<![\w.:])t\(\s*(?P<text>{_JOINED})\s*\)")
_ANY = re.compile(r"(?<![\w.:])t\(")
_COUNTED = re.compile(rf"text\.count\((?:[^()]|\([^()]*\))*?,\s*(?P<noun>{_STRING})\)")
_PAIR = re.compile(rf"\[(?P<key>{_STRING})\]\s*=\s*(?P<value>{_STRING})")
_ESCAPE = re.compile(r"\\(.)")


def value_of(literal: str) -> str:
    """What one string, or several that are joined, say."""
    parts = (found[1:-1] for found in re.findall(_STRING, literal))
    return "".join(
        _ESCAPE.sub(lambda each: "\n" if each[1] == "n" else each[1], part) for part in parts
    )


def texts_in(source: str) -> Iterator[str]:
    yield from (value_of(found["text"]) for found in _SAID.finditer(source))
    for found in _COUNTED.finditer(source):
        noun = value_of(found["noun"])
        yield from (f"%d {noun}", f"%d {noun}s")


_GLUED = re.compile(
    rf"(?:\.\.\s*t\(\s*{_JOINED}\s*\)(?!:format)|(?<![\w.:])t\(\s*{_JOINED}\s*\)\s*\.\.)"
)
_AROUND = re.compile(r"'(?:#+ |%#\w+# | · | )'\s*\Z")
"""What stands before a text without being a part of what it says: headings, colours, separators."""


def glued(source: str) -> Iterator[str]:
    """Texts that are parts of a sentence, which other languages put together in another order."""
    for found in _GLUED.finditer(source):
        if not (found[0].startswith("..") and _AROUND.search(source, 0, found.start())):
            yield found[0]


def modules() -> dict[str, str]:
    return {each.name: each.read_text(encoding="utf-8") for each in sorted(LUA.glob("*.lua"))}


def said() -> set[str]:
    return {text for source in modules().values() for text in texts_in(source)}


def unreadable() -> list[str]:
    """Modules with a call of `t` whose text is no string."""
    return [
        name
        for name, source in modules().items()
        if len(_ANY.findall(source)) != len(_SAID.findall(source))
    ]


def translations(language: str) -> dict[str, str]:
    source = (LUA / "locales" / f"{language}.lua").read_text(encoding="utf-8")
    return {value_of(each["key"]): value_of(each["value"]) for each in _PAIR.finditer(source)}
