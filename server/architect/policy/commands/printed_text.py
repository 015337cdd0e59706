"""What simple programs print that commands are disguised with."""

import base64
import binascii
import itertools

from architect.policy.commands.escapes import ansi_c_text


def filtered(name: str, words: list[str], text: str) -> str | None:
    """What comes out of a filter that commands are disguised with."""
    match [name, *words]:
        case ["cat", *rest] if all(word == "-" for word in rest):
            return text
        case ["tee", *_]:
            return text
        case ["rev"]:
            return "\n".join(line[::-1] for line in text.split("\n"))
        case ["base64", "-d" | "-D" | "--decode" | "-di", *_] | ["openssl", "base64", "-d", *_]:
            return _decoded(text)
        case ["xxd", *flags] if any("r" in flag for flag in flags):
            return _from_hexadecimal(text)
        case _:
            return None


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
