"""What simple programs print that commands are disguised with."""

import base64
import binascii
import itertools
import re

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.syntax.escapes import ansi_c_text


def filtered(name: str, words: list[str], text: str) -> str | None:
    """What comes out of a filter that commands are disguised with."""
    match [name, *words]:
        case ["cat", *rest] if all(word == "-" for word in rest):
            return text
        case ["tee" | "sort" | "uniq" | "shuf", *_]:
            return text
        case ["tac"]:
            return "\n".join(reversed(text.split("\n")))
        case ["rev"]:
            return "\n".join(line[::-1] for line in text.split("\n"))
        case ["base64", "-d" | "-D" | "--decode" | "-di", *_] | ["openssl", "base64", "-d", *_]:
            return _decoded(text)
        case ["xxd", *flags] if any("r" in flag for flag in flags):
            return _from_hexadecimal(text)
        case _:
            return _edited(name, words, text)


def _edited(name: str, words: list[str], text: str) -> str | None:
    """What a filter leaves of the lines of `text`."""
    match [name, *words]:
        case ["grep" | "egrep" | "fgrep", *rest]:
            return _kept(rest, text)
        case ["tr", *rest]:
            return _translated(rest, text)
        case ["cut", column] if found := re.fullmatch(r"-c(\d+)", column):
            return "\n".join(line[int(found[1]) - 1 :][:1] for line in text.split("\n"))
        case ["awk", script] if found := _PRINTS_FIELD.fullmatch(script):
            return "\n".join(_field(line, int(found[1] or 0)) for line in text.split("\n"))
        case ["head", *_, number] if number.lstrip("-n").isdigit():
            return text if int(number.lstrip("-n")) >= _MANY else None
        case ["sed", *_, script] if found := _PREFIXES.fullmatch(script):
            prefix = (found[1] or found[2] or "").replace("\\", "")
            return "\n".join(prefix + line for line in text.split("\n"))
        case ["sed", *_, script] if found := _SUBSTITUTES.fullmatch(script):
            return text.replace(found[1], found[2])
        case _:
            return None


_MANY = 100
"""Lines: who takes so many of the names in a folder takes them all."""

_PRINTS_FIELD = lazy_pattern(r"\{ ?print(?: ?\$(\d+))? ?;?\}")
_PREFIXES = lazy_pattern(r"s/\^/((?:[^/\\]|\\.)*)/|s\|\^\|([^|\\]*)\|")
_SUBSTITUTES = lazy_pattern(r"s/([\w ;:=-]+)/((?:[\w ;:=~.-]|\\/)*)/[gp]*")


def _field(line: str, number: int) -> str:
    """The field of awk; a glob stands for names, whatever else is listed with them."""
    fields = line.split()
    if number == 0 or len(fields) < 2:
        return line
    return fields[number - 1] if number <= len(fields) else ""


def _kept(words: list[str], text: str) -> str | None:
    """The lines that grep lets through; of what lists everything, most by `-v`."""
    flags = [word for word in words if word.startswith("-")]
    patterns = [word.strip("^$") for word in words if not word.startswith("-")]
    if len(patterns) != 1 or any(re.search(r"[^-vEFiwx]", flag) for flag in flags):
        return None
    inverted = any("v" in flag for flag in flags)
    everything = patterns[0] in ("", ".", ".*")
    lines = [
        line for line in text.split("\n") if (everything or patterns[0] in line) is not inverted
    ]
    return "\n".join(lines) or None


def _translated(words: list[str], text: str) -> str | None:
    if words[1:] in (["\\0"], ["\\000"]):
        return text
    match [ansi_c_text(word) for word in words]:
        case ["-d", gone]:
            return text.translate({ord(char): None for char in _characters(gone)})
        case [old, new] if not old.startswith("-") and new:
            target = _characters(new)
            pairs = zip(
                _characters(old), target.ljust(len(_characters(old)), target[-1]), strict=False
            )
            return text.translate({ord(char): other for char, other in pairs})
        case _:
            return None


def _characters(text: str) -> str:
    """The characters of a set of tr, ranges written out."""
    return re.sub(
        r"(\w)-(\w)",
        lambda found: "".join(map(chr, range(ord(found[1]), ord(found[2]) + 1))),
        text,
    )


def echoed(words: list[str]) -> str:
    flags = list(itertools.takewhile(lambda word: word in ("-n", "-e", "-ne", "-en", "-E"), words))
    text = " ".join(words[len(flags) :])
    return ansi_c_text(text) if any("e" in flag for flag in flags) else text


def formatted(template: str, words: list[str]) -> str | None:
    text = ansi_c_text(template)
    pieces = text.split("%s")
    if any("%" in piece for piece in pieces):
        return None
    if len(pieces) == 1:
        return text
    if len(pieces) == 2:
        return "".join(f"{pieces[0]}{word}{pieces[1]}" for word in words or [""])
    filled = [*words, *[""] * len(pieces)]
    return (
        "".join(f"{piece}{word}" for piece, word in zip(pieces[:-1], filled, strict=False))
        + (pieces[-1])
    )


def _decoded(text: str) -> str | None:
    try:
        return base64.b64decode("".join(text.split())).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def _from_hexadecimal(text: str) -> str | None:
    try:
        return bytes.fromhex("".join(text.split())).decode("utf-8", "replace")
    except ValueError:
        return None
