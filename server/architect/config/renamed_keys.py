"""Keys that had another name before, which is read for one version."""

from collections.abc import Mapping
from typing import Any

from architect.config.layer import KeyPath, Layer, is_mapping
from architect.domain.agent_names import RENAMED_AGENTS
from architect.domain.errors import ConfigError
from architect.l10n import english

RENAMED_KEYS: Mapping[str, str] = {
    "guardrails.obeyed_files": "guardrails.executable_config_files",
    **{f"agents.{old}": f"agents.{new}" for old, new in RENAMED_AGENTS.items()},
}
"""Old dotted keys and the new ones; a key keeps its section."""


def with_current_names(layer: Layer) -> tuple[Layer, tuple[str, ...]]:
    """`layer` with its old keys under their new names, and a line for each of them.

    Raises:
        ConfigError: a key is there under both names.
    """
    notes: list[str] = []
    for old, new in RENAMED_KEYS.items():
        path, key = tuple(old.split(".")), new.rpartition(".")[2]
        if layer.depth(path) < len(path):
            continue
        place = layer.place(path)
        if layer.depth((*path[:-1], key)) == len(path):
            raise ConfigError(
                english(
                    "{place}: {old}: is now called {key}, which is set too; remove one",
                    place=place,
                    old=old,
                    key=key,
                )
            )
        notes.append(
            english(
                "{place}: {old} is now called {new}; the old name will stop working",
                place=place,
                old=old,
                new=new,
            )
        )
        layer = _renamed(layer, path, key)
    return layer, tuple(notes)


def _renamed(layer: Layer, path: tuple[str, ...], key: str) -> Layer:
    new: KeyPath = (*path[:-1], key)
    lines = {
        (*new, *at[len(path) :]) if at[: len(path)] == path else at: line
        for at, line in layer.lines.items()
    }
    return Layer(layer.name, _with_key(layer.values, path, key), lines)


def _with_key(values: Mapping[str, Any], path: tuple[str, ...], key: str) -> dict[str, Any]:
    """`values` with the last key of `path` replaced by `key`, in its place."""
    first, *rest = path
    if not rest:
        return {key if name == first else name: value for name, value in values.items()}
    inner = values[first]
    assert is_mapping(inner)
    return {**values, first: _with_key(inner, tuple(rest), key)}
