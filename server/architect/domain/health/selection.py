"""Which files count when the health of code is measured."""

from collections.abc import Callable, Iterable, Sequence

from architect.domain.files.globs import glob_matcher


def selection(
    include_patterns: Sequence[str], exclude_dirs: Sequence[str]
) -> Callable[[str], bool]:
    """Whether a file counts: its path fits a pattern, and it lies in none of the folders.

    A folder without a slash is excluded wherever it is.
    """
    included = [glob_matcher(pattern) for pattern in include_patterns]
    folders = [folder.strip("/") for folder in exclude_dirs]
    names = frozenset(folder for folder in folders if "/" not in folder)
    paths = tuple(f"{folder}/" for folder in folders if "/" in folder)

    def counts(path: str) -> bool:
        if not names.isdisjoint(path.split("/")[:-1]) or path.startswith(paths):
            return False
        return any(matches(path) for matches in included)

    return counts


def endings(paths: Iterable[str]) -> dict[str, int]:
    """How many files there are with each ending, such as `.ts`, the most frequent first."""
    found: dict[str, int] = {}
    for path in paths:
        name = path.rpartition("/")[2]
        stem, dot, ending = name.rpartition(".")
        if stem and dot:
            found[f".{ending}"] = found.get(f".{ending}", 0) + 1
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))
