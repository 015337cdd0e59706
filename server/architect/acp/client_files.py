"""The files of a workspace as the client has them.

https://agentclientprotocol.com/protocol/file-system
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from architect.acp.initialization import ClientFeatures
from architect.domain.errors import (
    FileMissingError,
    NotTextError,
    PartlyAppliedError,
    StaleFileError,
    WorkspaceFault,
)
from architect.domain.paths import Access, Listing, WorkspacePath
from architect.domain.text.diff import change_of
from architect.domain.text.document import Document, FileChange, Snapshot
from architect.domain.text.edit_outcome import EditOutcome, edit_outcome
from architect.domain.text.line_page import MOST_COUNTED, LinePage, page_of
from architect.domain.text.reformatted import PartlyReformattedError, ReformattedError
from architect.domain.text.snapshots import snapshot_of
from architect.domain.text.undecodable_bytes import has_undecodable_bytes
from architect.jsonrpc.client import Client, ClientFault, ClientRefusedError
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.ports.workspace import Workspace, apply_each

_READ_S = 10.0
_WRITE_S = 60.0
"""A client may show what is written, or format it."""

_MOST_ASKED = 10_000_000
"""Bytes of a file that a client is asked for; larger ones nobody edits by hand."""


_WORD = lazy_pattern(r"\w+")


class _SilentClientError(WorkspaceFault):
    """The client did not say what it has, so that nobody knows what its user sees."""


class ClientFiles:
    """Texts as the client has them, who may not have saved them; all else is on `disk`.

    An edit counts once client and disk have its text. What a client could not leave as it is meant
    (new files, other encodings, byte order marks, execute bits) is changed on disk, if the client
    has nothing else there.
    """

    def __init__(
        self, disk: Workspace, client: Client, features: ClientFeatures, *, session_id: str
    ) -> None:
        self._disk = disk
        self._client = client
        self._features = features
        self._session_id = session_id

    @property
    def root(self) -> Path:
        return self._disk.root

    def locate(self, text: str, access: Access) -> WorkspacePath:
        return self._disk.locate(text, access)

    async def read(self, path: WorkspacePath) -> Snapshot:
        on_disk = await self._disk.read(path)
        if not self._features.reads or len(on_disk.document.text) > _MOST_ASKED:
            return on_disk
        return await _as_shown(path, on_disk, await self._client_text(path))

    async def read_lines(
        self, path: WorkspacePath, *, first: int, count: int, counted: int = MOST_COUNTED
    ) -> LinePage:
        try:
            text = (await self.read(path)).document.text if self._features.reads else None
        except (FileMissingError, _SilentClientError):
            raise
        except WorkspaceFault:  # too large to be edited, or no text
            text = None
        if text is None:
            return await self._disk.read_lines(path, first=first, count=count, counted=counted)
        return page_of([text], first=first, count=count, counted=counted)

    async def list(self, path: WorkspacePath, *, recursive: bool, limit: int) -> Listing:
        return await self._disk.list(path, recursive=recursive, limit=limit)

    async def unsaved(self) -> Mapping[str, bytes]:
        """Nothing: a client does not say what it has open."""
        return {}

    async def apply(self, change: FileChange) -> None:
        if change.before is None:
            await self._require_unopened(change.path)
        if not self._features.writes or not _is_for_client(change):
            await self._require_saved(change)
            await self._disk.apply(change)
            return
        self._require_same_place(change.path)
        text = await self._client_text(change.path)
        if text is None:  # what it has open it does not say, so it may not write over it
            await self._disk.apply(change)
            return
        await self._require_unchanged(change, text)
        await self._write(change.path, change.after.text if change.after else "")
        await self._require_written(change)

    async def apply_all(self, changes: Sequence[FileChange]) -> None:
        further: list[FileChange] = []

        async def applied(change: FileChange) -> None:
            try:
                await self.apply(change)
            except ReformattedError as more:
                further.extend(more.further)

        try:
            await apply_each(applied, changes)
        except PartlyAppliedError as fault:
            raise PartlyReformattedError(str(fault), fault.made, tuple(further)) from fault
        if further:
            raise _reformatted(*further)

    async def _require_unchanged(self, change: FileChange, text: str) -> None:
        """
        Raises:
            StaleFileError: disk or client, which has `text`, have not what was there before.
        """
        path, before = change.path, change.before
        try:
            shown = await _as_shown(path, await self._disk.read(path), text)
        except FileMissingError:
            raise _stale(path) from None
        if before is None or shown.document.text != before.document.text:
            raise _stale(path)

    async def _shown_or_none(self, path: WorkspacePath) -> Snapshot | None:
        try:
            return await self.read(path)
        except FileMissingError:
            return None

    async def _client_text(self, path: WorkspacePath) -> str | None:
        """The text that the client has; None if it does not say."""
        params = {"sessionId": self._session_id, "path": str(self.root / path.relative)}
        try:
            result = await self._client.request("fs/read_text_file", params, timeout_s=_READ_S)
        except ClientRefusedError:
            return None
        except ClientFault as fault:
            reason = f"{path.relative!r} could not be read in the editor: {fault}"
            raise _SilentClientError(reason) from fault
        match result:
            case {"content": str(text)}:
                return text
            case _:
                return None

    async def _write(self, path: WorkspacePath, text: str) -> None:
        """
        Raises:
            WorkspaceFault: the client has not written it.
        """
        params: dict[str, Any] = {
            "sessionId": self._session_id,
            "path": str(self.root / path.relative),
            "content": text,
        }
        try:
            await self._client.request("fs/write_text_file", params, timeout_s=_WRITE_S)
        except ClientFault as fault:
            raise WorkspaceFault(
                english(
                    "the editor has not written {relative!r}: {fault}; read it again to see what "
                    "is in it",
                    relative=path.relative,
                    fault=fault,
                )
            ) from fault

    async def _require_written(self, change: FileChange) -> None:
        """Look at what there is now, whatever the client has answered."""
        path, after = change.path, change.after or Document("")
        shown = await self._shown_or_none(path)
        if shown is None or not _is_made(change, shown.document.text):
            raise WorkspaceFault(
                english(
                    "{relative!r} is not what the editor was asked to write; read it again",
                    relative=path.relative,
                )
            )
        on_disk = await self._disk.read(path)
        if not _alike(on_disk.document.text, shown.document.text):
            raise WorkspaceFault(
                english(
                    "the editor has changed {relative!r} but not saved it, so commands do not see "
                    "the change; ask the user to save it",
                    relative=path.relative,
                )
            )
        if not _alike(on_disk.document.text, after.text):
            further = change_of(path, await snapshot_of(after), on_disk.document)
            raise _reformatted(further)
        if on_disk.document != after:  # line ends of its own
            await self._disk.apply(replace(change, before=on_disk))

    def _require_same_place(self, path: WorkspacePath) -> None:
        """Pass the gate again: it may have been passed for reading, and links change."""
        if self.locate(str(self.root / path.relative), Access.WRITE).real != path.real:
            raise StaleFileError(
                english(
                    "{relative!r} now leads elsewhere; nothing was written", relative=path.relative
                )
            )

    async def _require_unopened(self, path: WorkspacePath) -> None:
        """
        Raises:
            StaleFileError: the client has a text for a file that the disk does not have.
        """
        if self._features.reads and await self._client_text(path):
            raise StaleFileError(
                english(
                    "{relative!r} is open in the editor and was never saved; nothing was written",
                    relative=path.relative,
                )
            )

    async def _require_saved(self, change: FileChange) -> None:
        """
        Raises:
            StaleFileError: the client has a text that the disk does not have.
        """
        if not self._features.reads or change.before is None:
            return
        text = await self._client_text(change.path)
        if text is not None and not _alike(text, change.before.document.text):
            raise StaleFileError(
                english(
                    "{relative!r} is not saved in the editor, so it was not changed; its user has "
                    "to save it first",
                    relative=change.path.relative,
                )
            )


async def _as_shown(path: WorkspacePath, on_disk: Snapshot, text: str | None) -> Snapshot:
    """What the client has of a file that is `on_disk` so; `text` is None if it does not say."""
    if text is None or _alike(text, on_disk.document.text):
        return on_disk
    if has_undecodable_bytes(text) or "\0" in text:
        raise NotTextError(
            english(
                "{relative!r} is open in the editor, but is not text there", relative=path.relative
            )
        )
    seen = await snapshot_of(replace(on_disk.document, text=text, undecodable_bytes=False))
    return replace(seen, executable=on_disk.executable)


def _is_for_client(change: FileChange) -> bool:
    """Whether it is an edit of a file that a client, which writes UTF-8, leaves as it is meant."""
    if change.before is None or change.after is None or change.executable is not None:
        return False
    return not any(
        each.bom or each.undecodable_bytes or each.encoding != "utf-8"
        for each in (change.before.document, change.after)
    )


def _is_made(change: FileChange, now: str) -> bool:
    """Whether `now` is what was wanted, or what formatting on saving makes of it.

    Formatters move, break and quote the words of a text, or change other places of it.
    """
    before = change.before.document.text if change.before else ""
    wanted = change.after.text if change.after else ""
    if _alike(now, before):
        return _alike(wanted, before)
    outcome = edit_outcome(before, wanted, now, told=(), encoding="utf-32", line_ends="any")
    return outcome is EditOutcome.APPLIED or _words(now) == _words(wanted)


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text))


def _alike(one: str, other: str) -> bool:
    """Whether two texts are the same but for line ends, which some editors keep apart."""
    return one == other or one.replace("\r\n", "\n") == other.replace("\r\n", "\n")


def _reformatted(*further: FileChange) -> ReformattedError:
    files = ", ".join(repr(each.path.relative) for each in further)
    return ReformattedError(english("the editor has formatted {files}", files=files), *further)


def _stale(path: WorkspacePath) -> StaleFileError:
    return StaleFileError(
        english(
            "{relative!r} has changed in the editor; nothing was written, read it again",
            relative=path.relative,
        )
    )
