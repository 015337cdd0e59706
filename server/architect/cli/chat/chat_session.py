"""A session on a terminal from its first line to its last."""

import asyncio
import re

from architect.app.front_end_words import FrontEndWords
from architect.app.live_run import LiveRun
from architect.app.run_state import Outcome
from architect.bootstrap.runtime import crash_log
from architect.cli.chat.attached_files import AttachedFiles
from architect.cli.chat.canvas import CanvasPrinter
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.chat_place import ChatPlace
from architect.cli.chat.chat_terminal import ChatTerminal
from architect.cli.chat.choice_commands import DO_IT
from architect.cli.chat.choices import Choices
from architect.cli.chat.conversation import Conversation
from architect.cli.chat.folded_calls import FoldedCalls
from architect.cli.chat.markdown_reply import MarkdownReply
from architect.cli.chat.slash_commands import carry_out
from architect.cli.held_printer import HeldPrinter
from architect.cli.human_log import HumanLog, HumanLogOptions
from architect.cli.terminal_approver import TerminalApprover
from architect.domain.errors import ArchitectError
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.lazy_pattern import lazy_pattern
from architect.ports.event_sink import EventSink

_COMMAND = lazy_pattern(r"/[a-z]+(?:\s.*)?", re.DOTALL)
_GOES_ON = (Outcome.COMPLETED, Outcome.BLOCKED)
"""After these, messages that came too late are the next task."""


class ChatSession:
    """Joins terminal and conversation; lines are dealt with one after the other."""

    def __init__(self, terminal: ChatTerminal, place: ChatPlace, choices: Choices) -> None:
        self._terminal, self._place = terminal, place
        self._printer = CanvasPrinter(terminal)
        self.out = HeldPrinter(self._printer)
        self._approver = TerminalApprover(self.out, terminal)
        self._lines: asyncio.Queue[str] = asyncio.Queue()
        self._plan_is_ready = False
        self.conversation = Conversation(
            place, choices, approver=self._approver, sink=self._log, audience=self
        )
        self.chat = ChatParts(self.conversation, choices, terminal, self.out)

    async def talk(self, first: str) -> None:
        """Until the person ends it; `first` is said at once, if there is something."""
        self._show_status()
        dealing = asyncio.create_task(self._deal_with_lines())
        if first:
            self.said(first)
        try:
            await self._terminal.serve(self)
        finally:
            dealing.cancel()
            await asyncio.wait([dealing])
            await self.conversation.close()

    def said(self, text: str) -> None:
        self._lines.put_nowait(text)

    def stop(self) -> bool:
        return self.conversation.stop()

    def began(self, run: LiveRun) -> None:
        self._plan_is_ready = False
        self._terminal.working(True)

    def ended(self, run: LiveRun, state: AgentState, unread: list[str]) -> None:
        self._printer.close()
        if run.error and state.error is None:
            self.chat.say(f"error: {run.error}", "bad")
        started = state.started
        if started is not None and started.agent == "plan" and state.status is Status.SUCCESS:
            self._plan_is_ready = True
            self.chat.say("`do it` carries the plan out; or say what to change", "good")
        self._show_status(state)
        self._terminal.working(False)
        if unread and run.outcome in _GOES_ON:
            self.said("\n\n".join(unread))
        elif unread:
            self._terminal.give_back("\n\n".join(unread))

    def waiting(self, messages: list[str]) -> None:
        self._terminal.queued(messages)

    async def _deal_with_lines(self) -> None:
        while True:
            text = await self._lines.get()
            try:
                await self._deal_with(text)
            except ArchitectError as error:
                self.chat.say(f"error: {error}", "bad")
            except Exception as bug:  # noqa: BLE001 - the fence of one line: the session goes on
                where = crash_log().keep(bug)
                self.chat.say(f"a bug in architect; details in {where}", "bad")
            if not self.conversation.is_working:
                self._show_status()
                self._terminal.working(False)

    async def _deal_with(self, text: str) -> None:
        await self.conversation.settled()
        if _COMMAND.fullmatch(text) or not self.conversation.is_working:
            self._terminal.echo(text)
        if _COMMAND.fullmatch(text):
            await carry_out(self.chat, text)
        elif self._plan_is_ready and text.strip().lower() in DO_IT:
            await carry_out(self.chat, "/do")
        else:
            attached, self.chat.attached = self.chat.attached, AttachedFiles()
            for line in attached.lines:
                self.chat.say(f"  + {line}", "dim")
            await self.conversation.send(text, attached)

    def _log(self) -> EventSink:
        """What shows one run."""
        reply = MarkdownReply(self.out, self._printer, name=self._terminal.reply_name)
        calls = FoldedCalls(self._approver.asked, self.out.thinking)
        words = FrontEndWords({"llm.api_base": "--api-base"} if self._place.flags else {})
        options = HumanLogOptions(heads=False, words=words)
        return HumanLog(self.out, options, calls=calls, reply=reply)

    def _show_status(self, state: AgentState | None = None) -> None:
        choices = self.chat.choices
        shown = state or self.conversation.state
        model = choices.model or shown.model or self._model()
        parts = [model, choices.mode or "ask"]
        if choices.agent:
            parts.append(choices.agent)
        if shown.started is not None:
            spending = shown.session_spending
            parts.append(
                "price unknown" if spending.unpriced_calls else f"${spending.cost_usd:.4f}"
            )
            parts.append(f"context {shown.context_percent} %")
        self._terminal.status(" · ".join(parts))

    def _model(self) -> str:
        try:
            return self._place.config(self.chat.choices.options).llm.model
        except ArchitectError:
            return "no model"
