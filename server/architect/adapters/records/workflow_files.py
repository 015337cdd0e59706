"""The journals of the workflows of a project: one file each, below those of its sessions."""

import glob
import hashlib
import os
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Annotated, BinaryIO

from pydantic import BaseModel, Field

from architect.adapters.files.anchored import open_slot
from architect.adapters.files.project_folder import NAME, project_folder
from architect.adapters.files.regular_file import open_regular_slot
from architect.adapters.records.file_originals import SESSIONS
from architect.adapters.records.journal_lock import size_and_writer
from architect.adapters.records.jsonl_journal import JsonlJournal
from architect.adapters.records.record_lines import decoded, problem_in
from architect.domain.errors import JournalFault, NotAFileError, UserError
from architect.domain.ids import SessionId, WorkflowId
from architect.domain.workflows.events import WorkflowEvent, WorkflowRecord
from architect.l10n import english

FOLDER = ".workflows"
"""Names with a dot are left out where sessions are listed."""


_ATTEMPTS = "attempts"
_CONTENTS = "contents"


def digest_of(content: bytes) -> str:
    """The name under which a content is kept."""
    return hashlib.sha256(content).hexdigest()


class _Line(BaseModel):
    workflow_id: WorkflowId
    seq: int
    at: datetime
    event: Annotated[WorkflowEvent, Field(discriminator="type")]


class WorkflowFiles:
    """The workflows of the project at `root`; links to journals are not followed."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._folder = root / NAME / SESSIONS / FOLDER

    def open(self, workflow_id: WorkflowId) -> JsonlJournal:
        """The journal of a workflow, to be added to; it is made if need be.

        Raises:
            UserError: no journal can be kept there.
        """
        try:
            folder = project_folder(self._root, SESSIONS, FOLDER)
        except OSError as error:
            raise UserError(
                english(
                    "cannot write a journal in {root!r}: {reason}",
                    root=str(self._root),
                    reason=error.strerror,
                )
            ) from error
        return JsonlJournal(folder, workflow_id)

    def ids(self) -> list[WorkflowId]:
        """Those that are kept, the newest first."""
        found = (path.stem for path in self._folder.glob("*.jsonl"))
        return [WorkflowId(name) for name in sorted(found, key=_when, reverse=True)]

    def has(self, name: str) -> bool:
        return "/" not in name and os.path.lexists(self._folder / f"{name}.jsonl")

    @contextmanager
    def opened(self, workflow_id: WorkflowId) -> Generator[BinaryIO]:
        """The journal of a workflow, to be read.

        Raises:
            OSError: there is none, or it cannot be read.
            NotAFileError: it is no regular file.
        """
        name = f"{workflow_id}.jsonl"
        with open_slot(self._root, (NAME, SESSIONS, FOLDER, name)) as slot:
            descriptor = open_regular_slot(slot, shown_as=name)
        with os.fdopen(descriptor, "rb") as file:
            yield file

    def is_live(self, workflow_id: WorkflowId) -> bool:
        """Whether somebody works on it."""
        try:
            with self.opened(workflow_id) as file:
                return size_and_writer(file.fileno())[1]
        except (OSError, NotAFileError):
            return False

    def records_of_units(self, workflow_id: WorkflowId) -> Path:
        """The folder for the records of the units that worked on copies.

        It lies as that of sessions does in a workspace, for which `home_of_units` stands.
        """
        return self.home_of_units(workflow_id) / NAME / SESSIONS

    def home_of_units(self, workflow_id: WorkflowId) -> Path:
        return self._folder / workflow_id

    def attempt(self, workflow_id: WorkflowId, session_id: SessionId) -> Path:
        """The record of an attempt in the user's files, which has a session of its own."""
        return self.home_of_units(workflow_id) / _ATTEMPTS / f"{session_id}.json"

    def keep(self, workflow_id: WorkflowId, contents: Iterable[bytes]) -> None:
        """Keep what the units of a workflow name by its digest.

        Raises:
            UserError: it cannot be written.
        """
        folder = self.home_of_units(workflow_id) / _CONTENTS
        try:
            for content in contents:
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                (folder / digest_of(content)).write_bytes(content)
        except OSError as error:
            raise UserError(
                english("cannot keep the files of checks: {reason}", reason=error.strerror)
            ) from error

    def kept(self, workflow_id: WorkflowId, digest: str) -> bytes:
        """What was kept.

        Raises:
            JournalFault: it is not there any more, or is something else.
        """
        path = self.home_of_units(workflow_id) / _CONTENTS / digest
        try:
            content = path.read_bytes()
        except OSError as error:
            raise JournalFault(
                english("cannot read {path!r}: {reason}", path=str(path), reason=error.strerror)
            ) from error
        if digest_of(content) != digest:
            raise JournalFault(english("{path!r} is not what was kept there", path=str(path)))
        return content

    def home_with(self, session_id: SessionId) -> Path | None:
        """The home of the unit whose records are of that session; None if none is."""
        records = f"*/{NAME}/{SESSIONS}/{glob.escape(session_id)}.jsonl"
        found = next(self._folder.glob(records), None)
        return None if found is None else found.parents[2]

    def records(self, workflow_id: WorkflowId) -> Iterator[WorkflowRecord]:
        """What happened in a workflow; a last line that is not whole does not count.

        Raises:
            JournalFault: it cannot be read.
        """
        path = self._folder / f"{workflow_id}.jsonl"
        try:
            with self.opened(workflow_id) as file:
                for number, line in enumerate(file, start=1):
                    if line.endswith(b"\n"):
                        yield _record(line, path, number)
        except (OSError, NotAFileError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise JournalFault(
                english("cannot read {path!r}: {reason}", path=str(path), reason=reason)
            ) from error


def _record(line: bytes, path: Path, number: int) -> WorkflowRecord:
    try:
        read = _Line.model_validate(decoded(line))
    except (ValueError, RecursionError) as error:
        raise JournalFault(
            english(
                "{path!r}, line {number} is not a record of a workflow: {reason}",
                path=str(path),
                number=number,
                reason=problem_in(error),
            )
        ) from error
    return WorkflowRecord(read.workflow_id, read.seq, read.at, read.event)


def _when(name: str) -> str:
    """What sorts by time: the id without its kind."""
    return name.partition("-")[2]
