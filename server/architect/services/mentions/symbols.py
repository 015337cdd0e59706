"""What a task names by an @ in front of something that the project defines."""

import re
from collections.abc import Sequence

from architect.domain.code_map.symbols import Symbol
from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.ports.code_index import CodeIndex
from architect.ports.workspace import Workspace
from architect.services.rules.reading import Hides
from architect.services.text_start import text_start

MOST_DEFINITIONS = 3
MOST_LINES = 100
"""Of one definition."""

MOST_MOVED = 200
"""Lines up and down from where the index knows a definition that was moved since."""

_ALIKE = 0.85
"""How like two names are if one may be a slip of the other, see `get_close_matches`."""

_MOST_CHARS = 20_000
_NAME = lazy_pattern(r"[^\W\d][\w$]+(?:\.[^\W\d][\w$]*)*")
_LIKE_CODE = lazy_pattern(r"_|[a-z][A-Z]")
_CLOSING = (")", "]", "}", "end", "else", "{")


@frozen
class Definitions:
    """`text` has their lines, `source` names where; `left_out` is what is not among them."""

    source: str
    text: str
    left_out: str = ""


async def definitions_of(
    written: str, index: CodeIndex, workspace: Workspace, hides: Hides
) -> Definitions | None:
    """The definitions of the name `written`, the first ones whole; None if there are none."""
    if _NAME.fullmatch(written) is None:
        return None
    symbols = await _symbols(written, index)
    places: list[str] = []
    texts: list[str] = []
    for symbol in symbols:
        shown = await _shown(symbol, workspace, hides)
        if shown is None:
            continue
        line, text = shown
        places.append(f"{symbol.path}:{line}")
        if len(texts) < MOST_DEFINITIONS:
            texts.append(f"{places[-1]}\n{text}")
    if not texts:
        return None
    others = places[len(texts) :]
    left_out = f"{counted(len(others), 'other definition')}: {', '.join(others)}" if others else ""
    return Definitions(", ".join(places[: len(texts)]), "\n\n".join(texts), left_out)


async def nearest_names(written: str, index: CodeIndex) -> Sequence[str]:
    """What may have been meant by a name that is nothing but a name of code; none of a word.

    Only what is much alike: most other names with an @ are decorators of a library, or people.
    """
    is_name = _NAME.fullmatch(written) is not None and "." not in written
    if not is_name or _LIKE_CODE.search(written) is None:
        return ()
    from difflib import get_close_matches

    names = [name for name in await index.nearest_symbols(written) if name != written]
    return get_close_matches(written, names, cutoff=_ALIKE)


async def _symbols(written: str, index: CodeIndex) -> Sequence[Symbol]:
    owner, _, name = written.rpartition(".")
    found = await index.find_symbols(name)
    if not owner:
        return found
    owners = {symbol.path for symbol in await index.find_symbols(owner.rpartition(".")[2])}
    return [symbol for symbol in found if symbol.path in owners]


async def _shown(symbol: Symbol, workspace: Workspace, hides: Hides) -> tuple[int, str] | None:
    """The line of a definition and its text, as far as its block goes; None if it does not show."""
    try:
        place = workspace.locate(symbol.path, Access.READ)
        if hides(place):
            return None
        lines = await _lines(workspace, place, symbol.line)
        if symbol.name in lines[0]:
            return symbol.line, "\n".join(_block(lines))
        # The index is older than the text: of an unsaved change, say.
        line = await _moved_to(symbol, workspace, place)
        if line is None:
            return None
        return line, "\n".join(_block(await _lines(workspace, place, line)))
    except (PathRefusedError, PortFault):
        return None


async def _lines(workspace: Workspace, place: WorkspacePath, first: int) -> Sequence[str]:
    """The lines that a definition at line `first` may have."""
    last = first + MOST_LINES - 1
    start = await text_start(workspace, place, most_chars=_MOST_CHARS, first=first, last=last)
    return start.text.split("\n")


async def _moved_to(symbol: Symbol, workspace: Workspace, place: WorkspacePath) -> int | None:
    """The nearest line that begins as the definition did, up to its name."""
    first, last = max(1, symbol.line - MOST_MOVED), symbol.line + MOST_MOVED
    start = await text_start(workspace, place, most_chars=_MOST_CHARS, first=first, last=last)
    before = symbol.signature.partition(symbol.name)[0].split()
    parts = map(re.escape, (*before, symbol.name))
    begins = re.compile(r"\s*" + r"\s+".join(parts) + r"(?![\w$])")
    lines = enumerate(start.text.split("\n"), first)
    found = [number for number, text in lines if begins.match(text)]
    return min(found, key=lambda number: abs(number - symbol.line), default=None)


def _block(lines: Sequence[str]) -> Sequence[str]:
    """The first line with those that belong to it, by their indentation."""
    depth = _indentation(lines[0])
    for number, line in enumerate(lines):
        ends = number and line.strip() and _indentation(line) <= depth
        if ends and not line.lstrip().startswith(_CLOSING):
            return _without_blank_end(lines[:number])
    return _without_blank_end(lines)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _without_blank_end(lines: Sequence[str]) -> Sequence[str]:
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines
