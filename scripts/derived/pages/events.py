"""The page of the events: the members of each, as the journal has them."""

import inspect
import re
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from scripts.derived.pages.markdown import code, page, prose, table

from architect.domain.journal.events import SHOWN_ONLY, Event

_ABOUT = """\
The members of each event in a journal and in what `architect run --events` prints; [the
journal](../journal.md#events) says when each happens. Editors get the same with names in
camelCase (`architect/event`, see [the protocol](../protocol.md)). Readers should pass over
members and types that they do not know: later versions may add some. A member with a default is
missing in journals of versions that did not have it yet."""

_WORDS: Mapping[object, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "`null`",
    Any: "anything",
    object: "anything",
}


def events_page() -> str:
    """The file `docs/reference/events.md`."""
    kinds = _Kinds()
    events = [kinds.section(kind, str(fields(kind)[0].default)) for kind in get_args(Event)]
    return page("Events", _ABOUT, (*events, "## Values in events", *kinds.values()))


class _Kinds:
    """How types are named; those with members of their own are kept, to be shown."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def section(self, kind: Any, title: str) -> str:
        """What is shown of a class: its words and members."""
        shown_only = " Not journaled, only shown." if kind in SHOWN_ONLY else ""
        words = prose(_words(kind)) + shown_only
        members = table(("member", "kind", "default"), self._members(kind))
        level = "##" if kind in get_args(Event) else "###"
        return "\n\n".join(part for part in (f"{level} {title}", words.strip(), members) if part)

    def values(self) -> Iterator[str]:
        """The classes that members refer to, and that those refer to."""
        shown: set[str] = set()
        while new := sorted(self._known.keys() - shown):
            shown.update(new)
            yield from [self.section(self._known[name], name) for name in new]

    def _members(self, kind: Any) -> Iterator[tuple[str, str, str]]:
        hints = get_type_hints(kind)
        for each in fields(kind):
            if each.name != "type":
                has_default = each.default is not MISSING or each.default_factory is not MISSING
                yield (
                    code(each.name),
                    self.name(hints[each.name]),
                    _shown(each.default) * has_default,
                )

    def name(self, kind: Any) -> str:
        """What a value of `kind` is in JSON."""
        if isinstance(kind, NewType):
            return self.name(kind.__supertype__)
        if kind in _WORDS:
            return _WORDS[kind]
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is Literal:
            return _choices(arguments)
        if origin in (Union, types.UnionType):
            return " or ".join(dict.fromkeys(map(self.name, arguments)))
        if origin in (tuple, list):
            return self._list(arguments)
        if inspect.isclass(kind) and issubclass(kind, Enum):
            return _choices(each.value for each in kind)
        if is_dataclass(kind):
            self._known[kind.__name__] = kind
            return f"[{kind.__name__}](#{kind.__name__.lower()})"
        return "object"

    def _list(self, arguments: tuple[Any, ...]) -> str:
        if arguments[1:] in ((), (...,)):
            return f"list of {self.name(arguments[0])}"
        return f"list: {', '.join(map(self.name, arguments))}"


def _words(kind: Any) -> str:
    """The docstring of a class; empty if it has none of its own."""
    text = inspect.cleandoc(kind.__dict__.get("__doc__") or "")
    return "" if text.startswith(f"{kind.__name__}(") else re.sub(r"\bNone\b", "null", text)


def _choices(values: Iterable[object]) -> str:
    return ", ".join(code(each.value if isinstance(each, Enum) else each) for each in values)


def _shown(default: object) -> str:
    if isinstance(default, Enum):
        return code(default.value)
    if default is MISSING or default == ():
        return "empty"
    plain: Mapping[object, str] = {None: "`null`", "": "empty", True: "`true`", False: "`false`"}
    return (
        plain[default]
        if default is None or default == "" or isinstance(default, bool)
        else code(default)
    )
