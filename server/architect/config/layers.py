"""The configuration of a run, put together from its layers."""

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

from architect.config.agents import AgentSettings
from architect.config.environment import variable_layer, variables
from architect.config.flags import flag_layer
from architect.config.layer import KeyPath, Layer, is_mapping, merged
from architect.config.mcp_files import ServersFile, user_servers
from architect.config.problems import Problem, checked
from architect.config.project_files import ProjectSettings, read_project
from architect.config.renamed_keys import with_current_names
from architect.config.schema import Config
from architect.config.trust import Tightened, tightened
from architect.config.yaml_source import read_layer
from architect.domain.errors import ConfigError
from architect.domain.trust import BoundFile, BoundFiles
from architect.frozen import frozen
from architect.l10n import at, english, joined

EDITOR = english("the settings of the editor")

Source = Callable[[], Layer]
"""Reads a layer, or raises a ConfigError."""


@frozen
class Loaded:
    """A configuration, and what of the project's own does not count in it.

    `files` are what trust in the project would be bound to; `notes` say which keys are set by an
    old name.
    """

    config: Config
    ignored: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    files: BoundFiles = field(default_factory=dict[str, BoundFile])


@frozen(kw_only=True)
class LayerSources:
    """What a configuration is put together from.

    `explicit` is read instead of the file in the folder `project`, and must exist; the file `user`
    need not. Without either, no file of a project is looked at.
    `editor` has the shape of a file. `flags` are by dotted key (`llm.model`); those that are None
    were not given.
    """

    explicit: Path | None = None
    project: Path | None = None
    user: Path | None = None
    environ: Mapping[str, str] = field(default_factory=dict[str, str])
    editor: Mapping[str, Any] = field(default_factory=dict[str, Any])
    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])


def load_layers(
    sources: LayerSources,
    *,
    agents: Mapping[str, AgentSettings],
    is_trusted: Callable[[BoundFiles], bool],
) -> Loaded:
    """Defaults < user file < project file < environment < settings of the editor < flags.

    The file of a project that is not trusted may only tighten what the layers below it say, and
    `agents`, which exist without configuration; `is_trusted` is asked only if that matters.

    Raises:
        ConfigError: one line for each problem of all layers; first what could not be read at all,
            then the rest in the order of layers and lines.
    """
    errors: list[str] = []
    read = _read(sources, errors)
    below, own, above, notes = read.below, read.own, read.above, read.notes
    config, problems = _combined([*below, *own, *above])
    if config is None or errors or problems:
        raise ConfigError(joined("\n", errors + problems))
    if sources.explicit is not None or not own:
        return Loaded(config, notes=notes)
    parts = _tightened(own, below, agents)
    if all(part.layer == layer for part, layer in zip(parts, own, strict=True)) or is_trusted(
        read.files
    ):
        return Loaded(config, notes=notes, files=read.files)
    ignored = tuple(place for part in parts for place in part.ignored)
    config, problems = _combined([*below, *(part.layer for part in parts), *above])
    if config is None:
        raise ConfigError(joined("\n", [*problems, *map(ignored_line, ignored)]))
    return Loaded(config, ignored, notes, read.files)


@frozen
class _Read:
    """The layers of a project's `own`, those `below` and those `above` them; see `Loaded`."""

    below: list[Layer]
    own: list[Layer]
    above: list[Layer]
    notes: tuple[str, ...]
    files: BoundFiles


def _read(sources: LayerSources, errors: list[str]) -> _Read:
    """The layers that can be read; why the others cannot is added to `errors`."""
    below = _opened(_of_user(sources.user), errors)
    found = _of_project(sources, errors)
    own = list(found.layers)
    above = _opened(_above_project(sources), errors)
    notes: list[str] = []
    below, own, above = (_current(layers, notes, errors) for layers in (below, own, above))
    if _reads_other_files([*below, *own, *above]):
        elsewhere = list(_of_user_elsewhere(sources))
        below = [*(each.layer for each in elsewhere), *below]
        own = [*found.others, *own]
        notes += [note for each in elsewhere for note in each.notes]
        notes += found.notes
    return _Read(below, own, above, tuple(notes), found.files)


def _tightened(
    own: list[Layer], below: list[Layer], agents: Mapping[str, AgentSettings]
) -> list[Tightened]:
    """What counts of each layer of a project that is not trusted, over those before it."""
    parts: list[Tightened] = []
    for layer in own:
        there = merged([*below, *(part.layer for part in parts)])
        parts.append(tightened(layer, there, agents))
    return parts


def _reads_other_files(layers: list[Layer]) -> bool:
    """Whether servers count that are configured for other programs."""
    settings = merged(layers).get("mcp")
    return not is_mapping(settings) or settings.get("other_files") is not False


def ignored_line(place: str) -> str:
    """One of `Loaded.ignored` as the user is told about it."""
    return english("ignored until `architect trust`: {place}", place=place)


def _opened(sources: Iterable[Source], errors: list[str]) -> list[Layer]:
    """The layers that can be read; why the others cannot is added to `errors`."""
    layers: list[Layer] = []
    for source in sources:
        try:
            layers.append(source())
        except ConfigError as error:
            errors.append(str(error))
    return layers


def _current(layers: list[Layer], notes: list[str], errors: list[str]) -> list[Layer]:
    """The layers without old names, about which a line each is added to `notes`."""
    current: list[Layer] = []
    for layer in layers:
        try:
            renamed, found = with_current_names(layer)
        except ConfigError as error:
            errors.append(str(error))
        else:
            current.append(renamed)
            notes += found
    return current


def _of_user(user: Path | None) -> Iterable[Source]:
    if user is not None and os.path.lexists(user):
        yield partial(read_layer, user, str(user))


def _of_user_elsewhere(sources: LayerSources) -> Iterable[ServersFile]:
    user, home = sources.user, sources.environ.get("HOME", "")
    if user is None or not os.path.isabs(home):  # noqa: PTH117 - a text that may be empty
        return ()
    return user_servers(Path(home), user.parent / "mcp.json", sources.project)


def _of_project(sources: LayerSources, errors: list[str]) -> ProjectSettings:
    if (explicit := sources.explicit) is not None:
        layers = _opened([partial(read_layer, explicit, str(explicit))], errors)
        return ProjectSettings(tuple(layers), {})
    if sources.project is None:
        return ProjectSettings((), {})
    try:
        return read_project(sources.project)
    except ConfigError as error:
        errors.append(str(error))
        return ProjectSettings((), {})


def _above_project(sources: LayerSources) -> Iterable[Source]:
    for name in variables(sources.environ):
        yield partial(variable_layer, name, sources.environ[name])
    if sources.editor:
        yield partial(Layer, EDITOR, sources.editor)
    for key, value in sources.flags.items():
        if value is not None:
            yield partial(flag_layer, key, value)


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
            texts.append(at(layer.place(problem.path), str(problem)))
            seen.add(problem.path)
    whole = checked(merged(layers))
    if isinstance(whole, Config):
        return whole, texts
    for problem in whole:
        if problem.path not in seen:
            texts.append(at(_place(layers, problem.path), str(problem)))
    return None, texts


def _problems(values: Mapping[str, Any]) -> list[Problem]:
    result = checked(values) if values else []
    return [] if isinstance(result, Config) else result


def _place(layers: list[Layer], path: KeyPath) -> str:
    """The place of `path` in the last of the layers that have most of it."""
    return max(reversed(layers), key=lambda layer: layer.depth(path)).place(path)
