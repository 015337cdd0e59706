"""Programs that the configuration of a repository has git run, although git is only to look.

A clone brings no configuration; an archive, a shared folder or an earlier command may.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from architect.adapters.git_settings import WELL_KNOWN
from architect.adapters.sandbox.git_folders import git_folders
from architect.lazy_pattern import lazy_pattern

_MOST_BYTES = 1_000_000
_CONFIGURATIONS = ("config", "config.worktree")
_INCLUDES = lazy_pattern(
    r"^[ \t]*(?:\[[^\n]*\])?[ \t]*\[[ \t]*(include(?:if)?)\b", re.IGNORECASE | re.MULTILINE
)
_PROGRAM = lazy_pattern(
    # git-config(1): diff.external, diff.<driver>.command and .textconv, filter.<driver>.*, and
    # gpg.program, which format.pretty has a plain `git log` run.
    r"^[ \t]*(?:\[[^\n]*\])?[ \t]*(external|textconv|command|clean|process|program)"
    r"[ \t]*=[ \t]*([^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_QUOTES = lazy_pattern(r'\\?"')


def programs_named(root: Path, home: Path | None) -> tuple[str, ...]:
    """The settings of the repository around `root` that name programs, as `key = value`.

    Some that git would not obey are named as well: a look that errs towards asking.
    """
    return tuple(dict.fromkeys(one for path in _files(root, home) for one in _named(path)))


def _files(root: Path, home: Path | None) -> Iterator[Path]:
    folders = git_folders(root, home)
    yield from (root / ".git" / name for name in _CONFIGURATIONS)  # also behind a link
    yield from (path for path in folders.ruling if path.name in _CONFIGURATIONS)
    for above in folders.readable:
        yield from (folder / name for folder in (above, above / ".git") for name in _CONFIGURATIONS)


def _named(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
    except OSError:
        return
    if len(content) > _MOST_BYTES:
        yield f"more than {_MOST_BYTES:,} bytes of settings"
    # Git takes a carriage return for a space, and leaves a byte order mark out.
    text = content.decode("utf-8-sig", "replace").replace("\r", " ")
    for found in _INCLUDES.finditer(text):
        yield f"{found[1].lower()} of another file"
    for found in _PROGRAM.finditer(text):
        program = found[2].strip()
        if program and not WELL_KNOWN.fullmatch(_QUOTES.sub("", program)):
            yield f"{found[1].lower()} = {program}"
