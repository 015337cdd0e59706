"""Tool schemas small enough to be sent at every step."""

from functools import cache
from typing import Any, cast

from architect.checked.json_schema import json_schema
from architect.checked.model import Model
from architect.domain.model_exchange import ToolSchema

_USUAL: tuple[Any, ...] = (None, False, True, "", ".", "*", [], 1, "overwrite")
"""What everybody takes for the default where none is named."""


def function_schema(name: str, description: str, parameters: dict[str, Any]) -> ToolSchema:
    """A tool as an OpenAI function definition; `parameters` is the JSON schema of its arguments.

    The format: https://platform.openai.com/docs/guides/function-calling.
    """
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


@cache
def parameters_of(args_model: type[Model]) -> dict[str, Any]:
    """The JSON schema of `args_model`, without null and references; not to be changed.

    Not every provider takes references, and what one stands for is short. That other arguments are
    errors, whoever tries them reads; it would be said for each tool at every step.
    """
    schema = json_schema(args_model)
    definitions = cast(dict[str, Any], schema.pop("$defs", {}))
    return _slim(_inlined(schema, definitions))


def _inlined(value: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_inlined(each, definitions) for each in cast(list[Any], value)]
    if not isinstance(value, dict):
        return value
    fields = cast(dict[str, Any], value)
    if "$ref" in fields:
        return _inlined(definitions[fields["$ref"].rpartition("/")[2]], definitions)
    return {key: _inlined(each, definitions) for key, each in fields.items()}


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {}
    for key, value in schema.items():
        if (key == "default" and value in _USUAL) or (key == "additionalProperties" and not value):
            continue
        if key == "properties":
            kept[key] = {name: _slim(prop) for name, prop in cast(dict[str, Any], value).items()}
        elif key == "anyOf":
            options = [o for o in cast(list[dict[str, Any]], value) if o.get("type") != "null"]
            if len(options) == 1:
                kept.update(_slim(options[0]))
            else:
                kept[key] = [_slim(option) for option in options]
        elif isinstance(value, dict):
            kept[key] = _slim(cast(dict[str, Any], value))
        else:
            kept[key] = value
    return kept
