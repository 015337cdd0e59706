"""The records of workflows."""

from pathlib import Path

from architect.adapters.records.workflow_files import WorkflowFiles


def workflow_files(root: Path) -> WorkflowFiles:
    """Those of the workspace at `root`."""
    return WorkflowFiles(root)
