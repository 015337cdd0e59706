"""The records of workflows."""

from collections.abc import Mapping
from pathlib import Path

from architect.adapters.records.own_workflows import OwnWorkflows
from architect.adapters.records.workflow_files import WorkflowFiles


def workflow_files(root: Path) -> WorkflowFiles:
    """Those of the workspace at `root`."""
    return WorkflowFiles(root)


def own_workflows(environ: Mapping[str, str]) -> OwnWorkflows:
    """Those that this user has begun."""
    return OwnWorkflows(environ)
