"""The workflows that this user has begun, by project, where no repository can write."""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.user_state import StateFile
from architect.domain.ids import WorkflowId

_MOST = 1_000
"""Of a project; older ones are forgotten."""

_APART = "apart"
"""Stands behind the digest of one whose session was deleted."""


class OwnWorkflows:
    """Kept in `workflows.json` of the user's state, each with a digest of what it was asked.

    The record of a workflow lies in the project, where others can write.
    """

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._file = StateFile(user_state_folder(environ) / "workflows.json")

    def add(self, root: Path, workflow_id: WorkflowId, settings: str) -> None:
        """Remember a workflow of the project at `root`, and its `settings`.

        Raises:
            UserError: that cannot be written down.
        """

        def change(document: dict[str, Any]) -> None:
            known = _known(document, root)
            entry = [workflow_id, _digest(settings)]
            document[str(root.resolve())] = [*known, entry][-_MOST:]

        self._file.change(change)

    def has(self, root: Path, workflow_id: WorkflowId) -> bool:
        """Whether it is remembered.

        Raises:
            UserError: what is kept cannot be read.
        """
        return any(each[0] == workflow_id for each in _known(self._file.load(), root))

    def was_asked(self, root: Path, workflow_id: WorkflowId, settings: str) -> bool:
        """Whether it began with these settings.

        Raises:
            UserError: what is kept cannot be read.
        """
        wanted = [workflow_id, _digest(settings)]
        return any(each[:2] == wanted for each in _known(self._file.load(), root))

    def of_sessions(self, root: Path) -> frozenset[WorkflowId]:
        """Those that count for the sessions in which they were asked for.

        Raises:
            UserError: what is kept cannot be read.
        """
        known = _known(self._file.load(), root)
        return frozenset(WorkflowId(each[0]) for each in known if _APART not in each)

    def set_apart(self, root: Path, workflow_ids: Collection[WorkflowId]) -> None:
        """Let workflows count for no session any more: theirs was deleted.

        Raises:
            UserError: that cannot be written down.
        """

        def change(document: dict[str, Any]) -> None:
            document[str(root.resolve())] = [
                [*each, _APART] if each[0] in workflow_ids and _APART not in each else each
                for each in _known(document, root)
            ]

        self._file.change(change)


def _digest(settings: str) -> str:
    return hashlib.sha256(settings.encode("utf-8", "surrogatepass")).hexdigest()


def _known(document: Mapping[str, Any], root: Path) -> list[list[str]]:
    found = document.get(str(root.resolve()))
    entries = cast(list[object], found) if isinstance(found, list) else []
    return [cast(list[str], each) for each in entries if isinstance(each, list) and each]
