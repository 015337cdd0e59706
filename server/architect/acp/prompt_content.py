"""What a client sends with a prompt: text, links, files and images.

https://agentclientprotocol.com/protocol/content
"""

import base64
import binascii
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

from architect.acp.faults import invalid
from architect.domain.attached import IMAGE_TYPES, MOST_IMAGE_BYTES, Image, image_type_of
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.files.uris import path_of
from architect.domain.run_request import Attachment
from architect.frozen import frozen
from architect.l10n import english

_MOST_TEXT = 1_000_000


@frozen
class Prompt:
    """What the user said, and what goes with it.

    One that `is_plain` begins with a blank, so that no command is meant.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    images: tuple[Image, ...] = ()
    is_plain: bool = False


def prompt_of(blocks: Sequence[Any], root: Path) -> Prompt:
    """The prompt in the blocks of `session/prompt`, of a session in the folder `root`.

    A link to a file of the workspace is named as `@path`, so that the file itself goes along; what
    is embedded is attached as it is.

    Raises:
        AcpFault: a block is none of a kind that we have offered to take.
    """
    texts: list[str] = []
    attachments: list[Attachment] = []
    images: list[Image] = []
    for found in blocks:
        match found:
            case {"type": "text", "text": str(text)}:
                _append(texts, text)
            case {"type": "resource_link", "uri": str(uri)}:
                _append(texts, _mention(uri, root))
            case {"type": "resource", "resource": {"uri": str(uri), "text": str(text)}}:
                _append(texts, _name(uri, root))
                attachments.append(Attachment("file", _name(uri, root), _cut(text)))
            case {"type": "resource", "resource": {"uri": str(uri), "blob": str(data)}}:
                _append(texts, _name(uri, root))
                images.append(_image(data, _name(uri, root)))
            case {"type": "image", "data": str(data)}:
                images.append(_image(data, f"image {len(images) + 1}"))
            case {"type": str(kind)}:
                raise invalid(
                    english("prompt: a block of the type {kind!r} cannot be taken", kind=kind)
                )
            case _:
                raise invalid(english("prompt: a block has to be an object with a type"))
    whole = "".join(texts)
    text = whole.strip()
    if not text and not images:
        raise invalid(english("prompt: there is no text in it"))
    is_plain = whole[:1].isspace()
    return Prompt(text or "Look at the image.", tuple(attachments), tuple(images), is_plain)


def _append(texts: list[str], text: str) -> None:
    """Put `text` behind the others, so that a name in it is a word of its own."""
    joins = not texts or texts[-1][-1:].isspace() or text[:1].isspace()
    texts.append(text if joins else f" {text}")


def _cut(text: str) -> str:
    if len(text) <= _MOST_TEXT:
        return text
    return f"{text[:_MOST_TEXT]}\n[... {len(text) - _MOST_TEXT:,} characters left out ...]"


def _mention(uri: str, root: Path) -> str:
    """How the user names what is at `uri`; a place outside the workspace stays a link."""
    name = _name(uri, root)
    if name == uri:
        return uri
    return f'@"{name}"' if any(character in name for character in " ,;:()") else f"@{name}"


def _name(uri: str, root: Path) -> str:
    """The path below `root`, or else the address."""
    path = path_of(uri.partition("#")[0])
    if path is None or '"' in str(path):
        return escape_controls(in_one_line(uri))
    for folder in dict.fromkeys((root, root.resolve())):
        if path.is_relative_to(folder):
            return escape_controls(in_one_line(path.relative_to(folder).as_posix()))
    return escape_controls(in_one_line(uri))


def _image(data: str, name: str) -> Image:
    """
    Raises:
        AcpFault: it is no image that models take.
    """
    try:
        content = base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError) as error:
        raise invalid(english("prompt: the data of {name} is not base64", name=name)) from error
    kind = image_type_of(content)
    if kind is None:
        raise invalid(
            english(
                "prompt: {name} is none of {image_types}",
                name=name,
                image_types=", ".join(IMAGE_TYPES),
            )
        )
    if len(content) > MOST_IMAGE_BYTES:
        raise invalid(english("prompt: {name} is larger than 5 MB", name=name))
    return Image(name, kind, content)


def mcp_layer(servers: Sequence[Any]) -> dict[str, Any]:
    """The MCP servers that the client hands over, in the shape of config.yaml.

    Raises:
        AcpFault: one of them is nothing that we can connect to.
    """
    return {"mcp": {"servers": dict(map(_server, servers))}} if servers else {}


def _server(server: Any) -> tuple[str, dict[str, Any]]:
    match server:
        case {"type": "http" | "sse" as kind, "name": str(name), "url": str(url)}:
            return name, {"type": kind, "url": url, "headers": dict(_pairs(server.get("headers")))}
        case {"name": str(name), "command": str(command)}:
            arguments = list(_words(server.get("args")))
            environment = dict(_pairs(server.get("env")))
            return name, {"command": command, "args": arguments, "env": environment}
        case _:
            raise invalid(english("mcpServers: a server needs a name and a command or a url"))


def _words(found: Any) -> Iterator[str]:
    for each in cast(list[Any], found) if isinstance(found, list) else ():
        if not isinstance(each, str):
            raise invalid(english("mcpServers: args is a list of texts"))
        yield each


def _pairs(found: Any) -> Iterator[tuple[str, str]]:
    for each in cast(list[Any], found) if isinstance(found, list) else ():
        match each:
            case {"name": str(name), "value": str(value)}:
                yield name, value
            case _:
                raise invalid(english("mcpServers: env and headers are lists of {name, value}"))
