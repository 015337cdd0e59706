"""The contents that the hashes of a trace stand for."""

import asyncio

from architect.domain.journal.file_traces import FileTrace
from architect.domain.review.undo import Content, KnownSpan
from architect.domain.text.file_text import decode
from architect.ports.originals import Originals


async def known_spans(trace: FileTrace, originals: Originals) -> tuple[KnownSpan, ...]:
    """The spans of a file with their contents, newest first.

    Raises:
        OriginalMissingError: one of them was not kept, or is damaged.
    """
    return await asyncio.to_thread(_known_spans, trace, originals)


def _known_spans(trace: FileTrace, originals: Originals) -> tuple[KnownSpan, ...]:
    return tuple(
        KnownSpan(
            _content(span.before, originals),
            _content(span.after, originals),
            span.made,
            span.executable,
        )
        for span in reversed(trace.spans)
    )


async def known_content(sha256: str | None, originals: Originals) -> Content:
    """The content with that hash; None stands for no file.

    Raises:
        OriginalMissingError: it was not kept, or is damaged.
    """
    return await asyncio.to_thread(_content, sha256, originals)


def _content(sha256: str | None, originals: Originals) -> Content:
    return None if sha256 is None else decode(originals.load(sha256))
