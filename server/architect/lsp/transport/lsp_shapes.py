"""Whether parameters have the shape that LSP gives them, by the types of lsprotocol."""

from typing import Any

from cattrs import Converter
from cattrs.errors import BaseValidationError
from lsprotocol import types


def take_no_other_types(converter: Converter) -> None:
    """Have `converter` refuse a number for a string and so on, which it would convert."""
    for kind in (str, int, bool, float):
        converter.register_structure_hook(kind, _exactly)
    converter.register_structure_hook(types.ProgressToken, _integer_or_string)


def _exactly(value: Any, kind: type[Any]) -> Any:
    allowed = (int, float) if kind is float else kind
    if not isinstance(value, allowed) or (isinstance(value, bool) and kind is not bool):
        raise TypeError(f"{value!r:.60} is no {kind.__name__}")
    return value


def _integer_or_string(value: Any, _: object) -> int | str:
    if not isinstance(value, int | str) or isinstance(value, bool):
        raise TypeError(f"{value!r:.60} is neither a number nor a string")
    return value


def fits_lsp(converter: Converter, method: str, params: Any) -> bool:
    """Whether `params` are right for `method`; true for methods that are not of LSP."""
    shape = types.METHOD_TO_TYPES.get(method, (None, None, None, None))[2]
    if shape is None:
        return True
    try:
        converter.structure(params, shape)
    except (BaseValidationError, TypeError, ValueError, LookupError, AttributeError):
        return False
    return True
