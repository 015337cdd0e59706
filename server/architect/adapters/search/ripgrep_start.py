"""Where ripgrep has to begin so that it heeds the ignore files above the folder that is searched.

Begun in the folder itself, it gets rules with a slash wrong that stand further up: for
`/src/*.py` it passes over `src/deep/a.py` (seen in 14.1). So it begins where the outermost rules
stand, and everything on the way that does not lead to the folder is left out.
"""

import os
import re
from itertools import islice
from pathlib import Path

from architect.adapters.search.ignore_scope import scope_of
from architect.adapters.search.search_queries import left_out_names
from architect.domain.search import SearchQuery
from architect.frozen import frozen

_MOST_SIBLINGS = 1_000
"""Left out by name, in each folder on the way; what ripgrep finds in the others is dropped."""


@frozen
class StartingPoint:
    """What ripgrep is to search, and the flags that go with it."""

    place: Path
    flags: tuple[str, ...] = ()


def starting_point(query: SearchQuery) -> StartingPoint:
    """Where to begin for a query; ignore files count without git as well."""
    place = query.path.real
    if not place.is_dir():
        return StartingPoint(place)
    path = os.fsencode(place)
    scope, is_ignored = scope_of(path)
    flags = () if scope.heeds_git else ("--no-require-git",)
    if is_ignored:
        flags = (*flags, "--no-ignore-parent")
    top = Path(os.fsdecode(path[: scope.outermost or len(path)]))
    way = place.relative_to(top).parts
    if set(way) & set(left_out_names(query)):
        way = ()
    flags += tuple(_without_siblings(top, way)) if way else ()
    if not query.recursive:
        flags = (*flags, f"--max-depth={len(way) + 1}")
    return StartingPoint(top if way else place, flags)


def _without_siblings(top: Path, way: tuple[str, ...]) -> list[str]:
    flags: list[str] = []
    folder = ""
    for part in way:
        try:
            with os.scandir(top / folder) as entries:
                names = [entry.name for entry in islice(entries, _MOST_SIBLINGS)]
        except OSError:
            names = []
        flags += [
            f"--glob=!/{_escaped(folder + name)}"
            for name in names
            if name != part and name.isprintable()
        ]
        folder += f"{part}/"
    return flags


def _escaped(name: str) -> str:
    return re.sub(r"[][\\*?{}!]", r"\\\g<0>", name)
