"""The links on the way to a path.

In the sandbox only real paths can be mounted, but programs know others: a home folder that is a
link, or the one by which the user came into the workspace, which stands in the scripts of virtual
environments.
"""

from pathlib import Path


def links_on(path: Path) -> dict[Path, Path]:
    """The links that make up the absolute `path`, where they really are, and where each leads."""
    found: dict[Path, Path] = {}
    place = Path("/")
    for part in path.parts[1:]:
        place /= part
        if place.is_symlink():
            found[place] = place.resolve()
            place = found[place]
    return found
