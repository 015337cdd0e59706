"""Settings in environment variables: `ARCHITECT_MODEL`, or any key as `ARCHITECT__LLM__MODEL`."""

from collections.abc import Mapping
from typing import Any

from architect.config.layer import Layer, nested
from architect.config.scalars import plain_scalar
from architect.domain.errors import ConfigError
from architect.l10n import english

SHORT_NAMES = {
    "ARCHITECT_MODEL": ("llm", "model"),
    "ARCHITECT_API_BASE": ("llm", "api_base"),
    "ARCHITECT_LANGUAGE": ("language",),
    "ARCHITECT_LOG_LEVEL": ("logging", "level"),
    "ARCHITECT_WORKSPACE": ("workspace", "root"),
}
PREFIX = "ARCHITECT__"


def variables(environ: Mapping[str, str]) -> list[str]:
    """The names of the variables that hold settings, weakest first.

    The long form beats the short one, and `ARCHITECT__LLM__MODEL` beats `ARCHITECT__LLM`. An empty
    variable is not set.
    """
    short = [name for name in SHORT_NAMES if environ.get(name)]
    long = [name for name in environ if name.startswith(PREFIX) and environ[name]]
    return short + sorted(long, key=lambda name: (len(_keys(name)), name))


def variable_layer(name: str, text: str) -> Layer:
    """The one setting in the variable `name`.

    Short names hold texts. The value of a long one is what an unquoted scalar means in YAML, or a
    list, mapping or quoted text if it starts like one.

    Raises:
        ConfigError: the name has an empty part, or the value starts like a list, mapping or quoted
            text and is none.
    """
    if path := SHORT_NAMES.get(name):
        return Layer(name, nested(path, text))
    keys = _keys(name)
    if not all(keys):
        raise ConfigError(
            english("{name}: names no key, write it like ARCHITECT__LLM__MODEL", name=name)
        )
    return Layer(name, nested(keys, _value(name, text)))


def _keys(name: str) -> list[str]:
    return name.removeprefix(PREFIX).lower().split("__")


def _value(name: str, text: str) -> Any:
    if not text.lstrip().startswith(("[", "{", '"', "'")):
        return plain_scalar(text)
    from architect.config.yaml_parser import parse_yaml  # 30 ms that plain values save

    value, _ = parse_yaml(text, lambda line: name)
    return value
