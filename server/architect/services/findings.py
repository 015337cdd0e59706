"""The findings of a workspace: what reviews reported and nobody has dealt with yet."""

import asyncio
from collections.abc import Callable, Collection, Iterable

from architect.domain.errors import PortFault
from architect.domain.findings import Finding, finding_id
from architect.domain.ids import FindingId, RunId
from architect.domain.review.finding_moves import moved, reanchored
from architect.ports.findings_store import FindingsStore, FixedFinding, StoredFindings
from architect.services.shared_findings import merged, merged_fixes

MAX_DISMISSED = 10_000
"""Remembered; the oldest are forgotten first."""
MAX_FIXED = 1000
"""Kept for the case that their run is undone; those fixed first are dropped."""

Listener = Callable[[str], None]
"""Is told the path whose findings are no longer what they were."""


class FindingCollection:
    """The open findings of one workspace root, by path and by id.

    Whoever changes it is answered at once; `keep` writes down what changed, and takes over what
    other processes did to the findings of the same root. These know files as they were saved, or
    open with a text of their own: `open_text` gives that of a path here, if it is open.
    """

    def __init__(self, store: FindingsStore, kept: StoredFindings) -> None:
        self._store = store
        self._kept = kept
        self._by_path: dict[str, tuple[Finding, ...]] = {}
        self._dismissed = dict.fromkeys(kept.dismissed)
        self._fixed = kept.fixed[-MAX_FIXED:]
        self._listeners: list[Listener] = []
        self.open_text: Callable[[str], str | None] = lambda _: None
        self._is_kept = True
        self._changed = asyncio.Event()
        self._saving = asyncio.Lock()
        for path, findings in _by_path(kept.findings):
            self._put(path, findings)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Tell `listener` of every change from now on, until the function it gives is called."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def all(self, path: str | None = None) -> tuple[Finding, ...]:
        """The findings of a path, or of all, from the top of each file to its end."""
        if path is not None:
            return self._by_path.get(path, ())
        return tuple(each for path in sorted(self._by_path) for each in self._by_path[path])

    def paths(self) -> tuple[str, ...]:
        """The paths that have findings."""
        return tuple(self._by_path)

    def get(self, wanted: str) -> Finding | None:
        """The finding of that id."""
        found = (each for each in self.all() if each.finding_id == wanted)
        return next(found, None)

    def add(self, finding: Finding) -> bool:
        """Take a finding, in place of the one of the same id; False if it has been dismissed."""
        if finding.finding_id in self._dismissed:
            return False
        self._take(finding.path, [finding])
        return True

    def dismiss(self, wanted: str) -> Finding | None:
        """Drop a finding for good: it is not taken when it is reported again."""
        finding = self.get(wanted)
        if finding is None:
            return None
        for dismissed in (finding.finding_id, _id_by_its_line_now(finding)):
            self._dismissed[dismissed] = None
        self._forget_oldest()
        self._drop([finding])
        return finding

    def fixed(self, wanted: Collection[FindingId], *, by_run: RunId) -> None:
        """Drop what `by_run` has fixed; it is taken again when reported again, and comes back when
        the run is undone.
        """
        gone = [each for each in self.all() if each.finding_id in wanted]
        self._drop(gone)
        fixed = {each.finding_id for each in gone}
        others = (each for each in self._fixed if each.finding.finding_id not in fixed)
        now = (FixedFinding(by_run, each) for each in gone)
        self._fixed = (*others, *now)[-MAX_FIXED:]

    def reopen(self, run_id: RunId) -> None:
        """What the run has fixed is open again: its changes were undone."""
        for finding in self._fixed_by(run_id):
            self.add(finding)

    def close_again(self, run_id: RunId) -> None:
        """What the run has fixed is gone again: the undo of its changes was undone."""
        fixed = {finding.finding_id for finding in self._fixed_by(run_id)}
        self._drop([each for each in self.all() if each.finding_id in fixed])

    def _fixed_by(self, run_id: RunId) -> list[Finding]:
        return [each.finding for each in self._fixed if each.by_run == run_id]

    def clear(self, path: str | None = None) -> None:
        """Drop the findings of a path, or all; they are taken again when reported again."""
        for each in self.paths() if path is None else (path,):
            self._change(each, ())

    def supersede(self, path: str, *, by_run: str) -> None:
        """Drop what earlier runs found in a file that `by_run` has reviewed as a whole."""
        self._change(path, (each for each in self.all(path) if each.run_id == by_run))

    def text_changed(self, path: str, before: str, after: str) -> None:
        """Move the findings of a file with its text."""
        self._change(path, moved(self.all(path), before, after))

    def text_seen(self, path: str, text: str) -> None:
        """Find the lines again in a file that may have changed while nobody watched."""
        self._change(path, reanchored(self.all(path), text))

    async def keep(self) -> None:
        """Write down what changed since the last time.

        Raises:
            PortFault: it cannot be written; the next call tries again.
        """
        async with self._saving:
            if self._is_kept:
                return
            self._is_kept = True
            ours = self._ours()
            try:
                self._kept = await asyncio.to_thread(self._written, ours)
            except (PortFault, asyncio.CancelledError):
                self._is_kept = False
                raise
            self._take_over(ours, self._kept)

    async def catch_up(self) -> None:
        """Take over what other processes did since, and write down what changed here.

        Raises:
            PortFault: that cannot be read or written.
        """
        await self.keep()
        async with self._saving:
            ours = self._ours()
            theirs = await asyncio.to_thread(self._store.newer)
            if theirs is not None:
                both = merged(self._kept, ours, theirs)
                self._kept = theirs
                self._take_over(ours, both)

    async def keep_always(self, *, pause_s: float, on_fault: Callable[[PortFault], None]) -> None:
        """Write down every change until cancelled, those within `pause_s` at once.

        After a fault it waits for the next change.
        """
        while True:
            await self._changed.wait()
            await asyncio.sleep(pause_s)
            self._changed.clear()
            try:
                await self.keep()
            except PortFault as fault:
                on_fault(fault)

    def _written(self, ours: StoredFindings) -> StoredFindings:
        """Write `ours` together with what others did; what is kept then."""
        kept = ours

        def change(theirs: StoredFindings | None) -> StoredFindings:
            nonlocal kept
            kept = ours if theirs is None else merged(self._kept, ours, theirs)
            return kept

        self._store.update(change)
        return kept

    def _take_over(self, ours: StoredFindings, kept: StoredFindings) -> None:
        """Do here what others did; meanwhile more may have happened than what is in `ours`.

        Lines that are found elsewhere here are not written down: two editors, each with a text of
        its own, would never stop correcting one another.
        """
        self._dismissed = dict.fromkeys((*kept.dismissed, *self._dismissed))
        self._fixed = merged_fixes(ours.fixed, self._fixed, kept.fixed)[-MAX_FIXED:]
        self._forget_oldest()
        was_kept = self._is_kept
        left = {finding.finding_id for finding in kept.findings}
        self._drop(each for each in ours.findings if each.finding_id not in left)
        known = set(ours.findings)
        for path, findings in _by_path(each for each in kept.findings if each not in known):
            text = self.open_text(path)
            self._take(path, findings if text is None else reanchored(findings, text))
        self._is_kept = was_kept

    def _drop(self, gone: Iterable[Finding]) -> None:
        for path, findings in _by_path(gone):
            dropped = set(findings)
            self._change(path, (each for each in self.all(path) if each not in dropped))

    def _take(self, path: str, findings: Iterable[Finding]) -> None:
        """Take findings of a path, in place of those of the same ids, unless they are dismissed."""
        new = {each.finding_id: each for each in findings if each.finding_id not in self._dismissed}
        others = (each for each in self.all(path) if each.finding_id not in new)
        self._change(path, (*others, *new.values()))

    def _ours(self) -> StoredFindings:
        return StoredFindings(self.all(), tuple(self._dismissed), self._fixed)

    def _forget_oldest(self) -> None:
        for oldest in list(self._dismissed)[:-MAX_DISMISSED]:
            del self._dismissed[oldest]

    def _change(self, path: str, findings: Iterable[Finding]) -> None:
        """Make these the findings of `path`, and tell who listens if they are others."""
        before = self.all(path)
        self._put(path, findings)
        if self.all(path) != before:
            self._is_kept = False
            self._changed.set()
            for listener in tuple(self._listeners):
                listener(path)

    def _put(self, path: str, findings: Iterable[Finding]) -> None:
        by_place = sorted(findings, key=lambda finding: (finding.line, finding.end_line))
        if by_place:
            self._by_path[path] = tuple(by_place)
        else:
            self._by_path.pop(path, None)


def _by_path(findings: Iterable[Finding]) -> Iterable[tuple[str, list[Finding]]]:
    """Paths with the findings of each."""
    found = dict[str, list[Finding]]()
    for finding in findings:
        found.setdefault(finding.path, []).append(finding)
    return found.items()


def _id_by_its_line_now(finding: Finding) -> FindingId:
    """The id a report would give it now, when its line was rewritten since."""
    return finding_id(finding.path, finding.category, finding.line_text, ordinal=0)
