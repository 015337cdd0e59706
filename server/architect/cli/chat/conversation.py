"""One session after the other, each a series of runs of which one works at a time."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.choices import Choices
from architect.app.event_log import EventLog, LoggedEvent
from architect.app.live_run import EngineRun, LiveRun
from architect.app.next_run import NextRun, ends_in_plan, first_run, next_run_of
from architect.app.run_manager import RunManager
from architect.app.run_order import RunOrder, run_order
from architect.app.run_state import Outcome, Phase
from architect.bootstrap.runtime import crash_log, system_clock
from architect.bootstrap.sessions import open_session_of_chat, session_store
from architect.cli.chat.chat_place import ChatPlace
from architect.cli.chat.open_run import RunOpening
from architect.cli.chat.said import Said
from architect.cli.chat.unread import Unread
from architect.domain.errors import UserError
from architect.domain.ids import FindingId, RunId, SessionId
from architect.domain.journal.events import Record
from architect.domain.journal.run_events import UserSaid
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.l10n import english, t
from architect.ports.approver import Approver
from architect.ports.event_sink import EventSink
from architect.services.findings import FindingCollection
from architect.services.sessions import load_session
from architect.services.task_names import shown_title


class StoppedEarlyError(UserError):
    """What was said was stopped before a run began."""


class Audience(Protocol):
    """Who is told how the conversation goes."""

    def began(self, run: LiveRun) -> None:
        """A run works from now on."""
        ...

    def ended(self, run: LiveRun, state: AgentState, unread: list[Said]) -> None:
        """It is over, with this last state; of `unread` the model has read nothing."""
        ...

    def waiting(self, messages: list[Said]) -> None:
        """The messages that wait to be read."""
        ...


class Conversation:
    """`session_id` is None before the first run of a new session."""

    def __init__(
        self,
        place: ChatPlace,
        choices: Choices,
        *,
        approver: Approver,
        sink: Callable[[], EventSink],
        audience: Audience,
        warn: Callable[[str], None],
    ) -> None:
        """`sink` makes what shows the events of one run; `warn` says what is wrong beside them."""
        self.place, self.choices = place, choices
        self.session_id: SessionId | None = None
        self.last_run: RunId | None = None
        self._audience, self._warn = audience, warn
        self._opening = RunOpening(place, approver, sink, warn)
        self._runs = RunManager(self._open, self._live, watch=self, crashes=crash_log())
        self._current: LiveRun | None = None
        self._last = AgentState()
        self._open_session = open_session_of_chat()
        self._known: set[RunId] | None = None
        """The runs of the session that are known here; None until one of it is asked for."""
        self._unread = Unread()
        self._may_start = True

    @property
    def is_working(self) -> bool:
        return self._current is not None

    @property
    def state(self) -> AgentState:
        """That of the run that works, or worked last."""
        return self._current.state if self._current is not None else self._last

    async def send(self, said: Said, *, at_once: bool = False) -> None:
        """Have the model read a message: at the end of the step that works, or in a run of its own.

        With `at_once` what that step is doing ends.

        Raises:
            UserError: the run cannot be started.
        """
        if self._current is None:
            texts, images = said.attached.texts, said.attached.images
            await self.start(RunRequest(said.text, "", attachments=texts, images=images))
            return
        self._unread.post(said, self._current, at_once=at_once)
        self._tell_waiting()

    def hurry(self) -> bool:
        """Have the model read at once what waits: its step ends. False if no message waits."""
        return self._current is not None and self._unread.hurry(self._current)

    def withdraw(self, said: Said) -> bool:
        """Have the model not read a message that waits; False if it has."""
        is_back = self._current is not None and self._unread.withdraw(said, self._current)
        self._tell_waiting()
        return is_back

    async def findings(self) -> FindingCollection:
        """What reviews found in the folder and nobody has dealt with yet.

        Raises:
            CannotStartError: they cannot be read.
        """
        return await self._opening.findings()

    async def start(
        self, request: RunRequest, *, title: str = "", fixes: tuple[FindingId, ...] = ()
    ) -> None:
        """Start a run of the session; without an agent in `request` it has that of before.

        `fixes` are the findings that it is to fix.

        Raises:
            StoppedEarlyError: it was stopped before it began.
            UserError: it cannot be started.
        """
        if self.place.lacks_model:
            raise UserError(english("no model is chosen yet: /model NAME chooses one"))
        following = await self._next()
        self._say_gone_on(following)
        agent = request.agent or self.choices.agent_after(following.agent)
        options = self.choices.options
        order = run_order(
            replace(request, agent=agent),
            following,
            self.place.config(options),
            title=title or request.title or None,
            options=options,
            fixes=fixes,
        )
        before = self.session_id, self.last_run
        self.session_id, self.last_run = order.session_id, order.run_id
        try:
            await self._submit(order)
        except UserError:  # of a run that never began there is no record
            self.session_id, self.last_run = before
            raise
        self._known = {*following.of_work, order.run_id}
        self._open_session.turn_to(self.session_id)

    def _say_gone_on(self, following: NextRun) -> None:
        """Say so where others have gone on in the session since it was looked at here."""
        recorded = set(following.of_work)
        if self._known is not None and not recorded <= self._known:
            self._warn(
                t(
                    "this session has gone on elsewhere since, last with: {task}; "
                    "your message goes behind that",
                    task=shown_title(following.resumed),
                )
            )
        self._known = recorded

    async def _submit(self, order: RunOrder) -> None:
        if not self._may_start:
            raise StoppedEarlyError(english("stopped before it began"))
        run = await self._runs.submit(order)
        if run.outcome is Outcome.CANCELLED and run.state.started is None:
            raise StoppedEarlyError(english("stopped before it began"))

    async def has_plan(self) -> bool:
        """Whether the session ends in a plan that has not been carried out."""
        if self.session_id is None or self._current is not None:
            return False
        return ends_in_plan(await load_session(session_store(self.place.root), self.session_id))

    def let_start(self) -> None:
        """What is said from now on may start a run, whatever was stopped before."""
        self._may_start = True

    async def settled(self) -> None:
        """Wait for the end of a run that has said its last word, or was stopped."""
        run = self._current
        if run is not None and (run.phase is Phase.CANCELLING or run.state.status is not None):
            await run.ended()

    def stop(self) -> bool:
        """End what works, and let nothing start that is on its way; the conversation stays.

        False if nothing works.
        """
        self._may_start = False
        if self._current is None:
            return False
        self._runs.cancel(self._current)
        return True

    def compact(self, focus: str) -> bool:
        """Have the run that works sum up the conversation; False if none does."""
        if self._current is None:
            return False
        self._current.compact(focus)
        return True

    def turn_to(
        self,
        session_id: SessionId | None,
        state: AgentState | None = None,
        *,
        known: Collection[RunId] | None = None,
    ) -> None:
        """Go on in another session, whose last run ended in `state`, or in a new one.

        `known` are its runs of work, where others may add some.

        Raises:
            UserError: a run works.
        """
        self.require_idle()
        self.session_id, self.last_run, self._last = session_id, None, state or AgentState()
        self._known = None if known is None else set(known)
        self._open_session.turn_to(session_id)

    def begun(self) -> SessionId:
        """The session.

        Raises:
            UserError: nothing has been said in it yet.
        """
        if self.session_id is None:
            raise UserError(english("nothing has been said in this session yet"))
        return self.session_id

    def require_idle(self) -> None:
        """
        Raises:
            UserError: a run works.
        """
        if self._current is not None:
            raise UserError(
                english("the agent is working; stop it first (Esc), or wait until it is done")
            )

    async def close(self) -> None:
        """End what works; its record says that it was interrupted."""
        await self._runs.end_all()
        self._open_session.close()
        await self._opening.close()

    def begins(self, run: LiveRun) -> None:
        self._current = run
        self._audience.began(run)

    def ends(self, run: LiveRun, outcome: Outcome) -> None:
        if run.state.started is not None:
            self._last = run.state

    def ended(self, run: LiveRun) -> None:
        self._current = None
        unread = self._unread.clear()
        self._tell_waiting()
        self._audience.ended(run, self._last, unread)

    def show(self, record: Record) -> None:
        """What waited is read."""
        event = record.event
        if isinstance(event, UserSaid) and self._unread.was_read(event.message_id):
            self._tell_waiting()

    def _tell_waiting(self) -> None:
        self._audience.waiting(self._unread.all)

    async def _next(self) -> NextRun:
        if self.session_id is None:
            return replace(first_run(self.place.root, system_clock()), agent=DEFAULT_AGENT)
        taken = [run.run_id for run in self._runs.all()]
        return await next_run_of(self.session_id, [self.place.root], taken=taken)

    async def _open(self, run: LiveRun) -> EngineRun:
        return await self._opening.open(run, self)

    def _live(self, order: RunOrder) -> LiveRun:
        return LiveRun(order, EventLog(order.run_id, _nobody))


def _nobody(_event: LoggedEvent, _droppable: bool) -> None:
    """The events are shown by a sink of their own."""
