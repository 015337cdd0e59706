"""Kept replies, each a file named by the SHA-256 of its request, for the user only."""

import asyncio
import contextlib
import json
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from architect.domain.ids import CallId
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason, ModelReply
from architect.domain.provider_items import ProviderItems

MAX_BYTES = 500_000_000
_LONGEST_REPLY = 20_000_000
_VERSION = 1


class ReplyStore:
    """The folder `folder`; replies older than `ttl_s` seconds do not count, and are removed.

    Nothing here stops a run: what cannot be read is asked for, what cannot be written is not kept.
    A folder that belongs to somebody else, or that others may write, is not used.
    """

    def __init__(self, folder: Path, *, ttl_s: float) -> None:
        self._folder = folder
        self._ttl_s = ttl_s
        self._is_tidy = False

    async def load(self, key: str) -> ModelReply | None:
        return await asyncio.to_thread(self._load, key)

    async def keep(self, key: str, reply: ModelReply) -> None:
        await asyncio.to_thread(self._keep, key, reply)

    def _load(self, key: str) -> ModelReply | None:
        try:
            if not self._is_ours():
                return None
            place = self._place(key)
            status = place.lstat()
            is_old = not 0 <= time.time() - status.st_mtime <= self._ttl_s
            if is_old or not stat.S_ISREG(status.st_mode) or status.st_size > _LONGEST_REPLY:
                return None
            return _reply(json.loads(place.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def _keep(self, key: str, reply: ModelReply) -> None:
        content = json.dumps(_fields(reply), separators=(",", ":")).encode()
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not self._is_ours():
                return
            if not self._is_tidy:
                self._is_tidy = True
                self._tidy()
            descriptor, name = tempfile.mkstemp(dir=self._folder, prefix=".", suffix=".partial")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(content)
                Path(name).replace(self._place(key))
            except OSError:
                Path(name).unlink()

    def _is_ours(self) -> bool:
        status = self._folder.lstat()
        is_folder = stat.S_ISDIR(status.st_mode)
        return is_folder and status.st_uid == os.geteuid() and not status.st_mode & 0o022

    def _place(self, key: str) -> Path:
        return self._folder / f"{key}.json"

    def _tidy(self) -> None:
        """Remove what is too old, and the oldest of what is too much."""
        left = MAX_BYTES
        now = time.time()
        for _, size, place in sorted(self._files(), key=lambda file: -file[0]):
            left -= size
            if left < 0 or now - place.lstat().st_mtime > self._ttl_s:
                place.unlink(missing_ok=True)

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        for entry in os.scandir(self._folder):
            if entry.name.endswith((".json", ".partial")):
                status = entry.stat(follow_symlinks=False)
                yield status.st_mtime, status.st_size, Path(entry.path)


def _fields(reply: ModelReply) -> dict[str, Any]:
    items = reply.items
    return {
        "version": _VERSION,
        "text": reply.text,
        "calls": [[call.id, call.name, call.arguments] for call in reply.calls],
        "finish": reply.finish.value,
        "reasoning": reply.reasoning,
        "items": items and [items.origin, list(items.items), items.tokens],
        "model": reply.model,
    }


def _reply(content: Any) -> ModelReply:
    """The reply of a file.

    Raises:
        ValueError, KeyError, TypeError: it is not what we write.
    """
    fields = cast(dict[str, Any], content)
    if fields["version"] != _VERSION:
        raise ValueError
    calls = tuple(ToolCall(CallId(_text(a)), _text(b), _text(c)) for a, b, c in fields["calls"])
    items = fields["items"]
    return ModelReply(
        text=_text(fields["text"]),
        calls=calls,
        finish=FinishReason(fields["finish"]),
        reasoning=_text(fields["reasoning"]),
        items=items and ProviderItems(_text(items[0]), tuple(map(_text, items[1])), int(items[2])),
        model=_text(fields["model"]),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
