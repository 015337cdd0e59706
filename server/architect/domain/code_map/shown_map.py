"""The map as text: files with their definitions, as many as fit."""

from collections.abc import Iterable

from architect.domain.code_map.symbols import MappedFile
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.tokens import estimate_tokens


def shown_map(files: Iterable[MappedFile], *, tokens: int) -> str:
    """The `files` that fit into `tokens`, the first ones first, each definition with its line."""
    text = ""
    for file in files:
        block = "\n".join((_shown(file.path), *(_line(*one) for one in _lines(file))))
        longer = f"{text}\n{block}" if text else block
        if estimate_tokens(longer) > tokens:
            break
        text = longer
    return text


def _lines(file: MappedFile) -> Iterable[tuple[int, str]]:
    return ((one.line, one.signature or one.name) for one in file.symbols)


def _line(number: int, signature: str) -> str:
    return f"  {number} {_shown(signature)}" if number else f"  {_shown(signature)}"


def _shown(text: str) -> str:
    """`text` in a line that ends nothing: no mark of ours, no other line."""
    return in_one_line(escape_controls(text)).replace("</", r"<\/")
