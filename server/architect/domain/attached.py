"""What goes with words of the user: how people are shown it, and images."""

from collections.abc import Iterable

from architect.domain.text.file_text import split_lines
from architect.frozen import frozen

MOST_IMAGE_BYTES = 5_000_000
"""What Anthropic takes (https://platform.claude.com/docs/en/build-with-claude/vision)."""

IMAGE_TYPES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}
"""The types that all providers take, and how files of them begin."""


@frozen
class Attached:
    """What a message shows of a text, file or image that goes with it.

    `kind` is `file`, `selection`, `image` and the like, `name` its path or title. `lines` and
    `bytes` measure what the model is told of it; both are 0 where that is the name alone.
    `mentioned`: the words name it by an @, and bring it along when they are sent again.
    """

    kind: str
    name: str
    lines: int = 0
    bytes: int = 0
    mentioned: bool = False


@frozen
class Image:
    """An image as it was sent, of the type `media_type`, such as `image/png`."""

    name: str
    media_type: str
    content: bytes


@frozen
class KeptImage:
    """An image as the journal names it: its content is kept by the SHA-256 of its bytes."""

    name: str
    media_type: str
    sha256: str
    size_bytes: int


def image_type_of(content: bytes) -> str | None:
    """The type of an image that models take; None for anything else."""
    return next((name for name, begins in IMAGE_TYPES.items() if content.startswith(begins)), None)


def attached_text(kind: str, name: str, text: str, lines: int | None = None) -> Attached:
    """How a text is shown that goes with a message; `lines` is as in `Attachment`."""
    if lines == 0:  # of a command that has printed nothing
        return Attached(kind, name)
    lines = lines or len(split_lines(text))
    return Attached(kind, name, lines, len(text.encode("utf-8", "replace")))


def attached_images(images: Iterable[KeptImage]) -> tuple[Attached, ...]:
    """How images are shown that go with a message."""
    return tuple(Attached("image", one.name, 0, one.size_bytes) for one in images)


def images_line(images: Iterable[Image | KeptImage]) -> str:
    """The line that tells the model which images it is shown; empty without any."""
    names = ", ".join(repr(one.name) for one in images)
    return f"[attached images: {names}]" if names else ""
