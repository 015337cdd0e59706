"""The findings of a workspace, as they were left."""

from pathlib import Path

from architect.adapters.records.findings_file import FindingsFile
from architect.services.findings import FindingCollection


def open_findings(root: Path) -> tuple[FindingCollection, str]:
    """The findings of the workspace `root` as it was left, and what was wrong with its file, if so.

    Raises:
        PortFault: the file cannot be read.
    """
    store = FindingsFile(root)
    findings = FindingCollection(store, store.load())
    return findings, store.problem
