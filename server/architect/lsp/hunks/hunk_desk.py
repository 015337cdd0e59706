"""What is known of the hunks of runs, and who is told when they change."""

import asyncio
from collections.abc import Iterable
from pathlib import Path

from architect.domain.ids import RunId
from architect.domain.text_changes import TextChange
from architect.lsp.actions.lens_refresher import LensRefresher
from architect.lsp.documents.mirror import Mirror, OpenDocument
from architect.lsp.transport.client_features import ClientFeatures
from architect.lsp.transport.peer import Peer
from architect.services.run_hunks import RunHunks

_PAUSE_S = 0.2
"""What changes within this time is told together."""


class HunkDesk:
    """Keeps the hunks of runs until something happens to them.

    An editor with the feature `hunks` is told where they may have changed; others are asked to
    fetch their lenses again.
    """

    def __init__(self, peer: Peer, features: ClientFeatures, mirror: Mirror) -> None:
        self._peer = peer
        self._tells = features.rich is not None and features.rich.hunks
        self._lenses = LensRefresher(peer) if features.lens_refresh else None
        self._known: dict[RunId, RunHunks] = {}
        self._watched: set[Path] = set()
        self._forgotten = 0
        self._changed: dict[str, None] = {}
        self._timer: asyncio.TimerHandle | None = None
        mirror.listen(self._moved)

    @property
    def shows_lenses(self) -> bool:
        """Whether the editor leaves it to us to show hunks."""
        return not self._tells

    def known(self, run_id: RunId) -> RunHunks | None:
        return self._known.get(run_id)

    @property
    def age(self) -> int:
        """Another number whenever something was done to runs."""
        return self._forgotten

    def keep(self, hunks: RunHunks, places: Iterable[Path], *, age: int) -> None:
        """Remember the hunks of a run, which are in files at `places`.

        `age` is that of the desk when they began to be read: they may be others by now.
        """
        self._watched.update(places)
        if age == self.age:
            self._known[hunks.run_id] = hunks

    def forget(self, session_runs: str, uris: Iterable[str]) -> None:
        """Something was done to runs whose ids begin like that, in those documents."""
        self._forgotten += 1
        for run_id in [one for one in self._known if one.startswith(session_runs)]:
            del self._known[run_id]
        self._tell_soon(uris)

    def _moved(
        self, before: OpenDocument | None, now: OpenDocument | None, _: tuple[TextChange, ...]
    ) -> None:
        document = now or before
        if document is not None and document.path in self._watched:
            self._tell_soon([document.uri])

    def _tell_soon(self, uris: Iterable[str]) -> None:
        self._changed.update(dict.fromkeys(uris))
        if self._changed and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PAUSE_S, self._tell)

    def _tell(self) -> None:
        uris, self._changed, self._timer = [*self._changed], {}, None
        if self._tells:
            self._peer.notify("architect/hunks/changed", {"uris": uris})
        elif self._lenses is not None:
            self._lenses.refresh()
