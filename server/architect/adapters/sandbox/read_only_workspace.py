"""A workspace that commands may only read: its mounts, and where their caches go instead.

Builds and tests write beside what they read. Some go on without, others fail, or fail where
warnings are errors; most of them can be told another place by a variable.
"""

import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path

from architect.adapters.sandbox.git_folders import GitFolders
from architect.adapters.sandbox.own_records import own_records

_ELSEWHERE = {
    "RUFF_CACHE_DIR": ".cache/ruff",
    "MYPY_CACHE_DIR": ".cache/mypy",
    "HYPOTHESIS_STORAGE_DIRECTORY": ".cache/hypothesis",
    "COVERAGE_FILE": ".coverage",
    "CARGO_TARGET_DIR": ".cache/cargo-target",
}
"""Variables by which programs are told where to write, and a place below a folder of their own."""


def read_only_mounts(root: Path, git: GitFolders) -> tuple[str, ...]:
    """The workspace, with nothing writable in it; nothing may be mounted after these."""
    folders = (path for path in (*git.readable, root, *git.writable) if path.exists())
    return (
        *(word for path in folders for word in ("--ro-bind", str(path), str(path))),
        *own_records(root),
        *("--remount-ro", "/"),
    )


def caches_elsewhere(environment: Mapping[str, str], folder: Path) -> Iterator[str]:
    """Arguments of bwrap(1) that send caches into `folder`, but for those `environment` sends."""
    yield from ("--setenv", "PYTHONDONTWRITEBYTECODE", "1")
    for name, place in _ELSEWHERE.items():
        if name not in environment:
            yield from ("--setenv", name, str(folder / place))
    # As an option, since pytest has no variable for it; the cache itself has to be there for --lf.
    cache = shlex.quote(f"cache_dir={folder}/.cache/pytest")
    options = f"{environment.get('PYTEST_ADDOPTS', '')} -o {cache}"
    yield from ("--setenv", "PYTEST_ADDOPTS", options.strip())
