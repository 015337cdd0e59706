"""What lists show of workflows, kept beside their journals, which need not be read for it then."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.own_file import OwnFile
from architect.adapters.records.workflow_files import FOLDER, WorkflowFiles
from architect.domain.errors import NotAFileError, WorkspaceFault
from architect.domain.ids import WorkflowId

SUFFIX = ".overview"

JournalEnd = list[int | str]
"""How long a journal is, and its last bytes."""

_VERSION = 1
_TAIL_BYTES = 1_000
_MOST_BYTES = 1_000_000


def keep_overview(root: Path, workflow_id: WorkflowId, end: JournalEnd, overview: Any) -> None:
    """Keep what follows from the journal up to `end`.

    Where nothing can be written, the journal is read again.
    """
    content = json.dumps({"version": _VERSION, "end": end, "overview": overview}).encode()
    if len(content) <= _MOST_BYTES:
        with suppress(OSError, NotAFileError):
            _file(root, workflow_id).write(content)


def kept_overview(root: Path, workflow_id: WorkflowId) -> Any:
    """What was kept, if the journal is still the same; None else."""
    with suppress(OSError, WorkspaceFault, ValueError, TypeError, KeyError, RecursionError):
        kept = json.loads(_file(root, workflow_id).read())
        if kept["version"] == _VERSION and kept["end"] == journal_end(root, workflow_id):
            return kept["overview"]
    return None


def journal_end(root: Path, workflow_id: WorkflowId) -> JournalEnd:
    """
    Raises:
        OSError: there is no such journal.
        NotAFileError: it is no regular file.
    """
    with WorkflowFiles(root).opened(workflow_id) as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _TAIL_BYTES))
        return [size, file.read().decode("latin-1")]


def _file(root: Path, workflow_id: WorkflowId) -> OwnFile:
    name = f"{SESSIONS}/{FOLDER}/{workflow_id}{SUFFIX}"
    return OwnFile(root, name, max_bytes=_MOST_BYTES)
