"""Projects beside the workspace that its environments have installed in place.

`pip install -e ../shared` leaves a path in the site-packages of the virtual environment, `npm link`
and `npm install ../shared` a link in `node_modules`. What these name is repository content as far
as we know, so it opens nothing but projects in the very folder that holds the workspace.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from architect.lazy_pattern import lazy_pattern

_ENVIRONMENTS = (".venv", "venv", "env")
_PATH = lazy_pattern(r"^(/[^\n]+)$|[\"'](/[^\"'\n]+)[\"']", re.MULTILINE)
"""A line of a `.pth` file, or a text in the finder that setuptools writes for a package."""

_MANIFESTS = ("pyproject.toml", "setup.py", "package.json", "Cargo.toml", "go.mod")
_MOST_BYTES = 100_000
_MOST_FILES = 200


def siblings(root: Path, home: Path | None) -> list[Path]:
    """The projects beside `root` that are installed in it, to be read only."""
    named = (*_editable(root), *_linked(root / "node_modules"))
    found = dict.fromkeys(one for path in named if (one := _project(path, root, home)) is not None)
    return list(found)


def _editable(root: Path) -> Iterator[Path]:
    for name in _ENVIRONMENTS:
        for packages in (root / name / "lib").glob("python*/site-packages"):
            files = [*packages.glob("*.pth"), *packages.glob("__editable__*.py")]
            for file in files[:_MOST_FILES]:
                yield from (Path(one[0] or one[1]) for one in _PATH.findall(_text(file)))


def _linked(folder: Path) -> Iterator[Path]:
    """Where the links among the packages lead, those of a scope included."""
    for entry in _entries(folder):
        if entry.is_symlink():
            yield Path(os.path.realpath(entry.path))
        elif entry.name.startswith("@"):
            places = (one.path for one in _entries(entry) if one.is_symlink())
            yield from (Path(os.path.realpath(place)) for place in places)


def _project(path: Path, root: Path, home: Path | None) -> Path | None:
    """The project beside `root` that holds `path`, if it is one."""
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(root.parent) or real.is_relative_to(root):
        return None
    project = root.parent.joinpath(*real.relative_to(root.parent).parts[:1])
    is_plain = project != root.parent and not project.name.startswith(".")
    holds_home = home is not None and home.is_relative_to(project)
    has_manifest = any((project / name).is_file() for name in _MANIFESTS)
    return project if is_plain and not holds_home and has_manifest else None


def _entries(folder: str | os.PathLike[str]) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def _text(file: Path) -> str:
    try:
        with file.open("rb") as opened:
            return opened.read(_MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
