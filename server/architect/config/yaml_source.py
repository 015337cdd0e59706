"""Configuration files as layers."""

import codecs
import os
import re
import stat
from pathlib import Path
from typing import Any

from architect.config.layer import KeyPath, Layer, is_mapping
from architect.domain.errors import ConfigError
from architect.l10n import english

MAX_SIZE_BYTES = 1_000_000
# What a YAML stream may contain: https://yaml.org/spec/1.2.2/#51-character-set
# Compiling it takes 4 ms, so that waits until there is a file.
_NOT_PRINTABLE = "[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


def read_layer(path: Path, name: str) -> Layer:
    """The settings in the YAML file `path`, which errors call `name`.

    An empty file has none, and neither has a section without a value.

    Raises:
        ConfigError: it cannot be read, or is not a mapping in YAML; the text names the line.
    """
    return layer_of(read_content(path, name), name)


def layer_of(content: bytes, name: str) -> Layer:
    """The settings in the YAML text `content`, which errors call `name`.

    Raises:
        ConfigError: it is not a mapping in YAML; the text names the line.
    """
    text = _text(content, name)
    values, lines = _parsed(text, name)
    if values is None:
        return Layer(name, {})
    if not is_mapping(values):
        kind = english("a list") if isinstance(values, list) else english("a single value")
        raise ConfigError(
            english(
                "{name}:1: {kind} instead of sections such as 'llm:' with keys below",
                name=name,
                kind=kind,
            )
        )
    return Layer(
        name, {key: {} if value is None else value for key, value in values.items()}, lines
    )


def _parsed(text: str, name: str) -> tuple[Any, dict[KeyPath, int]]:
    from architect.config.yaml_parser import parse_yaml  # 30 ms that a run without files saves

    return parse_yaml(text, lambda line: f"{name}:{line}")


def read_content(path: Path, name: str) -> bytes:
    """The bytes of the configuration file `path`, which errors call `name`.

    Raises:
        ConfigError: it cannot be read, is no regular file, or is too large.
    """
    try:
        # Looking first: opening a pipe would wait for somebody to write into it.
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - one call, one meaning
            raise ConfigError(english("{name}: not a regular file", name=name))
        with path.open("rb") as file:
            content = file.read(MAX_SIZE_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ConfigError(
            english("{name}: cannot be read: {reason}", name=name, reason=reason)
        ) from error
    if len(content) > MAX_SIZE_BYTES:
        raise ConfigError(
            english(
                "{name}: larger than {most} bytes, which is the limit",
                name=name,
                most=MAX_SIZE_BYTES,
            )
        )
    return content


def _text(content: bytes, name: str) -> str:
    body = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        byte = body[error.start]
        raise ConfigError(
            english(
                "{name}:{line}: the byte 0x{byte:02x} is not UTF-8, save the file as UTF-8",
                name=name,
                line=line,
                byte=byte,
            )
        ) from error
    if bad := re.search(_NOT_PRINTABLE, text):
        line = text.count("\n", 0, bad.start()) + 1
        raise ConfigError(
            english(
                "{name}:{line}: the character {character!r} is not allowed in YAML",
                name=name,
                line=line,
                character=bad.group(),
            )
        )
    return text
