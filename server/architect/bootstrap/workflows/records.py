"""The records of workflows, and what they keep for units."""

from collections.abc import Mapping
from pathlib import Path

from architect.adapters.files.project_folder import NAME
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.kept_overviews import journal_end, keep_overview, kept_overview
from architect.adapters.records.own_workflows import OwnWorkflows
from architect.adapters.records.workflow_files import WorkflowFiles
from architect.adapters.trees.laid_files import LaidFile
from architect.domain.ids import SessionId
from architect.ports.unit_executor import UnitOrder

__all__ = ["journal_end", "keep_overview", "kept_overview"]


def workflow_files(root: Path) -> WorkflowFiles:
    """Those of the workspace at `root`."""
    return WorkflowFiles(root)


def own_workflows(environ: Mapping[str, str]) -> OwnWorkflows:
    """Those that this user has begun."""
    return OwnWorkflows(environ)


def is_kept_in(home: Path, session_id: SessionId) -> bool:
    """Whether the session is recorded in the workspace `home`."""
    return (home / NAME / SESSIONS / f"{session_id}.jsonl").is_file()


def hidden_files(files: WorkflowFiles, order: UnitOrder) -> tuple[LaidFile, ...]:
    """The hidden files of a unit with their contents.

    Raises:
        JournalFault: they are not kept any more.
    """
    return tuple(
        LaidFile(
            each.path,
            files.kept(order.workflow_id, each.digest) if each.digest else None,
            each.executable,
        )
        for each in order.unit.hidden
    )
