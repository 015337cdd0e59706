"""What goes over the wire, as the types of the server have it.

Dataclasses and models get the camelCase names that they have on the wire; typed dicts are spelled
as they are.
"""

import inspect
import re
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints, is_typeddict

from pydantic import BaseModel

from architect.lsp.protocol.to_json import camel


def wire_name(kind: Any) -> str:
    """What clients call a type."""
    name: str = kind.__name__
    return name.removesuffix("Json")


def fields_of(kind: Any) -> list[tuple[str, Any, bool]]:
    """Names on the wire, types, and whether each may be left out."""
    hints = get_type_hints(kind, include_extras=True)
    if is_typeddict(kind):
        optional: frozenset[str] = getattr(kind, "__optional_keys__", frozenset[str]())
        return [(name, hint, name in optional) for name, hint in hints.items()]
    if issubclass(kind, BaseModel):
        return [
            (field.alias or name, hints[name], not field.is_required())
            for name, field in kind.model_fields.items()
        ]
    if is_dataclass(kind):
        return [(camel(each.name), hints[each.name], False) for each in fields(kind)]
    raise TypeError(f"{kind!r} has no form on the wire; teach scripts/derived/wire_types.py")


def words_about(kind: type) -> str:
    """The docstring of a class in the names of the wire; empty if it has none of its own."""
    text = kind.__dict__.get("__doc__") or ""
    if text.startswith(f"{kind.__name__}("):  # what `dataclass` writes where there is none
        return ""
    text = re.sub(r"`([a-z_]+)`", lambda match: f"`{camel(match[1])}`", inspect.cleandoc(text))
    return re.sub(r"\bNone\b", "null", text)
