"""Runs by their ids: those in memory, and those in the journals of the open folders."""

from collections.abc import Callable, Iterator
from pathlib import Path

from architect.app.errors import (
    BusyError,
    UnknownRunError,
    UnreadableRecordError,
    session_is_busy,
)
from architect.app.event_log import LoggedEvent, page_of
from architect.app.folders import Folders
from architect.app.kept_commands import KeptCommands
from architect.app.live_run import LiveRun
from architect.app.next_run import NextRun, next_run_of
from architect.app.past_runs import PastRun, past_run
from architect.app.run_changes import diff_of_run
from architect.app.run_info import RunInfo
from architect.app.run_manager import RunManager
from architect.app.run_state import Phase
from architect.app.session_decisions import diff_of_session
from architect.app.sessions.listing import find_root
from architect.app.transcript import transcript
from architect.domain.errors import ArchitectError, UnknownSessionError
from architect.domain.ids import RunId, SessionId, names_run, parent_of, session_of
from architect.execution.message_queue import QueuedMessage
from architect.frozen import frozen
from architect.l10n import english, joined
from architect.ports.workspace import Workspace
from architect.services.run_diff import RunDiff
from architect.services.task_names import shown_title


@frozen
class EventPage:
    """Some events of a run; there are more behind the number `following` unless it `is_done`."""

    events: list[LoggedEvent]
    following: int
    is_done: bool


@frozen
class KnownRuns:
    """What can be asked about a run, whether it goes on here or was another process's.

    `homes_of_units` gives where else a run may be recorded: those of workflows are, on copies.
    Methods that take a run id raise `UnknownRunError` if there is no such run.
    """

    live: RunManager
    folders: Folders
    kept: KeptCommands
    homes_of_units: Callable[[RunId], Iterator[Path]]

    async def root_of(self, run_id: str) -> Path:
        """The workspace root of a run."""
        return (await self.info(run_id)).root

    async def idle_root_of(self, session_or_run: str) -> Path:
        """The root of a session, or of a run, whose session is not being worked on.

        Runs of other sessions may edit there.

        Raises:
            UnknownSessionError: there is no such session.
            BusyError: a run of it is not over.
        """
        session_id = session_of(RunId(session_or_run))
        if self.live.is_active(session_id):
            raise session_is_busy(session_id)
        return await self.root_of_either(session_or_run)

    async def root_of_either(self, session_or_run: str) -> Path:
        """The root of a session, or of a run.

        Raises:
            UnknownSessionError: there is no such session.
        """
        if names_run(session_or_run):
            return await self.root_of(session_or_run)
        return await find_root(session_or_run, self.folders.all_roots())

    async def free_root_of(self, run_id: str) -> Path:
        """The root of a run, where nothing is edited just now.

        Raises:
            BusyError: another run edits there.
        """
        root = await self.root_of(run_id)
        if editing := self.live.editing(root):
            titles = ", ".join(repr(run.order.title) for run in editing)
            if len(editing) == 1:
                told = english("a run is editing this workspace: {titles}", titles=titles)
            else:
                told = english("runs are editing this workspace: {titles}", titles=titles)
            raise BusyError(joined("; ", (told, english("wait for the end, or cancel"))))
        return root

    async def info(self, run_id: str) -> RunInfo:
        """All about a run but its events."""
        if run := self.live.find(run_id):
            return run.info()
        return (await self._past(run_id)).info

    async def events(self, run_id: str, *, after: int, limit: int) -> EventPage:
        """Up to `limit` events of a run behind number `after`."""
        if run := self.live.find(run_id):
            found, following = run.log.page(after, limit)
            is_done = run.is_over and following >= run.log.seq
        else:
            past = await self._past(run_id)
            found, following = page_of(past.events, after, limit)
            is_done = past.is_over and following >= past.info.seq
        return EventPage(found, following, is_done)

    async def transcript(self, run_id: str) -> str:
        """What happened in a run so far, in Markdown."""
        if past := await past_run(run_id, self._homes_of(run_id), self.live.words):
            return transcript(shown_title(past.info.title), past.events)
        run = self.live.get(run_id)
        return transcript(shown_title(run.order.title), run.log.all())

    async def diff(self, run_id: str, workspace: Workspace) -> RunDiff:
        """What a run or a session of `workspace` changed so far, by file and as one patch.

        Raises:
            UnknownSessionError: there is no such session.
            UnreadableRecordError: its record is damaged.
        """
        if not names_run(run_id):
            return await diff_of_session(SessionId(run_id), workspace)
        try:
            return await diff_of_run(RunId(run_id), workspace)
        except UnknownSessionError as error:
            raise UnknownRunError(run_id) from error
        except ArchitectError as error:
            raise UnreadableRecordError(str(error)) from error

    async def next_in(self, session_id: str) -> NextRun:
        """The run with which a session is resumed.

        Raises:
            UnknownSessionError, BusyError, UnreadableRecordError: as `next_run_of` does.
        """
        # A run that could not be started has its id, though there is nothing of it in the journal.
        taken = [run.run_id for run in self.live.all()]
        return await next_run_of(session_id, self.folders.all_roots(), taken=taken)

    def say(self, run_id: str, message: QueuedMessage, *, at_once: bool) -> bool:
        """Have the model of a run that goes on here read `message`; see `LiveRun.say`."""
        run = self.live.find(run_id)
        return run is not None and run.say(message, at_once=at_once)

    def withdraw(self, run_id: str, message_id: str) -> bool:
        """Remove a message; False if the model was told it, or there is none."""
        run = self.live.find(run_id)
        return run is not None and run.withdraw(message_id)

    async def cancel(self, run_id: str, *, reason: str | None = None) -> Phase:
        """End a run, and say where it stands; one that is over stays as it is.

        A run that a call of another one opened is ended alone.

        Raises:
            BusyError: it is running in another process.
        """
        if run := self.live.find(run_id):
            self.live.cancel(run, reason=reason)
            return run.phase
        parent = parent_of(RunId(run_id))
        if parent is not None and (run := self.live.find(parent)):
            return Phase.CANCELLING if run.cancel_child(run_id) else Phase.DONE
        if not (await self._past(run_id)).is_over:
            raise BusyError(
                english(
                    "the run {run_id!r} is running in another editor or terminal; cancel it there",
                    run_id=run_id,
                )
            )
        return Phase.DONE

    async def stop_command(self, run_id: str, handle: str) -> bool:
        """End a command that a run has in the background; False if there is none.

        The run may be one that a call of another one opened.
        """
        first: RunId | None = RunId(run_id)
        while first is not None:
            if await self.kept.stop(first, handle):
                return True
            first = parent_of(first)
        run = self._under_way(run_id)
        return run is not None and await run.stop_command(RunId(run_id), handle)

    def keep_command(self, run_id: str, handle: str) -> bool:
        """Have such a command go on when its run is over; False if none runs."""
        run = self._under_way(run_id)
        return run is not None and run.keep_command(RunId(run_id), handle)

    def _under_way(self, run_id: str) -> LiveRun | None:
        """The run, or the one here that has opened it."""
        above, run = parent_of(RunId(run_id)), self.live.find(run_id)
        while run is None and above is not None:
            above, run = parent_of(above), self.live.find(above)
        return run

    async def close_folder(self, root: Path) -> None:
        """A folder is closed: its runs end, and nothing of it is shown any more."""
        await self.live.end_in(root)
        await self.kept.end_in(root)
        await self.folders.remove(root)

    async def _past(self, run_id: str) -> PastRun:
        if past := await past_run(run_id, self._homes_of(run_id), self.live.words):
            return past
        raise UnknownRunError(run_id)

    def _homes_of(self, run_id: str) -> Iterator[Path]:
        """Where it may be recorded, the most likely first."""
        yield from self.folders.all_roots()
        yield from self.homes_of_units(RunId(run_id))
