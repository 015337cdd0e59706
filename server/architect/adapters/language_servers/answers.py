"""What language servers answer, as values of ours; what makes no sense is left out."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from architect.domain.errors import PathRefusedError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.files.uris import path_of
from architect.domain.language import CodePlace, NewText
from architect.domain.paths import Access
from architect.domain.problems import Problem, Severity
from architect.domain.text.positions import LineEnds
from architect.domain.text.text_changes import after_edits, change_from_json
from architect.ports.workspace import Workspace

LONGEST_HOVER = 10_000
LONGEST_REFUSAL = 500
_LONGEST_PROBLEM = 500


def items_of(found: Any) -> Sequence[Any]:
    """The items of a list; a single one that is not in a list is one too."""
    if found is None:
        return ()
    return cast(Sequence[Any], found) if isinstance(found, list) else (found,)


def places_of(found: Any, workspace: Workspace) -> Iterator[CodePlace]:
    """The places of `Location`s, of `LocationLink`s, or of a `uri` with a `position`; each once."""
    seen: set[CodePlace] = set()
    for each in items_of(found):
        try:
            uri = each["targetUri"] if "targetUri" in each else each["uri"]
            start = _start_of(each)
            line, column = int(start["line"]) + 1, int(start["character"])
        except (KeyError, TypeError, ValueError):
            continue
        if not isinstance(uri, str) or (path := path_of(uri)) is None:
            continue
        place = CodePlace(name_of(path, workspace), line, column)
        if place not in seen:
            seen.add(place)
            yield place


def _start_of(each: Any) -> Any:
    if "position" in each:
        return each["position"]
    names = ("targetSelectionRange", "targetRange")
    return each[next((name for name in names if name in each), "range")]["start"]


def hover_text(contents: Any) -> str:
    """The text of the `contents` of a `Hover`: a string, a `MarkupContent`, or `MarkedString`s."""
    texts = (_marked_text(each) for each in items_of(contents))
    return shown_hover("\n\n".join(text for text in texts if text))


def _marked_text(marked: Any) -> str:
    if isinstance(marked, dict):
        marked = cast(dict[str, Any], marked).get("value")
    return marked if isinstance(marked, str) else ""


def shown_hover(text: str) -> str:
    return escape_controls(text)[:LONGEST_HOVER]


def problem_of(path: str, line: int, severity: Severity, message: str, source: Any) -> Problem:
    """A problem as the model reads it: in one line, with who found it."""
    said = f"{source}: {message}" if isinstance(source, str) and source else message
    return Problem(_shown(path), line, severity, _shown(said))


def _shown(text: str) -> str:
    return escape_controls(in_one_line(" ".join(text.split())))[:_LONGEST_PROBLEM]


async def new_text_of(
    path: Path,
    edits: Any,
    workspace: Workspace,
    *,
    line_ends: LineEnds = "any",
) -> NewText:
    """What `TextEdit`s make of a file.

    Raises:
        KeyError, TypeError, ValueError: they make no sense.
        PathRefusedError, WorkspaceFault: the file cannot be read.
    """
    name = name_of(path, workspace)
    changes = [change_from_json(edit) for edit in edits]
    before = (await workspace.read(workspace.locate(name, Access.READ))).document.text
    after = await asyncio.to_thread(after_edits, before, changes, "utf-16", line_ends=line_ends)
    return NewText(name, before, after)


def name_of(path: Path, workspace: Workspace) -> str:
    """The path below the root, or the absolute one of what is elsewhere."""
    try:
        return workspace.locate(str(path), Access.READ).relative
    except PathRefusedError:
        return str(path)
