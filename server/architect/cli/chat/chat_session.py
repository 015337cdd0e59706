"""A session on a terminal from its first line to its last."""

import asyncio
import contextlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from architect.app.choices import Choices
from architect.app.front_end_words import FrontEndWords
from architect.app.live_run import LiveRun
from architect.app.run_state import Outcome, goes_on
from architect.bootstrap.runtime import crash_log
from architect.cli.attached_files import AttachedFiles
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.chat_place import ChatPlace
from architect.cli.chat.chat_terminal import ChatTerminal
from architect.cli.chat.conversation import Conversation, StoppedEarlyError
from architect.cli.chat.error_lines import error_lines, model_problem_lines
from architect.cli.chat.folded_calls import FoldedCalls
from architect.cli.chat.offered_messages import forget_command
from architect.cli.chat.outcome_lines import ContextWarning, outcome_lines
from architect.cli.chat.own_command import is_own_command, run_own_command
from architect.cli.chat.said import Said
from architect.cli.chat.sending import send
from architect.cli.chat.slash.choice_commands import DO_IT
from architect.cli.chat.slash.queue_commands import back_into_input, show_waiting, withdraw
from architect.cli.chat.slash.slash_commands import (
    carry_out,
    has_words,
    is_command,
    is_unknown,
    starts_run,
    waits,
)
from architect.cli.chat.status_line import status_line
from architect.cli.chat.users_shell import UsersShell
from architect.cli.held_printer import HeldPrinter
from architect.cli.human_log import HumanLog
from architect.cli.human_log_options import HumanLogOptions
from architect.cli.markdown.canvas import CanvasPrinter
from architect.cli.markdown.reply import MarkdownReply
from architect.cli.terminal_approver import TerminalApprover
from architect.domain.errors import ArchitectError
from architect.domain.journal.state import AgentState
from architect.l10n import shown, t
from architect.ports.event_sink import EventSink


class ChatSession:
    """Joins terminal and conversation; lines are dealt with one after the other."""

    def __init__(self, terminal: ChatTerminal, place: ChatPlace, choices: Choices) -> None:
        self._terminal, self._place = terminal, place
        self._printer = CanvasPrinter(terminal)
        self.out = HeldPrinter(self._printer)
        self._approver = TerminalApprover(self.out, terminal)
        self._lines: asyncio.Queue[Said] = asyncio.Queue()
        self._lines_heard = 0
        self._under_way = ""
        """The line that is dealt with."""
        self._context_warning = ContextWarning()
        self._reply: MarkdownReply | None = None
        """What shows the replies of the run that works, or worked last."""
        self._unsent: list[Said] | None = None
        """Once the person leaves: what nobody has read."""
        self.conversation = Conversation(
            place,
            choices,
            approver=self._approver,
            sink=self._log,
            audience=self,
            warn=lambda problem: self.chat.say(problem, "warning"),
        )
        shell = UsersShell(place.root, os.environ)
        self.chat = ChatParts(self.conversation, choices, terminal, self.out, self._approver, shell)

    async def talk(self, first: str) -> list[Said]:
        """Until the person ends it; `first` is said at once, if there is something.

        It gives the messages and commands that wait then, and that nobody will read.
        """
        self._show_status()
        dealing = asyncio.create_task(self._deal_with_lines())
        looking = asyncio.create_task(self._look_at_model())
        if first:
            self._hear(Said(first))
        try:
            await self._terminal.serve(self)
        finally:
            for task in (dealing, looking):
                task.cancel()
            await asyncio.wait([dealing, looking])
            unsent = self._unsent = self._drafts()
            await self.conversation.close()
            self._give_back_lines()
        return unsent

    def said(self, text: str, *, is_typed: bool = True) -> None:
        is_first = self._lines.empty() and not self._under_way
        self._hear(Said(text, is_typed=is_typed and is_first))

    def _hear(self, said: Said) -> None:
        self._lines_heard += 1
        if self.chat.shell.is_running:
            self.chat.waiting.commands.append(said)
            show_waiting(self.chat)
        else:
            self._lines.put_nowait(said)

    def _drafts(self) -> list[Said]:
        """What stands in the input; what is attached goes with the first message there."""
        drafts = list(map(Said, self._terminal.drafts()))
        first = next((n for n, each in enumerate(drafts) if not is_command(each.text)), None)
        if first is not None:
            drafts[first] = replace(drafts[first], attached=self.chat.attached)
        return drafts

    def stop(self) -> bool:
        if self.chat.shell.stop():
            return True
        works = self.conversation.stop()
        line = self._under_way
        return self._give_back_lines() or works or (line != "" and starts_run(line))

    def hurry(self) -> None:
        self.conversation.hurry()

    def withdraw(self) -> None:
        if waiting := self.chat.waiting.all:
            withdraw(self.chat, waiting[-1])

    def began(self, run: LiveRun) -> None:
        self._terminal.working(True)

    def ended(self, run: LiveRun, state: AgentState, unread: list[Said]) -> None:
        if self._unsent is not None:
            self._say_stopped(run.state)
        else:
            self._say_ended(run, state)
        self._continue_with(unread, run.outcome)

    def _say_stopped(self, state: AgentState) -> None:
        """The person leaves: show what had come of a reply, and say that it ends there.

        Of a run that was stopped before that, its last event says how it ended.
        """
        if self._reply is not None:
            self._reply.end_line()
        self._printer.close()
        if state.status is None:
            self.chat.say(t("stopped: the agent was working when you left"), "warning")

    def _say_ended(self, run: LiveRun, state: AgentState) -> None:
        self._printer.close()
        if run.state.started is not None:  # why another one cannot start is raised
            for line, style in outcome_lines(run, state):
                self.chat.say(line, style)
            if warning := self._context_warning.line(state):
                self.chat.say(warning, "warning")
        self._show_status(state)
        self._terminal.working(False)

    def waiting(self, messages: list[Said]) -> None:
        self.chat.waiting.messages = messages
        show_waiting(self.chat)

    def _continue_with(self, unread: list[Said], outcome: Outcome | None) -> None:
        """Deal with what waited for the end of a run; after a stop it is up to the person."""
        waiting = self.chat.waiting
        commands, waiting.commands = waiting.commands, []
        show_waiting(self.chat)
        messages = [_in_one(unread)] if unread else []
        if self._unsent is not None:
            self._give_back([*unread, *commands])
        elif goes_on(outcome):
            self._hear_all([*messages, *commands])
        elif outcome is Outcome.CANCELLED:
            self._give_back([*messages, *commands])
        else:
            self._give_back(messages)
            self._hear_all(commands)

    def _hear_all(self, lines: Iterable[Said]) -> None:
        for said in lines:
            self._hear(said)

    def _give_back(self, lines: Sequence[Said]) -> None:
        if self._unsent is not None:
            self._unsent += lines
        else:
            back_into_input(self.chat, lines)

    def _give_back_lines(self) -> bool:
        """Those that nobody has dealt with yet; False if there are none."""
        lines: list[Said] = []
        while not self._lines.empty():
            lines.append(self._lines.get_nowait())
        self._give_back(lines)
        return bool(lines)

    async def _deal_with_lines(self) -> None:
        while True:
            self._under_way = ""
            said = await self._lines.get()
            self._under_way = said.text
            self.conversation.let_start()
            try:
                await self._deal_with(said)
            except StoppedEarlyError as stopped:
                self.chat.say(shown(str(stopped)), "dim")
                self._give_back([Said(said.text)])  # what goes along waits already
            except ArchitectError as error:
                for line in error_lines(error):
                    self.chat.say(line, "bad")
                if self._is_to_correct(said.text):
                    self._terminal.give_back([said.text])
            except Exception as bug:  # noqa: BLE001 - the fence of one line: the session goes on
                where = crash_log().keep(bug)
                self.chat.say(t("a bug in architect; details in {where}", where=where), "bad")
            if not self.conversation.is_working:
                self._show_status()
                self._terminal.working(False)

    async def _run_own(self, said: Said) -> None:
        """Run the person's own command; what was said meanwhile follows, or comes back."""
        is_over = False
        try:
            is_over = await run_own_command(self.chat, said.text, is_typed=said.is_typed)
        finally:
            waiting = self.chat.waiting
            later, waiting.commands = waiting.commands, []
            show_waiting(self.chat)
            if is_over:
                self._hear_all(later)
            else:
                self._give_back(later)

    def _is_to_correct(self, line: str) -> bool:
        """Whether what could not be done comes back: a message, a task, or a name to correct."""
        if not is_command(line):
            return True
        if is_unknown(line):  # sent again as it is, it fails again
            return self._terminal.draws_anew
        return starts_run(line) and has_words(line)

    async def _look_at_model(self) -> None:
        """Say what is missing before the first message does, if that is known by then."""
        with contextlib.suppress(ArchitectError):  # of what is wrong the first message tells
            llm = self._place.config(self.chat.choices.options).llm
            lines = await asyncio.to_thread(model_problem_lines, llm, self._place.api_key)
            if lines and self._lines_heard == 0:
                for line in lines:
                    self.chat.say(line, "warning")

    async def _deal_with(self, said: Said) -> None:
        text = "/help" if said.text.strip() == "?" else said.text
        await self.conversation.settled()
        if is_command(text) and waits(text) and self.conversation.is_working:
            self.chat.waiting.commands.append(Said(text))
            show_waiting(self.chat)
            return
        if is_command(text) or not self.conversation.is_working:
            self._terminal.echo(text)
        self.chat.attached = said.attached.with_those_of(self.chat.attached)
        if is_own_command(text):
            forget_command(self.chat, text)
            await self._run_own(said)
        elif is_command(text):
            forget_command(self.chat, text)
            await carry_out(self.chat, text)
        elif text.strip().lower() in DO_IT and await self.conversation.has_plan():
            await carry_out(self.chat, "/do")
        else:
            await send(self.chat, text)

    def _log(self) -> EventSink:
        """What shows one run."""
        reply = MarkdownReply(self.out, self._printer, name=self._terminal.reply_name)
        self._reply = reply
        draws_anew = self._terminal.draws_anew
        calls = FoldedCalls(self._approver.asked, says_what_prints=draws_anew)
        options = HumanLogOptions(heads=False, words=FrontEndWords(self._place.words))
        return HumanLog(self.out, options, calls=calls, reply=reply)

    def _show_status(self, ended: AgentState | None = None) -> None:
        self._terminal.status(status_line(self.conversation, self.chat.choices, ended))


def _in_one(messages: Sequence[Said]) -> Said:
    attached = AttachedFiles()
    for each in messages:
        attached = attached.with_those_of(each.attached)
    return Said("\n\n".join(each.text for each in messages), attached)
