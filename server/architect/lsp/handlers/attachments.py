"""What a client attaches to a message: texts, lines and files of the workspace, and images."""

import base64
import binascii
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from architect.domain.attached import IMAGE_TYPES, MOST_IMAGE_BYTES, Image
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.run_request import Attachment
from architect.execution.file_uses import names_of
from architect.frozen import frozen
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.selection import located, relative_path, selection_in
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message, Span
from architect.policy.file_rules import sensitive_files
from architect.services.excerpts import as_it_is

MOST_ATTACHMENTS = 20
_BASE64_LENGTH = 4 * (MOST_IMAGE_BYTES // 3 + 1)


class SentAttachment(Message):
    """What goes with a message: `text`, or the lines of the document `uri` in `range`, or all.

    An image has its `data` in base64 and its `mediaType`: PNG, JPEG, GIF or WebP, 5 MB at most.
    `name` is what the message shows; so is `lines`, how many of `text` a command has printed.
    """

    kind: Literal["selection", "file", "problem", "test", "terminal", "text", "image"]
    name: Annotated[str, Field(min_length=1, max_length=300)]
    text: Annotated[str, Field(max_length=1_000_000)] | None = None
    uri: str | None = None
    range: Span | None = None
    media_type: str | None = None
    data: Annotated[str, Field(max_length=_BASE64_LENGTH)] | None = None
    lines: Annotated[int, Field(ge=0)] | None = None


SentAttachments = Annotated[tuple[SentAttachment, ...], Field(max_length=MOST_ATTACHMENTS)]


@frozen
class Brought:
    """The texts and images that go with a message."""

    texts: tuple[Attachment, ...] = ()
    images: tuple[Image, ...] = ()


async def brought(editor: EditorSession, root: Path, sent: Sequence[SentAttachment]) -> Brought:
    """What `sent` stands for, of documents in the workspace `root`.

    Raises:
        RequestFault: one of them cannot be read, may hold secrets, or is nothing of its kind.
    """
    images = tuple(_image(each) for each in sent if each.kind == "image")
    texts = [await _text(editor, root, each) for each in sent if each.kind != "image"]
    return Brought(tuple(texts), images)


async def _text(editor: EditorSession, root: Path, sent: SentAttachment) -> Attachment:
    if sent.text is not None:
        return Attachment(sent.kind, _shown(sent.name), sent.text, lines=sent.lines)
    if sent.uri is None:
        raise invalid(english("attachments: {name!r} has neither a text nor a uri", name=sent.name))
    path = relative_path(root, sent.uri)
    config = await editor.config(root)
    workspace = editor.workspace(root)
    # A harmless name may be a link to a file with secrets.
    names = names_of(located(workspace, path), workspace.root)
    if sensitive_files(config.guardrails.sensitive_files).match(names) is not None:
        raise invalid(english("attachments: {path!r} may hold secrets and is not sent", path=path))
    excerpt = await selection_in(editor, root, sent.uri, sent.range)
    attachment = as_it_is(excerpt, kind=sent.kind)
    return attachment if sent.range is not None else Attachment(sent.kind, path, attachment.text)


def _image(sent: SentAttachment) -> Image:
    begins = IMAGE_TYPES.get(sent.media_type or "")
    if sent.data is None or begins is None:
        known = ", ".join(IMAGE_TYPES)
        raise invalid(
            english(
                "attachments: the image {name!r} needs data and a mediaType of {known}",
                name=sent.name,
                known=known,
            )
        )
    try:
        content = base64.b64decode(sent.data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid(
            english("attachments: the data of {name!r} is not base64", name=sent.name)
        ) from error
    if not content.startswith(begins):
        raise invalid(
            english(
                "attachments: {name!r} is no image of type {media_type}",
                name=sent.name,
                media_type=sent.media_type,
            )
        )
    if len(content) > MOST_IMAGE_BYTES:
        raise invalid(
            english("attachments: the image {name!r} is larger than 5 MB", name=sent.name)
        )
    return Image(_shown(sent.name), str(sent.media_type), content)


def _shown(name: str) -> str:
    return escape_controls(in_one_line(name))
