"""Images of the user among the contents that are kept for a session."""

from collections.abc import Iterable

from architect.domain.attached import Image, KeptImage
from architect.ports.originals import Originals


def keep_images(images: Iterable[Image], originals: Originals | None) -> tuple[KeptImage, ...]:
    """`images` as the journal names them, once their contents are written, which blocks.

    Raises:
        JournalFault: they could not be.
    """
    if originals is None:
        return ()
    kept = tuple(
        KeptImage(one.name, one.media_type, originals.keep(one.content), len(one.content))
        for one in images
    )
    if kept:
        originals.sync()
    return kept
