"""Changes of files, and what the user makes of them."""

from collections.abc import Mapping
from typing import Literal

from architect.domain.ids import CallId, HunkId, RunId
from architect.frozen import frozen
from architect.l10n import english

ChangeKind = Literal["created", "modified", "deleted"]
CHANGE_WORDS: Mapping[ChangeKind, str] = {
    "created": english("created"),
    "modified": english("modified"),
    "deleted": english("deleted"),
}
"""What became of a file, where people read it."""


@frozen(kw_only=True)
class FileChangeIntended:
    """Journaled before the file is touched, so that no applied change is unknown after a crash.

    The hashes are SHA-256 of the file's bytes, None where there is no file. `executable` is what
    becomes of the execute bit, None if it stays. A change `by_command` was found after it was made,
    or it is expected of the command, which then may do something else or nothing.
    """

    type: Literal["file.intended"] = "file.intended"
    call_id: CallId
    path: str
    before_sha256: str | None
    after_sha256: str | None
    executable: bool | None = None
    by_command: bool = False


@frozen(kw_only=True)
class FileChanged:
    """`diff` is cut to `MAX_DIFF_CHARS` of `execution.journaled_workspace`.

    `by_command` says that no tool made the change, but a command that the call ran.
    """

    type: Literal["file.changed"] = "file.changed"
    call_id: CallId
    path: str
    kind: ChangeKind
    diff: str
    lines_added: int
    lines_removed: int
    by_command: bool = False


@frozen(kw_only=True)
class ChangesNotRecorded:
    """A command changed files that cannot be undone here, and why: `count`, some of them `paths`.

    With `count` 0 nobody knows whether it changed any.
    """

    type: Literal["changes.not_recorded"] = "changes.not_recorded"
    call_id: CallId
    reason: str
    paths: tuple[str, ...]
    count: int


@frozen(kw_only=True)
class FileProposed:
    """A run that only proposes would change a file; nothing was touched.

    `before_sha256` is what the run saw, earlier proposals included. `place` is where links lead in
    `path`, below the root, if that is elsewhere. The rest is as in `FileChanged`.
    """

    type: Literal["file.proposed"] = "file.proposed"
    call_id: CallId
    path: str
    kind: ChangeKind
    before_sha256: str | None
    after_sha256: str | None
    diff: str
    lines_added: int
    lines_removed: int
    place: str = ""


@frozen(kw_only=True)
class ChangesRejected:
    """The user did not want changes of the run `of_run`, which are in `patch`; `note` says why.

    It stands in the run that undoes them, and is told to the model when the session goes on.
    `patch` is cut to `MAX_PATCH_CHARS` of `services.rejected_changes`. `hunks` are those that were
    undone if it was not whole files.
    """

    type: Literal["changes.rejected"] = "changes.rejected"
    of_run: RunId
    paths: tuple[str, ...]
    note: str
    patch: str
    hunks: tuple[HunkId, ...] = ()


@frozen(kw_only=True)
class ChangesKept:
    """The user has looked at these hunks of the run `of_run` and keeps them."""

    type: Literal["changes.kept"] = "changes.kept"
    of_run: RunId
    paths: tuple[str, ...]
    hunks: tuple[HunkId, ...]
