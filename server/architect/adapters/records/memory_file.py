"""The memory of a project in a file of its `.architect` folder."""

import asyncio
from collections.abc import Callable
from pathlib import Path

from architect.adapters.records.own_file import OwnFile
from architect.domain.errors import PortFault
from architect.l10n import english

_MAX_BYTES = 1_000_000


class MemoryFile:
    """Keeps `.architect/memory.md` of `root`, which people may edit; no link is followed."""

    def __init__(self, root: Path) -> None:
        self._file = OwnFile(root, "memory.md", max_bytes=_MAX_BYTES)

    async def read(self) -> str:
        return await asyncio.to_thread(self._read)

    async def change(self, change: Callable[[str], str | None]) -> bool:
        return await asyncio.to_thread(self._change, change)

    def _read(self) -> str:
        try:
            content = self._file.read()
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise PortFault(
                english(
                    "cannot read {path!r}: {reason}",
                    path=self._file.shown_as,
                    reason=error.strerror,
                )
            ) from error
        return content.decode("utf-8", "replace").replace("\r\n", "\n")

    def _change(self, change: Callable[[str], str | None]) -> bool:
        try:
            with self._file.locked():
                after = change(self._read())
                if after is None:
                    return False
                self._file.write(after.encode())
                return True
        except OSError as error:
            raise PortFault(
                english(
                    "cannot write {path!r}: {reason}",
                    path=self._file.shown_as,
                    reason=error.strerror,
                )
            ) from error
