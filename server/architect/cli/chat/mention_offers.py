"""What an @ in the input of a terminal may name: files, folders, the changes."""

import time
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from architect.bootstrap.workspaces import file_names
from architect.cli.chat.input_completer import MentionOffer

_MOST = 20
_FRESH_S = 5.0
_OWN = (MentionOffer("@diff", "uncommitted changes"),)


class MentionOffers:
    """Knows the names of the files in a folder, as they were a moment ago."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._names: tuple[str, ...] = ()
        self._looked_at = float("-inf")

    async def __call__(self, word: str) -> Sequence[MentionOffer]:
        """For `@src/pa`: names that begin so first, then those that have it anywhere."""
        if time.monotonic() - self._looked_at > _FRESH_S:
            self._names = _with_folders(await file_names(self._root))
            self._looked_at = time.monotonic()
        wanted = word.removeprefix("@").lstrip('"').lower()
        own = [offer for offer in _OWN if offer.insert.startswith(word)]
        begin = [name for name in self._names if name.lower().startswith(wanted)]
        inside = [name for name in self._names if wanted in name.lower()] if wanted else []
        names = dict.fromkeys((*sorted(begin, key=_depth), *sorted(inside, key=_depth)))
        return [*own, *map(_offer, names)][:_MOST]


def _with_folders(names: Sequence[str]) -> tuple[str, ...]:
    folders = {f"{parent}/": None for name in names for parent in PurePosixPath(name).parents}
    folders.pop("./", None)
    return (*folders, *names)


def _depth(name: str) -> tuple[int, str]:
    return name.rstrip("/").count("/"), name


def _offer(name: str) -> MentionOffer:
    insert = f'@"{name}"' if any(map(str.isspace, name)) else f"@{name}"
    return MentionOffer(insert, "folder" if name.endswith("/") else "file")
