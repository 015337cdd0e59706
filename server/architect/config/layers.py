"""The configuration of a run, put together from its layers."""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from architect.config.environment import variable_layer, variables
from architect.config.flags import flag_layer
from architect.config.layer import KeyPath, Layer, merged
from architect.config.problems import Problem, checked
from architect.config.schema import Config
from architect.config.yaml_source import read_layer
from architect.domain.errors import ConfigError

PROJECT_FILES = (".architect/config.yaml", ".architect.yaml")

EDITOR = "the settings of the editor"

Source = Callable[[], Layer]
"""Reads a layer, or raises a ConfigError."""


def load_config(
    *,
    explicit: Path | None,
    project: Path,
    user: Path | None,
    environ: Mapping[str, str],
    flags: Mapping[str, Any],
    editor: Mapping[str, Any] | None = None,
) -> Config:
    """Defaults < user file < project file < environment < settings of the editor < flags.

    `explicit` is read instead of the file in the folder `project`, and must exist; `user` need not.
    `editor` has the shape of a file. `flags` are by dotted key (`llm.model`); those that are None
    were not given.

    Raises:
        ConfigError: one line for each problem of all layers; first what could not be read at all,
            then the rest in the order of layers and lines.
    """
    layers: list[Layer] = []
    errors: list[str] = []
    for source in _sources(explicit, project, user, environ, flags, editor or {}):
        try:
            layers.append(source())
        except ConfigError as error:
            errors.append(str(error))
    config, problems = _combined(layers)
    if config is None or errors or problems:
        raise ConfigError("\n".join(errors + problems))
    return config


def user_config_file(environ: Mapping[str, str]) -> Path:
    """Where the user's own configuration is, whether it exists or not."""
    if sys.platform != "linux":
        from platformdirs import user_config_path  # 15 ms that Linux does not need

        return user_config_path("architect", appauthor=False) / "config.yaml"
    # https://specifications.freedesktop.org/basedir-spec/ has relative paths ignored.
    folder = Path(environ.get("XDG_CONFIG_HOME", ""))
    if not folder.is_absolute():
        folder = Path(environ.get("HOME") or Path.home()) / ".config"
    return folder / "architect" / "config.yaml"


def project_config_file(project: Path) -> Path | None:
    """The configuration file of the folder `project`, None if it has none.

    Raises:
        ConfigError: it has two.
    """
    # lexists: a link that leads nowhere is a mistake to report, not a missing file.
    found = [name for name in PROJECT_FILES if os.path.lexists(project / name)]
    if len(found) > 1:
        raise ConfigError(f"both {found[0]} and {found[1]} exist, remove one of them")
    return project / found[0] if found else None


def _sources(
    explicit: Path | None,
    project: Path,
    user: Path | None,
    environ: Mapping[str, str],
    flags: Mapping[str, Any],
    editor: Mapping[str, Any],
) -> Iterable[Source]:
    if user is not None and os.path.lexists(user):
        yield partial(read_layer, user, str(user))
    if explicit is None:
        yield partial(_project_layer, project)
    else:
        yield partial(read_layer, explicit, str(explicit))
    for name in variables(environ):
        yield partial(variable_layer, name, environ[name])
    if editor:
        yield partial(Layer, EDITOR, editor)
    for key, value in flags.items():
        if value is not None:
            yield partial(flag_layer, key, value)


def _project_layer(project: Path) -> Layer:
    path = project_config_file(project)
    if path is None:
        return Layer(str(project), {})
    return read_layer(path, path.relative_to(project).as_posix())


def _combined(layers: list[Layer]) -> tuple[Config | None, list[str]]:
    """The configuration if there is one, and the problems in all layers.

    Each layer is checked by itself, so that a mistake is found even where a later layer hides it;
    what is missing is only known of all of them together.
    """
    texts: list[str] = []
    seen: set[KeyPath] = set()
    for layer in layers:
        found = [problem for problem in _problems(layer.values) if not problem.incomplete]
        for problem in sorted(found, key=lambda problem: layer.line(problem.path) or 0):
            texts.append(f"{layer.place(problem.path)}: {problem}")
            seen.add(problem.path)
    whole = checked(merged(layers))
    if isinstance(whole, Config):
        return whole, texts
    for problem in whole:
        if problem.path not in seen:
            texts.append(f"{_place(layers, problem.path)}: {problem}")
    return None, texts


def _problems(values: Mapping[str, Any]) -> list[Problem]:
    result = checked(values) if values else []
    return [] if isinstance(result, Config) else result


def _place(layers: list[Layer], path: KeyPath) -> str:
    """The place of `path` in the last of the layers that have most of it."""
    return max(reversed(layers), key=lambda layer: layer.depth(path)).place(path)
