"""What a task names by an @ in front of something that the project defines."""

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
        text = await _text(symbol, workspace, hides)
        if text is None:
            continue
        places.append(f"{symbol.path}:{symbol.line}")
        if len(texts) < MOST_DEFINITIONS:
            texts.append(f"{places[-1]}\n{text}")
    if not texts:
        return None
    others = places[len(texts) :]
    left_out = f"{counted(len(others), 'other definition')}: {', '.join(others)}" if others else ""
    return Definitions(", ".join(places[: len(texts)]), "\n\n".join(texts), left_out)


async def nearest_names(written: str, index: CodeIndex) -> Sequence[str]:
    """What may have been meant by a name that is nothing but a name of code; none of a word."""
    is_name = _NAME.fullmatch(written) is not None and "." not in written
    return await index.nearest_symbols(written) if is_name and _LIKE_CODE.search(written) else ()


async def _symbols(written: str, index: CodeIndex) -> Sequence[Symbol]:
    owner, _, name = written.rpartition(".")
    found = await index.find_symbols(name)
    if not owner:
        return found
    owners = {symbol.path for symbol in await index.find_symbols(owner.rpartition(".")[2])}
    return [symbol for symbol in found if symbol.path in owners]


async def _text(symbol: Symbol, workspace: Workspace, hides: Hides) -> str | None:
    """The lines of a definition, as far as its block goes; None if they do not show."""
    try:
        place: WorkspacePath = workspace.locate(symbol.path, Access.READ)
        if hides(place):
            return None
        last = symbol.line + MOST_LINES - 1
        start = await text_start(
            workspace, place, most_chars=_MOST_CHARS, first=symbol.line, last=last
        )
    except (PathRefusedError, PortFault):
        return None
    lines = start.text.split("\n")
    # The index may be older than the file.
    return "\n".join(_block(lines)) if symbol.name in lines[0] else None


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
