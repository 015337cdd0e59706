"""Files by a few typed characters: the name of the file counts before the folders it is in."""

from collections.abc import Iterable, Sequence
from heapq import nsmallest

from architect.frozen import frozen

_BY_PATH = 4
"""The rank of what is found in the folders alone; in names it is below."""


@frozen
class Named:
    """A path relative to the root, and what is compared of it."""

    path: str
    is_folder: bool
    folded: str
    name: str


def named(path: str, *, is_folder: bool) -> Named:
    folded = path.casefold()
    return Named(path, is_folder, folded, folded.rpartition("/")[2])


def best_matches(typed: str, names: Sequence[Named], *, most: int) -> list[Named]:
    """The names that fit `typed` best, the best first; those that it cannot mean are left out.

    Without anything typed, and behind a slash, those that lie directly there come first.
    """
    folder, _, wanted = typed.casefold().rpartition("/")
    inside = f"{folder}/" if folder else ""
    if not wanted:
        below = (one for one in names if one.folded.startswith(inside) and one.folded != folder)
        return nsmallest(most, below, key=_by_depth)
    folded = typed.casefold()
    found = nsmallest(most, _with_text(folded, names), key=_order)
    if len(found) < most:
        others = (one for one in names if folded not in one.folded)
        found += nsmallest(most - len(found), _with_letters(folded, others), key=_order)
    return [one for *_, one in found]


_Rank = tuple[int, int, str, Named]


def _order(rank: _Rank) -> tuple[int, int, str]:
    return rank[:3]


def _by_depth(one: Named) -> tuple[int, bool, str]:
    return one.path.count("/"), not one.is_folder, one.path


def _with_text(typed: str, names: Iterable[Named]) -> Iterable[_Rank]:
    """Those that have all that is typed in one piece."""
    in_path = [one for one in names if typed in one.folded]
    for one in in_path:
        if typed in one.name:
            yield _in_name(typed, one.name), len(one.folded), one.path, one
        else:
            begins = one.folded.startswith(typed) or f"/{typed}" in one.folded
            yield _BY_PATH + (not begins), len(one.folded), one.path, one


def _with_letters(typed: str, names: Iterable[Named]) -> Iterable[_Rank]:
    """Those that have the letters in their order, the closest together first."""
    for one in names:
        if (spread := _spread(typed, one.name)) is not None:
            yield 0, spread, one.path, one
        elif (spread := _spread(typed, one.folded)) is not None:
            yield 1, spread, one.path, one


def _spread(typed: str, text: str) -> int | None:
    """From where the first letter is found to the last; None if one is missing."""
    first = at = text.find(typed[0])
    for letter in typed[1:]:
        if at < 0:
            return None
        at = text.find(letter, at + 1)
    return None if at < 0 else at - first


def _in_name(typed: str, name: str) -> int:
    """0 for the very name, or all of it before a dot; then its beginning, a word in it, a part."""
    if typed in (name, name.partition(".")[0]):
        return 0
    if name.startswith(typed):
        return 1
    return 3 if name[name.index(typed) - 1].isalnum() else 2
