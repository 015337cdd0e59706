"""Which keys there are, and what may stand behind them."""

from types import UnionType
from typing import Any, Union, get_args, get_origin

from architect.checked.field import FieldInfo
from architect.checked.model import Model, fields_of
from architect.config.layer import KeyPath
from architect.config.schema import Config


def keys_at(path: KeyPath, *, of: type[Model] = Config) -> list[str]:
    """The keys that may stand directly below `path`; none below a value or a free name."""
    model = _type_at(path, of)
    return list(_fields(model)) if _is_model(model) else []


def takes_mapping(path: KeyPath) -> bool:
    """Whether the value at `path` is a mapping."""
    kind = _type_at(path, Config)
    return _is_model(kind) or get_origin(kind) is dict


def field_at(path: KeyPath, *, of: type[Model] = Config) -> FieldInfo | None:
    """The field that `path` leads to, None if there is none."""
    if not path:
        return None
    model = _type_at(path[:-1], of)
    return _fields(model).get(str(path[-1])) if _is_model(model) else None


def sections_with(key: str) -> list[str]:
    """The sections that have `key`."""
    return [section for section in fields_of(Config) if key in keys_at((section,))]


def _type_at(path: KeyPath, top: type[Model]) -> Any:
    kind: Any = top
    for key in path:
        if _is_model(kind) and key in _fields(kind):
            kind = _without_none(_fields(kind)[str(key)].annotation)
        elif get_origin(kind) is dict:
            kind = get_args(kind)[1]
        elif get_origin(kind) is tuple:
            kind = get_args(kind)[0]
        else:
            return None
    return kind


def _fields(model: type[Model]) -> dict[str, FieldInfo]:
    """The fields of `model` by their names in a file."""
    return {field.alias or name: field for name, field in fields_of(model).items()}


def _without_none(kind: Any) -> Any:
    if get_origin(kind) in (Union, UnionType):
        return next(option for option in get_args(kind) if option is not type(None))
    return kind


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Model)
