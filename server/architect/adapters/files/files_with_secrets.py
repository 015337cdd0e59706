"""The files of a workspace that hold secrets, those that git ignores included."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from architect.adapters.files.anchored import Slot, open_listable_folder
from architect.adapters.files.file_filters import EXCLUDED_FOLDERS
from architect.adapters.files.in_thread import in_thread
from architect.adapters.files.regular_file import open_regular_slot
from architect.domain.errors import WorkspaceFault
from architect.frozen import frozen


@frozen
class Reach:
    """How far they are looked for: how many entries, the upper folders first, and how deep."""

    entries: int
    depth: int


EVERYWHERE = Reach(entries=10_000, depth=6)
"""Some 100 ms, once a run and in a thread."""

NEARBY = Reach(entries=1_000, depth=1)
"""A few milliseconds."""

_MOST_FILES = 50
_MOST_BYTES = 65_536
"""Of each file; those by hand are far smaller."""


async def files_with_secrets(
    root: Path, is_one: Callable[[str], bool], *, reach: Reach = EVERYWHERE
) -> dict[str, str]:
    """The texts of files below `root`, by their paths, of which `is_one` says that they are such.

    Links are not followed, and what cannot be read or is no text is left out: this is to know them,
    not to keep them.
    """
    return await in_thread(lambda _is_stopped: dict(_texts(root, is_one, reach)))


def _texts(root: Path, is_one: Callable[[str], bool], reach: Reach) -> Iterator[tuple[str, str]]:
    folders: list[tuple[str, ...]] = [()]
    seen = found = 0
    for parts in folders:  # grows on the way
        try:
            with open_listable_folder(root, parts) as folder, os.scandir(folder) as entries:
                for entry in entries:
                    seen += 1
                    path = "/".join((*parts, entry.name))
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name not in EXCLUDED_FOLDERS and len(parts) < reach.depth:
                            folders.append((*parts, entry.name))
                    elif is_one(path) and (text := _text(Slot(folder, entry.name))):
                        found += 1
                        yield path, text
                    if seen >= reach.entries or found >= _MOST_FILES:
                        return
        except OSError:
            continue


def _text(slot: Slot) -> str:
    """What stands in a file; empty if that cannot be read."""
    try:
        descriptor = open_regular_slot(slot, shown_as=slot.name)
    except (OSError, WorkspaceFault):
        return ""
    try:
        return os.read(descriptor, _MOST_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(descriptor)
