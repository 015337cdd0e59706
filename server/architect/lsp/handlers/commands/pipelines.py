"""`architect.pipelines`: the files of the open folders that are meant as pipelines."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from architect.app.workflows.pipelines import MOST_FOUND, FoundPipeline, found_pipelines
from architect.bootstrap.workspaces import file_names
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.pipeline_files import content_as_shown
from architect.lsp.protocol.params import NoArgs
from architect.lsp.protocol.pipeline_json import pipeline_json
from architect.lsp.protocol.pipeline_results import Pipelines


async def pipelines(editor: EditorSession, _: NoArgs, __: object) -> Pipelines:
    found: list[tuple[Path, FoundPipeline]] = []
    for root in editor.folders.all_roots():
        names = await file_names(root)
        read = partial(content_as_shown, editor)
        listed = await asyncio.to_thread(_first, root, names, read)
        found += [(root, each) for each in listed]
    return {"pipelines": [pipeline_json(each, root) for root, each in found[:MOST_FOUND]]}


def _first(
    root: Path, names: Sequence[str], content_of: Callable[[Path], bytes]
) -> list[FoundPipeline]:
    return list(islice(found_pipelines(root, names, content_of), MOST_FOUND))


COMMAND = Command("architect.pipelines", NoArgs, Pipelines, pipelines)
