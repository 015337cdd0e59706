"""The files of a project that can start programs or redirect traffic once it is trusted."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from architect.config.layer import Layer, is_mapping
from architect.config.mcp_files import project_servers, servers_in
from architect.config.yaml_source import layer_of, read_content
from architect.domain.errors import ConfigError
from architect.domain.trust import BoundFile, BoundFiles, bound_file
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

PROJECT_FILES = (".architect/config.yaml", ".architect.yaml")

_MAX_BYTES = 50_000_000
_MAX_WORDS = 1_000
_COMMANDS = ("command", "args", "post_edit", "prepare", "checks")
_ROOT = lazy_pattern(
    r"""["']?(?:\$\{?(?:ARCHITECT_WORKSPACE|PWD)\}?|\$\(pwd\)|`pwd`"""
    r"""|\$\(git rev-parse --show-toplevel\))["']?/"""
)
"""The ways to say where commands start, with a slash behind."""

_SEPARATORS = lazy_pattern(r"[\s;&|()<>'\"=`]+")


def project_config_file(project: Path) -> Path | None:
    """The configuration file of the folder `project`, None if it has none.

    Raises:
        ConfigError: it has two.
    """
    # lexists: a link that leads nowhere is a mistake to report, not a missing file.
    found = [name for name in PROJECT_FILES if os.path.lexists(project / name)]
    if len(found) > 1:
        raise ConfigError(
            english(
                "both {first} and {second} exist, remove one of them",
                first=found[0],
                second=found[1],
            )
        )
    return project / found[0] if found else None


@frozen
class ProjectSettings:
    """The settings of a project, the last layer on top.

    `files` are what trust in them is bound to; `others` are layers with servers that it has
    configured for other programs, and `notes` lines about what is left out of these.
    """

    layers: tuple[Layer, ...]
    files: BoundFiles
    others: tuple[Layer, ...] = ()
    notes: tuple[str, ...] = ()


def read_project(project: Path) -> ProjectSettings:
    """The settings of `project`.

    Both come from one reading, so that what was judged is what counts.

    Raises:
        ConfigError: the file cannot be read or is no mapping, or a program it names is too large.
    """
    files: dict[str, BoundFile] = {}
    others: list[Layer] = []
    notes: list[str] = []
    for name, content in project_servers(project):
        read = servers_in(content, name)
        notes += read.notes
        if read.layer.values:
            others.append(read.layer)
            files |= bound_with_scripts(project, read.layer, content)
    path = project_config_file(project)
    if path is None:
        return ProjectSettings((), files, tuple(others), tuple(notes))
    name = path.relative_to(project).as_posix()
    content = read_content(path, name)
    layer = layer_of(content, name)
    files |= bound_with_scripts(project, layer, content)
    return ProjectSettings((layer,), files, tuple(others), tuple(notes))


def bound_with_scripts(project: Path, layer: Layer, content: bytes) -> BoundFiles:
    """The file of `layer` and the scripts that its commands name.

    Raises:
        ConfigError: one of them is too large, or there are too many words.
    """
    return {**dict(_scripts(project, layer)), layer.name: bound_file(content, with_text=True)}


def _scripts(project: Path, layer: Layer) -> Iterator[tuple[str, BoundFile]]:
    """The files that the commands in `layer` name: a hook is what its script does.

    A word that names no file is left out, so a file that appears there later is a change.
    """
    words = {os.path.normpath(word) for word in _words(layer.values) if word}
    if len(words) > _MAX_WORDS:
        raise ConfigError(
            english(
                "{name}: its commands have more than {most} different words; put them into scripts",
                name=layer.name,
                most=_MAX_WORDS,
            )
        )
    for name in sorted(words - {"."}):
        if name.split("/")[0] in ("", ".."):
            continue
        content = _file_content(project / name, name)
        if content is not None:
            yield name, bound_file(content, with_text=False)


def _words(values: Any, key: str = "") -> Iterator[str]:
    """The words of all commands with their arguments, those of paths from where they start."""
    if is_mapping(values):
        for name, value in values.items():
            yield from _words(value, str(name))
    elif isinstance(values, list):
        for value in values:  # pyright: ignore[reportUnknownVariableType]
            yield from _words(value, key)
    elif isinstance(values, str) and key in _COMMANDS:
        yield from _SEPARATORS.split(_ROOT.sub(" ./", values))


def _file_content(path: Path, name: str) -> bytes | None:
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116 - one call, one meaning
            return None
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError):
        return None
    if len(content) > _MAX_BYTES:
        raise ConfigError(
            english(
                "{name}: a command of the project's configuration names it, and it is larger "
                "than {most} bytes; name a smaller script",
                name=name,
                most=_MAX_BYTES,
            )
        )
    return content
