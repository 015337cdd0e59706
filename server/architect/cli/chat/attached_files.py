"""Files that go with a message: texts, and images that models can look at."""

from dataclasses import field
from pathlib import Path

from architect.domain.attached import MOST_IMAGE_BYTES, Image, image_type_of
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.run_request import Attachment
from architect.domain.text.counted import counted
from architect.frozen import frozen

MOST_TEXT_BYTES = 1_000_000


@frozen
class AttachedFiles:
    """What goes with a message."""

    texts: tuple[Attachment, ...] = field(default_factory=tuple[Attachment, ...])
    images: tuple[Image, ...] = field(default_factory=tuple[Image, ...])

    @property
    def names(self) -> tuple[str, ...]:
        return (*(text.source for text in self.texts), *(image.name for image in self.images))

    def with_text(self, path: Path) -> "AttachedFiles":
        """These and the text in the file `path`.

        Raises:
            UserError: it cannot be read, is too large, or no text.
        """
        data = _content(path, MOST_TEXT_BYTES)
        if b"\0" in data:
            raise UserError(f"{str(path)!r} is no text; /image attaches an image")
        text = Attachment("file", _name(path), data.decode("utf-8", "replace"))
        return AttachedFiles((*self.texts, text), self.images)

    def with_image(self, path: Path) -> "AttachedFiles":
        """These and the image in the file `path`.

        Raises:
            UserError: it cannot be read, is too large, or no image of a type that models take.
        """
        data = _content(path, MOST_IMAGE_BYTES)
        media_type = image_type_of(data)
        if media_type is None:
            raise UserError(f"{str(path)!r} is no PNG, JPEG, GIF or WebP")
        return AttachedFiles(self.texts, (*self.images, Image(_name(path), media_type, data)))

    @property
    def lines(self) -> tuple[str, ...]:
        """What a person is told of each: name and size."""
        texts = (f"{each.source}, {_size(each.text)}" for each in self.texts)
        images = (f"{each.name}, {len(each.content):,} bytes" for each in self.images)
        return (*texts, *images)


def _size(text: str) -> str:
    return counted(text.count("\n") + (not text.endswith("\n")), "line")


def _name(path: Path) -> str:
    return escape_controls(in_one_line(path.name))


def _content(path: Path, most: int) -> bytes:
    """
    Raises:
        UserError: it cannot be read, or has more than `most` bytes.
    """
    try:
        if not path.is_file():
            raise UserError(f"{str(path)!r} is no file")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UserError(f"{str(path)!r}: {error.strerror}") from error
    if len(data) > most:
        raise UserError(f"{str(path)!r} has more than {most:,} bytes")
    return data
