"""The hunks of runs that are open: where they stand now."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

from architect.app.earlier_runs import Found
from architect.app.errors import NotARunError, UnknownRunError, UnreadableRecordError
from architect.app.folders import Folders
from architect.app.front_end import FrontEnd
from architect.app.hunk_cache import HunkCache
from architect.app.hunks_of_run import OpenHunks
from architect.app.run_changes import hunks_of_run
from architect.app.run_manager import RunManager
from architect.app.superseded_hunks import NewerHunks
from architect.bootstrap.sessions import changing_runs, newest_journal, stamp
from architect.domain.errors import ArchitectError, PathRefusedError, UnknownSessionError, UserError
from architect.domain.ids import HunkId, RunId, SessionId, session_of
from architect.domain.paths import Access
from architect.frozen import frozen
from architect.ports.workspace import Workspace
from architect.services.run_hunks import PresentFile, RunHunks, look_at
from architect.services.user_runs import UndoConflict

MOST_EARLIER = 10
"""Runs of each root that are not in memory any more, or never were."""

_MOST_LOOKED_AT = 30
"""To find those: a run whose changes are all decided about has to be read as well."""

MOST_FILES = 200
"""Of earlier runs, but for the newest: each is looked at whenever somebody asks for all hunks."""


PathIn = Callable[[Path], str | None]
"""The path in a root of the one file that is asked about, None for all; it raises a `UserError` if
that file lies elsewhere."""


@frozen
class HunkReader:
    """Reads what runs changed, again only where somebody may have done something to it."""

    front_end: FrontEnd
    runs: RunManager
    folders: Folders
    cache: HunkCache

    async def undecided(self, path_in: PathIn, *, earlier: bool) -> list[OpenHunks]:
        """What waits for a decision, that of the newest run first.

        With `earlier` also what runs of other processes left, which are looked for in each root,
        and again once another process has written to the journals there: the call begins that and
        does not wait for it, and the cache tells where other hunks were found than before. Of those
        only hunks are given that stand, or stood then. Runs whose record cannot be read are left
        out, and hunks on lines that a newer run has made.
        """
        in_memory = self.runs.all()
        found: list[OpenHunks] = []
        for run in reversed(in_memory):
            if run.has_changes:
                with suppress(UserError):
                    root = run.order.root
                    found.append(await self.of_run(run.run_id, root, path=path_in(root)))
        known = {run.run_id for run in in_memory}
        own = {session_of(run_id) for run_id in known}
        for root in self.folders.all_roots() if earlier else []:
            with suppress(UserError):
                path = path_in(root)
                search, written = partial(self._earlier, root), await newest_journal(root, own)
                for run_id in self.cache.earlier.of(root, search, stamp=written):
                    if run_id not in known:
                        found += await self._present(run_id, root, path)
        newer = NewerHunks()
        return [newer.left_of(of_run) for of_run in found]

    async def ids_of(self, run_id: RunId, root: Path) -> frozenset[HunkId]:
        """The hunks of a run, whether they are open or not.

        Raises:
            UnknownRunError, NotARunError, UnreadableRecordError: as `of_run` does.
        """
        found = await self._read(run_id, self.front_end.workspace(root))
        return frozenset(one for file in found.files for one in file.hunk_ids)

    async def files_of(self, session_id: SessionId) -> list[str]:
        """The files with open hunks of a session, as the front end names them."""
        found = await self.undecided(lambda _: None, earlier=True)
        return [
            self.front_end.name_of(of_run.workspace, path)
            for of_run in found
            if session_of(of_run.run_id) == session_id
            for path in of_run.paths
        ]

    async def of_run(self, run_id: RunId, root: Path, *, path: str | None = None) -> OpenHunks:
        """The open hunks of a run in `root`, in one file or in all.

        Raises:
            UnknownRunError, NotARunError: there is no such run.
            UnreadableRecordError: its record is damaged.
        """
        workspace = self.front_end.workspace(root)
        found = await self._read(run_id, workspace)
        files: list[PresentFile | UndoConflict] = [
            conflict for conflict in found.unknown if path in (None, conflict.path)
        ]
        for file in found.files:
            if path in (None, file.path):
                files.append(await look_at(file, workspace))
        return OpenHunks(run_id, workspace, tuple(files))

    async def proposes(self, run_id: RunId, workspace: Workspace) -> bool:
        """Whether what the run changes is only proposed.

        Raises:
            UnknownRunError, NotARunError, UnreadableRecordError: as `of_run` does.
        """
        found = await self._read(run_id, workspace)
        return any(file.kind == "proposed" for file in found.files)

    async def _read(self, run_id: RunId, workspace: Workspace) -> RunHunks:
        """Read anew if the journal has changed: another process may have decided something.

        While a run of this one goes on in the session, the cache is told of all that it changes.
        """
        own = self.runs.is_active(session_of(run_id))
        now = None if own else await stamp(workspace.root, run_id)
        if (known := self.cache.known(run_id, now)) is not None:
            return known
        age = self.cache.age
        try:
            found = await hunks_of_run(run_id, workspace)
        except NotARunError:
            raise
        except UnknownSessionError as error:
            raise UnknownRunError(run_id) from error
        except ArchitectError as error:
            raise UnreadableRecordError(str(error)) from error
        places = _places(workspace, [file.path for file in found.files])
        self.cache.keep(found, places, age=age, stamp=now)
        return found

    async def _present(self, run_id: RunId, root: Path, path: str | None) -> list[OpenHunks]:
        with suppress(UserError):
            of_run = await self.of_run(run_id, root, path=path)
            return [of_run.with_conflicts_of(self.cache.earlier.stood(root))]
        return []

    async def _earlier(self, root: Path) -> Found:
        """The newest runs with hunks that stand, and where."""
        found: list[RunId] = []
        names: dict[str, None] = {}
        gone: set[Path] = set()
        stood = self.cache.earlier.stood(root)
        with suppress(UserError):
            workspace, newer = self.front_end.workspace(root), NewerHunks()
            for run_id in (await changing_runs(root))[:_MOST_LOOKED_AT]:
                if len(found) == MOST_EARLIER:
                    break
                whole = await _hunks_now(run_id, workspace)
                of_run = newer.left_of(whole)
                paths = of_run.with_conflicts_of(stood).paths
                stood |= of_run.hunk_ids
                if found and len(names) + len(paths) > MOST_FILES:
                    break
                if paths:
                    found.append(run_id)
                    names |= {self.front_end.name_of(workspace, path): None for path in paths}
                else:
                    gone.update(_places(workspace, whole.all_paths))
        return Found(tuple(found), tuple(names), stood, frozenset(gone))


def _places(workspace: Workspace, paths: Iterable[str]) -> list[Path]:
    """Where files of a run are, but for those that nobody may read any more."""
    places: list[Path] = []
    for path in paths:
        with suppress(PathRefusedError):
            places.append(workspace.locate(path, Access.READ).real)
    return places


async def _hunks_now(run_id: RunId, workspace: Workspace) -> OpenHunks:
    """The hunks of a run; none if its record is damaged. Nothing is kept."""
    files: list[PresentFile | UndoConflict] = []
    with suppress(ArchitectError):
        for file in (await hunks_of_run(run_id, workspace)).files:
            files.append(await look_at(file, workspace))
    return OpenHunks(run_id, workspace, tuple(files))
