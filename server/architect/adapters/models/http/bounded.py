"""Answers of servers, of which only so much is taken into memory.

What counts is what a body becomes: a compressed one can be a thousand times as long.
"""

from collections.abc import AsyncIterator

from architect.domain.errors import GarbledReplyError
from architect.l10n import english


async def bounded(
    pieces: AsyncIterator[bytes], *, most_bytes: int, what: str
) -> AsyncIterator[bytes]:
    """`pieces`, as long as they are not too many; `what` names them.

    Raises:
        GarbledReplyError: they are.
    """
    size = 0
    async for piece in pieces:
        size += len(piece)
        if size > most_bytes:
            raise GarbledReplyError(
                english("{what} is too long: no honest one comes near it", what=what)
            )
        yield piece


async def whole(pieces: AsyncIterator[bytes], *, most_bytes: int, what: str) -> bytes:
    """All `pieces` as one.

    Raises:
        GarbledReplyError: they are too many.
    """
    body = bytearray()
    async for piece in bounded(pieces, most_bytes=most_bytes, what=what):
        body += piece
    return bytes(body)


async def beginning(pieces: AsyncIterator[bytes], *, most_bytes: int) -> bytes:
    """The first `pieces`, which say enough."""
    body = bytearray()
    async for piece in pieces:
        body += piece
        if len(body) >= most_bytes:
            break
    return bytes(body[:most_bytes])
