"""Which files are to be measured, and where they are read."""

from collections.abc import Mapping

from architect.frozen import frozen


@frozen
class DiskFiles:
    """Files in the folder `root`, by their relative names."""

    root: str
    names: tuple[str, ...]


@frozen
class GitFiles:
    """Blobs of the repository around `folder`, by the name that each has in it."""

    folder: str
    blobs: Mapping[str, str]


@frozen
class GivenFiles:
    """Texts that are at hand, by their names."""

    texts: Mapping[str, str]


Sources = DiskFiles | GitFiles | GivenFiles
