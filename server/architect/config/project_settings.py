"""What the configuration of a project decides that its user may want to know.

Whoever clones a repository takes its configuration along. Most of it is harmless; what is listed
here says where requests and keys go, what is asked before, and which files are written.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from architect.config.layer import KeyPath, Layer, is_mapping
from architect.config.layers import project_config_file
from architect.config.yaml_source import read_layer
from architect.domain.errors import ConfigError

_TELLING: tuple[KeyPath, ...] = (
    ("llm", "api_base"),
    ("llm", "api_key_env"),
    ("llm", "mode"),
    ("agents", "*", "confirm_mode"),
    ("workspace", "root"),
    ("workspace", "allow_delete"),
    ("logging", "file"),
    ("costs", "prices_file"),
    ("commands", "safe_commands"),
)


def telling_settings(project: Path) -> list[str]:
    """`.architect.yaml:3: llm.api_base: http://...`, a line for each such setting of the project.

    Raises:
        ConfigError: the project chooses both an address for requests and which variable's value
            goes there as the key; each alone can be meant well.
    """
    path = project_config_file(project)
    if path is None:
        return []
    layer = read_layer(path, path.relative_to(project).as_posix())
    found = {key: value for pattern in _TELLING for key, value in _matching(layer.values, pattern)}
    if ("llm", "api_base") in found and ("llm", "api_key_env") in found:
        raise ConfigError(
            f"{layer.place(('llm', 'api_key_env'))}: a project may not choose both llm.api_base "
            "and llm.api_key_env, which would let it send any variable of yours anywhere; set one "
            "of them in your own configuration, an environment variable or a flag"
        )
    return [_line(layer, key, value) for key, value in found.items()]


def _matching(values: Any, pattern: KeyPath, at: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    if not pattern:
        yield at, values
    elif is_mapping(values):
        names = list(values) if pattern[0] == "*" else [pattern[0]]
        for name in names:
            if name in values:
                yield from _matching(values[name], pattern[1:], (*at, name))


def _line(layer: Layer, key: KeyPath, value: Any) -> str:
    return f"{layer.place(key)}: {'.'.join(map(str, key))}: {value}"
