"""One session of a client: what was chosen in it, and the run that works."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from architect.acp.session_options import FIRST_MODE, config_options
from architect.acp.session_updates import MOST_OUTPUT
from architect.app.choices import Choices
from architect.app.live_run import LiveRun
from architect.app.next_run import NextRun
from architect.app.workflows.manager import LiveWorkflow
from architect.app.workflows.workflow_note import WorkflowNote, undone
from architect.bootstrap.settings import Settings, editor_settings, option_flags
from architect.config.schema import Config
from architect.domain.ids import CallId, SessionId
from architect.domain.journal.call_events import (
    ToolDecided,
    ToolFinished,
    ToolOutput,
    ToolRequested,
)
from architect.domain.journal.events import Record
from architect.domain.text.terminal_screen import as_a_terminal_shows
from architect.domain.user_questions import ASK_USER


def _first_choices() -> Choices:
    return Choices(mode=FIRST_MODE)


@dataclass(slots=True)
class AcpSession:
    """`first` is its first run, until that has begun; `mcp` the servers that the client gave it.

    `models` are the names of those that can be used, once their providers have named them. Prompts
    begin one at a time, `beginning` held; each `cancels` those that have not begun yet. `workflow`
    goes on here, and `of_workflow` are the sessions in which the last one changed files, newest
    first, until another run follows. `notes` are what the model has yet to be told of them.
    """

    session_id: SessionId
    root: Path
    first: NextRun | None = None
    mcp: Mapping[str, Any] = field(default_factory=dict[str, Any])
    choices: Choices = field(default_factory=_first_choices)
    models: tuple[str, ...] = ()
    run: LiveRun | None = None
    workflow: LiveWorkflow | None = None
    of_workflow: tuple[SessionId, ...] = ()
    notes: tuple[WorkflowNote, ...] = ()
    beginning: asyncio.Lock = field(default_factory=asyncio.Lock)
    cancels: int = 0
    told: set[str] = field(default_factory=set[str])

    @property
    def begun_id(self) -> SessionId | None:
        """Its id, if there is a record of it."""
        return None if self.first is not None else self.session_id

    @property
    def is_working(self) -> bool:
        """Whether something goes on in it, or begins."""
        return bool(self.run or self.workflow or self.beginning.locked())

    def settings(self) -> Settings:
        """The configuration of now, with what was chosen.

        Raises:
            ConfigError: something is wrong in one of its layers.
        """
        options = option_flags(self.choices.options)
        flags = {key: value for key, value in options.items() if value is not None}
        return editor_settings(self.root, self.mcp, flags)

    def config(self) -> Config:
        return self.settings().config

    def options(self) -> list[dict[str, Any]]:
        """What can be chosen in it besides the mode, as a client is told."""
        return config_options(self.choices, self.config().llm.model, self.models)

    def undid_workflow(self) -> None:
        """The model is told that nothing of the last workflow is in the files any more."""
        self.notes = (*self.notes[:-1], *map(undone, self.notes[-1:]))

    def once(self, line: str) -> bool:
        """Whether the user has not been told `line` yet."""
        is_new = line not in self.told
        self.told.add(line)
        return is_new


class CallBook:
    """A sink that knows which calls wait for a decision, and what each has said so far."""

    def __init__(
        self,
        show_output: Callable[[CallId, str], None],
        *,
        grows: Callable[[CallId], bool],
        now: Callable[[], float],
    ):
        """Of a call that `grows` only what is new is shown, of others all that they said."""
        self._show_output, self._grows, self._now = show_output, grows, now
        self._waiting: dict[CallId, str] = {}
        self._said: dict[CallId, str] = {}
        self._shown_at: dict[CallId, float] = {}

    def waiting_call(self, tool: str) -> CallId | None:
        """The call of that tool about which somebody is asked; None if there is none."""
        return next((call for call, name in self._waiting.items() if name == tool), None)

    def show(self, record: Record) -> None:
        match record.event:
            case ToolRequested(call_id=call_id, name=name):
                self._waiting[call_id] = name
            case ToolDecided(call_id=call_id, name=name) if name != ASK_USER:
                self._waiting.pop(call_id, None)
            case ToolOutput(call_id=call_id, text=text):
                self._hear(call_id, text)
            case ToolFinished(call_id=call_id):
                if self._grows(call_id) and self._said.get(call_id):
                    self._show_output(call_id, self._said[call_id])
                for book in (self._waiting, self._said, self._shown_at):
                    book.pop(call_id, None)
            case _:
                pass

    def _hear(self, call_id: CallId, text: str) -> None:
        said = self._said[call_id] = _end_of(self._said.get(call_id, "") + text)
        if self._now() - self._shown_at.get(call_id, 0.0) >= _BETWEEN_S:
            self._shown_at[call_id] = self._now()
            grows = self._grows(call_id)
            self._show_output(call_id, said if grows else as_a_terminal_shows(said))
            if grows:
                self._said[call_id] = ""


_BETWEEN_S = 0.25
"""Each update of a call has all of its output, so not each line is one."""


def _end_of(text: str) -> str:
    return text if len(text) <= MOST_OUTPUT else f"[...]\n{text[-MOST_OUTPUT:]}"
