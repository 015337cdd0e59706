"""The projects that the user trusts, and what they were when that was said."""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.user_state import StateFile
from architect.domain.errors import UserError
from architect.domain.trust import BoundFile, BoundFiles
from architect.l10n import english


class TrustedProjects:
    """Kept in `trust.json` of the user's state, by the real path of each project."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._path = user_state_folder(environ) / "trust.json"
        self._file = StateFile(self._path)

    def files(self, project: Path) -> BoundFiles | None:
        """The files of `project` as they were trusted; None if it never was.

        Raises:
            UserError: what is kept cannot be read.
        """
        entry = self._projects(self._file.load()).get(str(project.resolve()))
        if entry is None:
            return None
        try:
            return {name: BoundFile(**kept) for name, kept in entry["files"].items()}
        except (TypeError, KeyError, AttributeError) as error:
            raise self._damaged() from error

    def trust(self, project: Path, files: BoundFiles) -> None:
        """Remember `files` as those that are trusted from now on.

        Raises:
            UserError: that cannot be written down.
        """
        kept = {name: asdict(file) for name, file in files.items()}

        def change(document: dict[str, Any]) -> None:
            self._projects(document)[str(project.resolve())] = {"files": kept}

        self._file.change(change)

    def is_refused(self, project: Path, files: BoundFiles) -> bool:
        """Whether the user would rather go on without these files of `project`.

        Raises:
            UserError: what is kept cannot be read.
        """
        refused = self._projects(self._file.load(), "refused").get(str(project.resolve()))
        return refused == _digests(files)

    def refuse(self, project: Path, files: BoundFiles) -> None:
        """Remember that these files of `project` are not to be asked about again.

        Raises:
            UserError: that cannot be written down.
        """

        def change(document: dict[str, Any]) -> None:
            self._projects(document, "refused")[str(project.resolve())] = _digests(files)

        self._file.change(change)

    def revoke(self, project: Path) -> bool:
        """Forget `project`; whether it was trusted.

        Raises:
            UserError: that cannot be written down.
        """
        known: list[Any] = []

        def change(document: dict[str, Any]) -> None:
            known.append(self._projects(document).pop(str(project.resolve()), None))

        self._file.change(change)
        return known[0] is not None

    def _projects(self, document: dict[str, Any], name: str = "projects") -> dict[str, Any]:
        projects = document.setdefault(name, {})
        if not isinstance(projects, dict):
            raise self._damaged()
        return cast(dict[str, Any], projects)

    def _damaged(self) -> UserError:
        return UserError(
            english(
                "the file {path!r} is damaged; remove it, then say `architect trust` again",
                path=str(self._path),
            )
        )


def _digests(files: BoundFiles) -> dict[str, str]:
    return {name: file.digest for name, file in files.items()}
