"""The workflows that this user has begun, by project, where no repository can write."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.user_state import StateFile
from architect.domain.ids import WorkflowId

_MOST = 1_000
"""Of a project; older ones are forgotten."""


class OwnWorkflows:
    """Kept in `workflows.json` of the user's state."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._file = StateFile(user_state_folder(environ) / "workflows.json")

    def add(self, root: Path, workflow_id: WorkflowId) -> None:
        """Remember a workflow of the project at `root`.

        Raises:
            UserError: that cannot be written down.
        """

        def change(document: dict[str, Any]) -> None:
            known = _known(document, root)
            document[str(root.resolve())] = [*known, workflow_id][-_MOST:]

        self._file.change(change)

    def has(self, root: Path, workflow_id: WorkflowId) -> bool:
        """Whether it is remembered.

        Raises:
            UserError: what is kept cannot be read.
        """
        return workflow_id in _known(self._file.load(), root)


def _known(document: Mapping[str, Any], root: Path) -> list[str]:
    found = document.get(str(root.resolve()))
    return cast(list[str], found) if isinstance(found, list) else []
