"""What commands of an attempt changed in the user's files is put back.

By the records it is not known: it is what differs from a checkpoint and was written while they ran.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from architect.app.files_back import FilesBack
from architect.bootstrap.workflows.attempts import attempt_file, written_in
from architect.domain.checkpoints import Checkpoint, TreeDifference
from architect.domain.journal.acting import ActingSpan
from architect.frozen import frozen
from architect.l10n import english
from architect.ports.checkpoints import Checkpoints
from architect.ports.unit_executor import UnitOrder
from architect.ports.workspace import Workspace
from architect.services.user_runs import UndoParts

_MOST_NAMED = 5
_SHORT = 10
"""Of the names of commits, as they are shown elsewhere."""

_AND_ANOTHER = english("{paths} and {number} other")
_AND_OTHERS = english("{paths} and {number} others")


@frozen(kw_only=True)
class PutBackReport:
    """What was put back and left alone; `before` is the checkpoint of how it was found.

    `unknown` says why nobody can tell what a command had changed.
    """

    put_back: tuple[str, ...] = ()
    left_alone: tuple[str, ...] = ()
    before: str = ""
    unknown: str = ""

    def told(self, conflicts: Sequence[str]) -> str:
        """That in one line, with the files that undo left alone; empty for nothing."""
        parts: list[str] = []
        if self.unknown:
            parts.append(
                english(
                    "what its command had changed by then is not known and stays, because {why}",
                    why=self.unknown,
                )
            )
        if self.put_back:
            parts.append(
                english(
                    "put back {places}, which its commands had changed "
                    "(`architect rollback --to-commit {commit}` undoes that)",
                    places=_named(self.put_back),
                    commit=self.before[:_SHORT],
                )
            )
        kept = tuple(dict.fromkeys((*self.left_alone, *conflicts)))
        if left := [path for path in kept if path not in self.put_back]:
            parts.append(english("left alone {places}", places=_named(left)))
        return "; ".join(parts)


def _named(paths: Sequence[str]) -> str:
    named = ", ".join(paths[:_MOST_NAMED])
    more = len(paths) - _MOST_NAMED
    if more <= 0:
        return named
    return english(_AND_ANOTHER if more == 1 else _AND_OTHERS, paths=named, number=more)


class PuttingBack:
    """Putting back what commands of one attempt changed since the checkpoint `base`."""

    def __init__(
        self,
        root: Path,
        store: Checkpoints,
        base: Checkpoint,
        order: UnitOrder,
        workspace: Workspace,
    ) -> None:
        self._root = root
        self._store = store
        self._base = base
        self._file = attempt_file(root, order)
        self._workspace = workspace

    async def carried_out(
        self, parts: UndoParts, left_behind: Mapping[str, str | None], spans: Sequence[ActingSpan]
    ) -> PutBackReport:
        """`left_behind` are the hashes of what the attempt is known to have left, by path."""
        here, unsaved = parts.recorder.run_id, await self._workspace.unsaved()
        made = await self._store.take(
            here, 0, english("before an attempt is put back"), unsaved=unsaved
        )
        found = {
            each.path: each
            for each in await self._store.differences(made.commit, self._base.commit)
        }
        if not found:
            return PutBackReport()
        before, chosen = await self._decided(made.commit, found, left_behind, spans)
        typed = [path for path in chosen if path in unsaved]
        wanted = [found[path] for path in chosen if path in found and path not in unsaved]
        back = FilesBack(self._store, self._workspace, exactly=True)
        report = await back.carried_out(self._base, wanted, {}, parts)
        left = [each.path for each in report.conflicts]
        others = [path for path in found if path not in chosen and path not in left_behind]
        return PutBackReport(
            put_back=tuple(sorted(set(chosen) - {*left, *typed})),
            left_alone=tuple(dict.fromkeys([*typed, *left, *others])),
            before=before,
        )

    async def _decided(
        self,
        now: str,
        found: Mapping[str, TreeDifference],
        left_behind: Mapping[str, str | None],
        spans: Sequence[ActingSpan],
    ) -> tuple[str, Sequence[str]]:
        """The checkpoint of how it was found, and the paths to put back.

        What was decided before a crash holds, but for what was changed since.
        """
        known = self._file.read()
        assert known is not None
        if (decided := known.put_back) is not None:
            since = await self._store.differences(decided.before, now)
            changed = {each.path for each in since} & found.keys()
            return decided.before, [path for path in decided.paths if path not in changed]
        written = await written_in(
            spans,
            found.values(),
            self._root,
            last_sign=known.last_sign,
            has_ended=known.has_ended,
        )
        on_record = await self._as_on_record(found, left_behind)
        chosen = sorted(written - on_record)
        self._file.decide(known, now, chosen)
        return now, chosen

    async def _as_on_record(
        self, found: Mapping[str, TreeDifference], left_behind: Mapping[str, str | None]
    ) -> set[str]:
        """The files that hold what the attempt is known to have left: undo knows more of them."""
        entries = {path: found[path].old for path in left_behind if path in found}
        blobs = {entry.blob for entry in entries.values() if entry is not None}
        contents = await self._store.contents(blobs)
        hashes = {blob: sha256(content).hexdigest() for blob, content in contents.items()}
        present = {
            path: None if entry is None else hashes.get(entry.blob)
            for path, entry in entries.items()
        }
        return {path for path, digest in present.items() if digest == left_behind[path]}
