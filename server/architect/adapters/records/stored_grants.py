"""Grants in the user's own state."""

import os
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, cast

from architect.adapters.files.user_folders import user_state_folder
from architect.adapters.records.user_state import StateFile
from architect.checked.model import Model
from architect.domain.errors import UserError
from architect.domain.grants import Grant, GrantKind
from architect.l10n import english
from architect.policy.shell.verdict import CommandClass


class _Entry(Model):
    """A grant in the file. It says `allows`: left out, it would make a permission of a denial."""

    allows: bool
    kind: GrantKind
    tool: str
    text: str = ""
    command_class: str = ""
    project: str | None = None
    grant_id: str = ""


class StoredGrants:
    """Those that hold in the folder `project`, in `grants.json` of the user's state."""

    def __init__(self, environ: Mapping[str, str], project: Path) -> None:
        self._path = user_state_folder(environ) / "grants.json"
        self._file = StateFile(self._path)
        self._project = str(project.resolve())

    def load(self) -> tuple[Grant, ...]:
        return tuple(grant for grant in self.load_all() if grant.project in (None, self._project))

    def load_all(self) -> tuple[Grant, ...]:
        """The grants of all projects, in the order in which they were given.

        Raises:
            UserError: they cannot be read.
        """
        return tuple(map(self._grant, self._entries(self._file.load())))

    def add(self, grant: Grant, *, everywhere: bool) -> Grant:
        kept = replace(grant, project=None if everywhere else self._project)

        def change(document: dict[str, Any]) -> None:
            nonlocal kept
            entries = self._entries(document)
            known = list(map(self._grant, entries))
            same = [one for one in known if replace(one, grant_id="") == replace(kept, grant_id="")]
            if same:
                kept = same[0]
                return
            taken = {one.grant_id for one in known}
            fresh = (f"g{os.urandom(2).hex()}" for _ in range(1_000))
            kept = replace(kept, grant_id=next(one for one in fresh if one not in taken))
            entries.append(asdict(kept))

        self._file.change(change)
        return kept

    def revoke(self, grant_id: str) -> bool:
        """Forget a grant of whatever project; whether there was one of that id.

        Raises:
            UserError: that cannot be written down.
        """
        known: list[Any] = []

        def change(document: dict[str, Any]) -> None:
            entries = self._entries(document)
            known.extend(entry for entry in entries if self._grant(entry).grant_id == grant_id)
            entries[:] = [entry for entry in entries if entry not in known]

        self._file.change(change)
        return bool(known)

    def _entries(self, document: dict[str, Any]) -> list[Any]:
        entries = document.setdefault("grants", [])
        if not isinstance(entries, list):
            raise self._damaged(english("'grants' is no list"))
        return cast(list[Any], entries)

    def _grant(self, entry: Any) -> Grant:
        """The grant that `entry` is; what cannot be understood might have been a denial."""
        try:
            grant = Grant(**_Entry.model_validate(entry).model_dump())
            CommandClass(grant.command_class or CommandClass.SAFE)
        except ValueError as error:
            reason = str(error).replace("\n", " ")
            raise self._damaged(english("an entry is no grant: {reason}", reason=reason)) from error
        return grant

    def _damaged(self, reason: str) -> UserError:
        return UserError(
            english(
                "the file {path!r} is damaged ({reason}); fix it, or remove it and give the "
                "grants again",
                path=str(self._path),
                reason=reason,
            )
        )
