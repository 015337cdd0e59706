"""What the commands of a conversation work with."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from architect.app.choices import Choices
from architect.cli.answers import is_yes
from architect.cli.attached_files import AttachedFiles
from architect.cli.chat.chat_terminal import ChatTerminal
from architect.cli.chat.conversation import Conversation
from architect.cli.chat.hunk_numbers import HunkNumbers
from architect.cli.chat.users_shell import Ran, UsersShell
from architect.cli.chat.waiting import Waiting
from architect.cli.held_printer import HeldPrinter
from architect.cli.printer import Style
from architect.cli.terminal_approver import TerminalApprover
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import SessionId
from architect.frozen import frozen
from architect.l10n import t


@dataclass(slots=True)
class ChatParts:
    """`attached` goes with the next message. `models` are the names that are known by now, `listed`
    the sessions in the order in which they were shown last. `offered` is the session whose messages
    that were not sent are offered again, `kept` the one with which those are kept that wait now, or
    have come back into the input. By `hunks` undecided changes have numbers. `shell` runs the
    person's own commands, of which `ran` was the last.
    """

    conversation: Conversation
    choices: Choices
    terminal: ChatTerminal
    out: HeldPrinter
    approver: TerminalApprover
    shell: UsersShell
    attached: AttachedFiles = field(default_factory=AttachedFiles)
    models: tuple[str, ...] = ()
    listed: tuple[SessionId, ...] = ()
    offered: SessionId | None = None
    kept: SessionId | None = None
    waiting: Waiting = field(default_factory=Waiting)
    hunks: HunkNumbers = field(default_factory=HunkNumbers)
    ran: Ran | None = None

    async def agrees(self) -> bool:
        """Whether the person says yes to what was asked above."""
        self.terminal.forget()
        with self.out.held() as out:
            return is_yes(await self.terminal.line(t("  yes or no [y/n]: "), out))

    def say(self, text: str, style: Style = "plain") -> None:
        """A line for the person, broken between words."""
        self.out.prose(escape_controls(text), style)

    def lines(self, text: str, style: Style = "plain") -> None:
        """Lines as they are, to be read or copied."""
        self.out.line(escape_controls(text), style)


@frozen(kw_only=True)
class SlashCommand:
    """A command: its `name` without the slash, what follows it, and what it does in a line.

    `completions` are words for what follows. One that `waits` needs the agent to be done: until
    then it waits in the queue. One that `starts_run` has the agent work.
    """

    name: str
    argument: str = ""
    summary: str
    run: Callable[[ChatParts, str], Awaitable[None]]
    completions: Callable[[ChatParts], Sequence[str]] = lambda _: ()
    waits: bool = False
    starts_run: bool = False
