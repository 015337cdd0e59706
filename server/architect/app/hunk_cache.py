"""What is known of the hunks of runs, and who is told when they change."""

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path

from architect.app.earlier_runs import EarlierRuns
from architect.domain.ids import RunId
from architect.frozen import frozen
from architect.services.run_hunks import RunHunks

_PAUSE_S = 0.2
"""What changes within this time is told together."""

MOST_RUNS = 64
"""More than one answer of `architect.hunks` is about, so that asking again reads nothing again."""

MOST_CHARS = 16_000_000
"""Of the files of all runs, before and after; the run that was asked for last stays in any case."""

MOST_WATCHED = 5_000
"""Files; somebody who types in one that is watched no more is told of no move, until he asks."""

Stamp = tuple[int, int] | None
"""What tells one state of a journal from another; None if that does not matter."""


@frozen
class _Kept:
    """The hunks of a run as they were when its journal had that stamp."""

    hunks: RunHunks
    stamp: Stamp
    chars: int


class HunkCache:
    """Keeps the hunks of the runs that were asked for last, until something happens to them.

    `changed` is told in which files they may be others than before, by the names that the front end
    has for files.
    """

    def __init__(self, changed: Callable[[list[str]], None]) -> None:
        self._told = changed
        self.earlier = EarlierRuns(self.tell_soon)
        self._known: dict[RunId, _Kept] = {}
        self._chars = 0
        self._watched: dict[Path, None] = {}
        self._forgotten = 0
        self._changed: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def known(self, run_id: RunId, stamp: Stamp = None) -> RunHunks | None:
        """The hunks of a run, if its journal is still what it was; `stamp` None does not ask."""
        kept = self._known.get(run_id)
        if kept is None or stamp not in (None, kept.stamp):
            return None
        self._known[run_id] = self._known.pop(run_id)
        return kept.hunks

    @property
    def age(self) -> int:
        """Another number whenever something was done to runs."""
        return self._forgotten

    def keep(
        self, hunks: RunHunks, places: Iterable[Path], *, age: int, stamp: Stamp = None
    ) -> None:
        """Remember the hunks of a run, which are in files at `places`.

        `age` is that of the cache when they began to be read, `stamp` that of the journal: they may
        be others by now.
        """
        for place in places:
            self._watched.pop(place, None)
            self._watched[place] = None
        for place in [*self._watched][: max(0, len(self._watched) - MOST_WATCHED)]:
            del self._watched[place]
        if age != self.age:
            return
        self._drop(hunks.run_id)
        self._known[hunks.run_id] = _Kept(hunks, stamp, _chars(hunks))
        self._chars += self._known[hunks.run_id].chars
        while len(self._known) > MOST_RUNS or (self._chars > MOST_CHARS and len(self._known) > 1):
            self._drop(next(iter(self._known)))

    def forget(self, session_runs: str, names: Iterable[str]) -> None:
        """Something was done to runs whose ids begin like that, in those files."""
        self._forgotten += 1
        for run_id in [one for one in self._known if one.startswith(session_runs)]:
            self._drop(run_id)
        self.tell_soon(names)

    def moved(self, path: Path, name: str) -> None:
        """Somebody changed the text of a file, and with it the places of hunks."""
        if path in self._watched:
            self.tell_soon([name])

    def opened(self, path: Path, name: str) -> None:
        """Somebody opened a file: it has the text that he sees from now on."""
        self.earlier.opened(path, name)
        self.moved(path, name)

    def tell_soon(self, names: Iterable[str]) -> None:
        """Hunks in these files may be others than the front end knows."""
        self._changed.update(dict.fromkeys(names))
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE_S, self._tell)

    def _drop(self, run_id: RunId) -> None:
        if (kept := self._known.pop(run_id, None)) is not None:
            self._chars -= kept.chars

    def _tell(self) -> None:
        names, self._changed, self._timer = [*self._changed], {}, None
        self._told(names)


def _chars(hunks: RunHunks) -> int:
    sides = (side for file in hunks.files for side in (file.change.before, file.change.after))
    return sum(len(side.text) for side in sides if side is not None)
