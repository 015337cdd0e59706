"""Files that go with a message: texts, and images that models can look at."""

import os
from collections.abc import Iterable
from dataclasses import field, replace
from pathlib import Path

from architect.domain.attached import (
    MOST_IMAGE_BYTES,
    Attached,
    Image,
    attached_text,
    image_type_of,
)
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.findings import bare_lines
from architect.domain.run_request import TERMINAL, Attachment
from architect.domain.text.counted import counted
from architect.domain.unsent_message import UnsentMessage
from architect.frozen import frozen
from architect.l10n import english, shown, t, tn
from architect.policy.file_rules import FileRules

MOST_TEXT_BYTES = 1_000_000
_MOST_OUTPUTS = 10


@frozen
class AttachedFiles:
    """What goes with a message, and the paths of the files that the texts and images are from."""

    texts: tuple[Attachment, ...] = field(default_factory=tuple[Attachment, ...])
    images: tuple[Image, ...] = field(default_factory=tuple[Image, ...])
    text_paths: tuple[Path, ...] = field(default_factory=tuple[Path, ...])
    image_paths: tuple[Path, ...] = field(default_factory=tuple[Path, ...])

    def with_text(self, path: Path, secrets: FileRules) -> "AttachedFiles":
        """These and the text in the file `path`.

        Raises:
            UserError: it cannot be read, is too large, no text, or one of `secrets`.
        """
        places = (path.absolute().as_posix(), os.path.realpath(path))
        names = [each.lstrip("/") for each in places]
        if secrets.match(names) is not None:
            raise UserError(
                english("{path!r} may hold secrets and is not attached", path=str(path))
            )
        data = _content(path, MOST_TEXT_BYTES)
        if b"\0" in data:
            raise UserError(
                english("{path!r} is an image, which is attached as one", path=str(path))
                if image_type_of(data)
                else english("{path!r} is no text", path=str(path))
            )
        lines = bare_lines(data.decode("utf-8", "replace"))
        text = Attachment("file", _name(path), "\n".join(lines))
        return self.with_those_of(AttachedFiles(texts=(text,), text_paths=(path.absolute(),)))

    def with_output(self, output: Attachment) -> "AttachedFiles":
        """These and what a command has printed, unless it is there; the newest outputs stay."""
        if output in self.texts:
            return self
        outputs = (*(each for each in self.texts if each.kind == TERMINAL), output)
        dropped = outputs[:-_MOST_OUTPUTS]
        kept = tuple(each for each in self.texts if each not in dropped)
        return replace(self, texts=(*kept, output))

    def with_image(self, path: Path) -> "AttachedFiles":
        """These and the image in the file `path`.

        Raises:
            UserError: it cannot be read, is too large, or no image of a type that models take.
        """
        data = _content(path, MOST_IMAGE_BYTES)
        media_type = image_type_of(data)
        if media_type is None:
            raise UserError(english("{path!r} is no PNG, JPEG, GIF or WebP", path=str(path)))
        image = Image(_name(path), media_type, data)
        return self.with_those_of(AttachedFiles(images=(image,), image_paths=(path.absolute(),)))

    def with_those_of(self, other: "AttachedFiles") -> "AttachedFiles":
        return AttachedFiles(
            (*self.texts, *other.texts),
            (*self.images, *other.images),
            (*self.text_paths, *other.text_paths),
            (*self.image_paths, *other.image_paths),
        )

    @property
    def names(self) -> tuple[str, ...]:
        return (*(each.source for each in self.texts), *(each.name for each in self.images))

    @property
    def lines(self) -> tuple[str, ...]:
        """What a person is told of each: name and size."""
        texts = (attached_text("file", each.source, each.text, each.lines) for each in self.texts)
        images = (Attached("image", each.name, 0, len(each.content)) for each in self.images)
        return tuple(map(attached_line, (*texts, *images)))

    @property
    def in_short(self) -> str:
        """What a person is told of them in one line; several outputs of commands are summed up."""
        outputs = [each for each in self.texts if each.kind == TERMINAL]
        if len(outputs) < 2:
            return "; ".join(self.lines)
        others = replace(self, texts=tuple(each for each in self.texts if each not in outputs))
        lines = sum(attached_text("file", "", each.text, each.lines).lines for each in outputs)
        summed = tn(
            "{number} output, {lines}",
            "{number} outputs, {lines}",
            len(outputs),
            lines=shown(counted(lines, "line")),
        )
        return "; ".join((*others.lines, summed))


def attached_line(attached: Attached) -> str:
    """What a person is told of something that goes along: its name, and its size if it has one."""
    if attached.lines:
        return f"{attached.name}, {shown(counted(attached.lines, 'line'))}"
    return (
        t("{name}, {bytes:,} bytes", name=attached.name, bytes=attached.bytes)
        if attached.bytes
        else attached.name
    )


def attached_files(
    texts: Iterable[Path], images: Iterable[Path], secrets: FileRules
) -> AttachedFiles:
    """The files that a command line names; none of `secrets`.

    Raises:
        UserError: one of them cannot be attached.
    """
    attached = AttachedFiles()
    for path in texts:
        attached = attached.with_text(path, secrets)
    for path in images:
        attached = attached.with_image(path)
    return attached


def attachable(
    messages: Iterable[UnsentMessage], secrets: FileRules
) -> tuple[AttachedFiles, list[str]]:
    """What was to go along with messages, as the files are now, and why the rest cannot."""
    attached, problems = AttachedFiles(), list[str]()
    for message in messages:
        for path in (*message.files, *message.images):
            try:
                if path in message.images:
                    attached = attached.with_image(Path(path))
                else:
                    attached = attached.with_text(Path(path), secrets)
            except UserError as error:
                problems.append(str(error))
    return attached, problems


def _name(path: Path) -> str:
    return escape_controls(in_one_line(path.name))


def _content(path: Path, most: int) -> bytes:
    """
    Raises:
        UserError: it cannot be read, or has more than `most` bytes.
    """
    try:
        if not path.is_file():
            raise UserError(english("{path!r} is no file", path=str(path)))
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UserError(f"{str(path)!r}: {error.strerror}") from error
    if len(data) > most:
        raise UserError(english("{path!r} has more than {most:,} bytes", path=str(path), most=most))
    return data
