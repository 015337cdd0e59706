"""YAML text as plain values, with the line of every key.

Importing this module imports yaml (30 ms), so it is imported when there is something to parse.

The values are built from parse events and not from composed nodes: PyYAML 6.0.3 composes by
recursion in C, and some thousand nested lists in a file end the whole process there.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from architect.config.layer import KeyPath
from architect.config.scalars import plain_scalar
from architect.domain.errors import ConfigError
from architect.l10n import at, english

MAX_DEPTH = 20
MAX_VALUES = 10_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Place = Callable[[int], str]
"""What to call a line (from 1) in an error message: `.architect.yaml:3`."""


def parse_yaml(text: str, place: Place) -> tuple[Any, dict[KeyPath, int]]:
    """The value of `text`, None if it is empty, and the lines of its keys and list items.

    Raises:
        ConfigError: it is not YAML, or more of YAML than a configuration needs: tags, several
            documents, keys that are not text, deep nesting, aliases that multiply.
    """
    builder = _Builder(_events(text, place), place)
    return builder.document(), builder.lines


class _Builder:
    """Turns events into values; `lines` grows along the way."""

    def __init__(self, events: Iterator[yaml.Event], place: Place) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._events = events
        self._place = place
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._count = 0

    def document(self) -> Any:
        next(self._events)  # the start of the stream
        if isinstance(next(self._events), yaml.StreamEndEvent):
            return None
        value = self._value(next(self._events), ())
        next(self._events)  # the end of the document
        after = next(self._events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self._error(after, english("a second document ('---'), only one is read"))
        return value

    def _value(self, event: Any, path: KeyPath) -> Any:
        if len(path) > MAX_DEPTH:
            raise self._error(event, english("nested more than {most} levels deep", most=MAX_DEPTH))
        if isinstance(event, yaml.AliasEvent):
            return self._aliased(event)
        self._refuse_tag(event)
        before = self._count
        self._add(1, event)
        match event:
            case yaml.MappingStartEvent():
                value = self._mapping(path)
            case yaml.SequenceStartEvent():
                value = self._list(path)
            case _:
                value = plain_scalar(event.value) if event.implicit[0] else event.value
        if event.anchor:
            self._anchors[event.anchor] = (value, self._count - before)
        return value

    def _mapping(self, path: KeyPath) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event)
            here = (*path, key)
            if key in values:
                first = self.lines[here]
                raise self._error(
                    event,
                    english(
                        "the key {key!r} is duplicated, first on line {first}", key=key, first=first
                    ),
                )
            self.lines[here] = _line(event)
            values[key] = self._value(next(self._events), here)
        return values

    def _key(self, event: Any) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise self._error(event, english("a key must be a plain string"))
        self._refuse_tag(event)
        return event.value

    def _list(self, path: KeyPath) -> list[Any]:
        values: list[Any] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            here = (*path, len(values))
            self.lines[here] = _line(event)
            values.append(self._value(event, here))
        return values

    def _aliased(self, event: Any) -> Any:
        if event.anchor not in self._anchors:
            raise self._error(
                event,
                english("there is no anchor '&{anchor}' before this alias", anchor=event.anchor),
            )
        value, size = self._anchors[event.anchor]
        self._add(size, event)
        return value

    def _refuse_tag(self, event: Any) -> None:
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            raise self._error(
                event, english("the tag {tag!r} is not supported, remove it", tag=tag)
            )

    def _add(self, size: int, event: Any) -> None:
        self._count += size
        if self._count > MAX_VALUES:
            raise self._error(
                event,
                english("more than {most} values, aliases counted in full", most=MAX_VALUES),
            )

    def _error(self, event: Any, reason: str) -> ConfigError:
        return ConfigError(at(self._place(_line(event)), reason))


def _line(event: Any) -> int:
    return event.start_mark.line + 1


def _events(text: str, place: Place) -> Iterator[yaml.Event]:
    try:
        yield from yaml.parse(text, Loader=_LOADER)
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(error, text, place) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise ConfigError(
            english("{place}: not valid YAML: {error}", place=place(1), error=error)
        ) from error


def _syntax_error(error: yaml.MarkedYAMLError, text: str, place: Place) -> ConfigError:
    lines = text.rstrip("\n").split("\n")
    mark = error.problem_mark or error.context_mark
    line = min(mark.line + 1, len(lines)) if mark else 1
    if re.match(r" *\t", lines[line - 1]):
        return ConfigError(
            english("{place}: a tab in the indentation, YAML allows only spaces", place=place(line))
        )
    reason = ", ".join(part for part in (error.context, error.problem) if part)
    return ConfigError(english("{place}: not valid YAML: {error}", place=place(line), error=reason))
