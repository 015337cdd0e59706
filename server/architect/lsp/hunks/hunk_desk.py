"""What is known of the hunks of runs, and who is told when they change."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from architect.domain.ids import RunId
from architect.domain.text_changes import TextChange
from architect.lsp.actions.lens_refresher import LensRefresher
from architect.lsp.documents.mirror import Mirror, OpenDocument
from architect.lsp.hunks.earlier_runs import EarlierRuns
from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.peer import Peer
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


@dataclass(frozen=True, slots=True)
class _Kept:
    """The hunks of a run as they were when its journal had that stamp."""

    hunks: RunHunks
    stamp: Stamp
    chars: int


class HunkDesk:
    """Keeps the hunks of the runs that were asked for last, until something happens to them.

    An editor with the feature `hunks` is told where they may have changed; others are asked to
    fetch their lenses again.
    """

    def __init__(self, peer: Peer, features: ClientFeatures, mirror: Mirror) -> None:
        self._peer = peer
        self._tells = features.rich is not None and features.rich.hunks
        self._lenses = LensRefresher(peer) if features.lens_refresh else None
        self.earlier = EarlierRuns()
        self._known: dict[RunId, _Kept] = {}
        self._chars = 0
        self._watched: dict[Path, None] = {}
        self._forgotten = 0
        self._changed: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        mirror.listen(self._moved)

    @property
    def shows_lenses(self) -> bool:
        """Whether the editor leaves it to us to show hunks."""
        return not self._tells

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

        `age` is that of the desk when they began to be read, `stamp` that of the journal: they may
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

    def forget(self, session_runs: str, uris: Iterable[str]) -> None:
        """Something was done to runs whose ids begin like that, in those documents."""
        self._forgotten += 1
        for run_id in [one for one in self._known if one.startswith(session_runs)]:
            self._drop(run_id)
        self.tell_soon(uris)

    def tell_soon(self, uris: Iterable[str]) -> None:
        """Tell the editor that hunks in these documents may be others than it knows."""
        self._changed.update(dict.fromkeys(uris))
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE_S, self._tell)

    def _drop(self, run_id: RunId) -> None:
        if (kept := self._known.pop(run_id, None)) is not None:
            self._chars -= kept.chars

    def _moved(
        self, before: OpenDocument | None, now: OpenDocument | None, _: tuple[TextChange, ...]
    ) -> None:
        document = now or before
        if document is not None and document.path in self._watched:
            self.tell_soon([document.uri])

    def _tell(self) -> None:
        uris, self._changed, self._timer = [*self._changed], {}, None
        if self._tells:
            self._peer.notify("architect/hunks/changed", {"uris": uris})
        elif self._lenses is not None:
            self._lenses.refresh()


def _chars(hunks: RunHunks) -> int:
    sides = (side for file in hunks.files for side in (file.change.before, file.change.after))
    return sum(len(side.text) for side in sides if side is not None)
