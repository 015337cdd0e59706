"""Snapshots of texts that are not on the disk."""

import asyncio
from hashlib import sha256

from architect.domain.text.document import Document, Snapshot
from architect.domain.text.file_text import encode

_INLINE_CHARS = 1_000_000
"""Up to here hashing takes less than a few milliseconds of the event loop."""


async def snapshot_of(document: Document) -> Snapshot:
    """`document` with the fingerprint that it would have as a file.

    Raises:
        NotTextError: no file can hold it.
    """
    if len(document.text) <= _INLINE_CHARS:
        return _snapshot(document)
    return await asyncio.to_thread(_snapshot, document)


def _snapshot(document: Document) -> Snapshot:
    return Snapshot(document, sha256(encode(document)).hexdigest())
