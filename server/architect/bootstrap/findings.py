"""The findings of a workspace, as they were left."""

from pathlib import Path

from architect.adapters.records.findings_file import FindingsFile
from architect.services.findings import FindingBoard


def open_findings(root: Path) -> FindingBoard:
    """The board of the workspace `root`, with what was on it the last time."""
    store = FindingsFile(root)
    return FindingBoard(store, store.load())
