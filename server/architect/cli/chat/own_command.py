"""A line that begins with an exclamation mark: a command of the person's own.

Nothing else runs like that: what was not typed just now and alone, or hides a part of itself, is
shown and asked about first.
"""

from collections.abc import Sequence

from architect.cli.answers import is_yes
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.users_shell import Ran, short_name
from architect.domain.escape_controls import escape_controls
from architect.l10n import t

OWN_COMMAND = "!"
_LONGEST_UNASKED = 500


def is_own_command(line: str) -> bool:
    return line.startswith(OWN_COMMAND) and bool(line[1:].strip())


async def run_own_command(chat: ChatParts, line: str, *, is_typed: bool) -> bool:
    """Run it, and have what it prints go with the next message; whether it came to its end.

    Raises:
        UserError: it cannot be started.
    """
    command = line.removeprefix(OWN_COMMAND).strip()
    if not (is_typed and _is_seen_whole(command)) and not await _is_wanted(chat, command):
        chat.say(t("nothing was run; a space before the ! makes it a message"))
        return True

    title = f"$ {short_name(command)}"

    def going_on(last: str) -> None:
        if chat.terminal.draws_anew and not chat.conversation.is_working:
            text = f"{title} · {escape_controls(last)}" if last else title
            chat.terminal.activity(text, is_timed=True)

    async def show(lines: Sequence[str], last: str) -> None:
        await chat.out.released()
        if lines:
            chat.lines("\n".join(lines), "output")
        going_on(last)
        await chat.terminal.drained()

    chat.terminal.working(True)
    going_on("")
    ran = chat.ran = await chat.shell.run(command, show)
    chat.attached = chat.attached.with_output(ran.attachment)
    _say_ended(chat, ran)
    return ran.exit_code is not None


def _is_seen_whole(command: str) -> bool:
    hides_nothing = command.isprintable() and escape_controls(command) == command
    return hides_nothing and len(command) <= _LONGEST_UNASKED


async def _is_wanted(chat: ChatParts, command: str) -> bool:
    async with chat.approver.turn() as (out, reader):
        out.line(t("? Run this in your shell?"), "title")
        for each in command.split("\n"):
            out.line(f"    {escape_controls(each)}")
        out.prose(t("  (it was not typed just now as one line)"))
        reader.forget()
        return is_yes(await reader.line(t("  yes or no [y/n]: "), out))


def _say_ended(chat: ChatParts, ran: Ran) -> None:
    if ran.exit_code is None:
        chat.say(t("stopped"), "warning")
    elif ran.has_failed:
        chat.say(t("exit code {code}; /fix has it fixed", code=ran.exit_code), "bad")
    told = t("with the next message: {attached}", attached=chat.attached.in_short)
    chat.say(told, "dim")
