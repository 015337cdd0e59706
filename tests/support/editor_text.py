"""A text as an editor keeps it: lines end at LF, CRLF or a lone CR, and at nothing else.

Written without a look at what the server does with positions, so that the two can be compared.
"""

import re
from typing import Any

LINE_END = re.compile(r"\r\n|\n|\r")


def units(text: str, encoding: str) -> int:
    """How long `text` is for a client with that position encoding."""
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case "utf-16":
            return len(text.encode("utf-16-le", "surrogatepass")) // 2
        case "utf-32":
            return len(text)
        case _:
            raise ValueError(f"no position encoding is called {encoding!r}")


def position_at(text: str, offset: int, encoding: str) -> dict[str, int]:
    """The LSP position of a character offset."""
    line, start = 0, 0
    for end in LINE_END.finditer(text):
        if end.end() > offset:
            break
        line, start = line + 1, end.end()
    return {"line": line, "character": units(text[start:offset], encoding)}


def offset_at(text: str, position: dict[str, int], encoding: str) -> int:
    """The character offset of an LSP position; beyond the end of a line means its end."""
    start = 0
    ends = LINE_END.finditer(text)
    for _ in range(position["line"]):
        end = next(ends, None)
        if end is None:
            return len(text)
        start = end.end()
    end = next(ends, None)
    line = text[start : end.start() if end else len(text)]
    taken = 0
    for index, character in enumerate(line):
        taken += units(character, encoding)
        if taken > position["character"]:
            return start + index
    return start + len(line)


def edited(text: str, edits: list[dict[str, Any]], encoding: str) -> str:
    """`text` after the text edits of one document; all their ranges mean `text` itself."""
    pieces: list[tuple[int, int, int, str]] = []
    for number, edit in enumerate(edits):
        start = offset_at(text, edit["range"]["start"], encoding)
        end = offset_at(text, edit["range"]["end"], encoding)
        pieces.append((start, number, end, edit["newText"]))
    result, at = "", 0
    for start, _, end, new in sorted(pieces):
        assert start >= at, "the edits overlap"
        result += text[at:start] + new
        at = end
    return result + text[at:]
