"""What reviews found, handed to an agent to be fixed."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.findings import Finding
from architect.domain.paths import Access
from architect.domain.run_request import RunRequest
from architect.domain.text import undecodable_bytes
from architect.ports.workspace import Workspace
from architect.services.findings import FindingCollection
from architect.services.task_names import fix_of_findings, run_name
from architect.services.tasks import fix_findings


def fix_of(findings: Sequence[Finding], texts: dict[str, str]) -> RunRequest:
    """Fix `findings`, at least one; `texts` are the files that can be read, by path."""
    is_one = len(findings) == 1
    title = run_name("fix", findings[0].title) if is_one else fix_of_findings(len(findings))
    return replace(fix_findings(findings, texts), title=title)


async def texts_of(collection: FindingCollection, workspace: Workspace) -> dict[str, str]:
    """The files with findings as they are now; the findings find their lines in them again."""
    texts = await _read(collection.paths(), workspace)
    for path, text in texts.items():
        collection.text_seen(path, text)
    return texts


async def _read(paths: Iterable[str], workspace: Workspace) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in paths:
        with suppress(PathRefusedError, PortFault):
            place = workspace.locate(path, Access.READ)
            texts[path] = undecodable_bytes.shown((await workspace.read(place)).document.text)
    return texts
