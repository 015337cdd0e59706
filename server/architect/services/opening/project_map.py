"""What a run is told of the project before it looks: the files that its task may be about."""

import asyncio
from collections.abc import Callable, Collection, Sequence

from architect.domain.code_map.shown_map import shown_map
from architect.domain.code_map.symbols import MappedFile
from architect.domain.context_part import ContextPart
from architect.domain.errors import PathRefusedError
from architect.domain.paths import Access, WorkspacePath
from architect.domain.run_request import RunRequest
from architect.l10n import english
from architect.ports.code_index import CodeIndex
from architect.ports.workspace import Workspace

_NAME = english("map")
_BEGIN = "<project-map>\nFiles that may matter, with lines of definitions; code_map finds others."
_END = "</project-map>"


async def project_map(
    index: CodeIndex,
    request: RunRequest,
    workspace: Workspace,
    hides: Callable[[WorkspacePath], bool],
    *,
    tokens: int,
    open_files: Collection[str],
) -> ContextPart:
    """The map for the task of `request` in at most `tokens`; without a text if there is none."""
    task = "\n".join((request.task, *(one.source for one in request.attachments)))
    files = await index.overview(task, open_files)
    if not files:
        return ContextPart(_NAME, "", "")
    seen = await asyncio.to_thread(_visible, files, workspace, hides)
    frame = ContextPart(_NAME, "", f"{_BEGIN}\n{_END}").size.tokens
    text = shown_map(seen, tokens=tokens - frame)
    return ContextPart(
        _NAME, english("index of the project"), f"{_BEGIN}\n{text}\n{_END}" if text else ""
    )


def _visible(
    files: Sequence[MappedFile], workspace: Workspace, hides: Callable[[WorkspacePath], bool]
) -> list[MappedFile]:
    visible: list[MappedFile] = []
    for file in files:
        try:
            hidden = hides(workspace.locate(file.path, Access.READ))
        except PathRefusedError:
            continue
        if not hidden:
            visible.append(file)
    return visible
