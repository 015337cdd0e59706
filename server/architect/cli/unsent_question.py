"""Messages that nobody has sent in a session, offered when it is resumed for one task."""

import asyncio
from pathlib import Path

from architect.app.next_run import task_to_go_on
from architect.bootstrap.sessions import keep_messages, messages_not_sent
from architect.cli.answer_reader import DescriptorReader
from architect.cli.answers import is_yes
from architect.cli.attached_files import AttachedFiles, attachable
from architect.cli.printer import Printer
from architect.cli.quoted_messages import quoted_lines
from architect.domain.errors import PortFault
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import SessionId
from architect.domain.text.counted import counted
from architect.domain.unsent_message import UnsentMessage
from architect.frozen import frozen
from architect.l10n import shown, t
from architect.policy.file_rules import FileRules


@frozen
class Unsent:
    """What waits in one session; commands are for a conversation alone, and stay."""

    root: Path
    session_id: SessionId
    messages: tuple[UnsentMessage, ...]
    commands: tuple[UnsentMessage, ...]


async def unsent_in(root: Path, session_id: SessionId) -> Unsent:
    """What waits there, if anything."""
    waiting = await asyncio.to_thread(messages_not_sent, root, session_id)
    if not waiting:  # as nearly always: all commands of a conversation need not be imported
        return Unsent(root, session_id, (), ())
    from architect.cli.chat.slash.slash_commands import is_command

    commands = tuple(each for each in waiting if is_command(each.text))
    messages = tuple(each for each in waiting if each not in commands)
    return Unsent(root, session_id, messages, commands)


async def task_with_unsent(
    task: str, unsent: Unsent, *, secrets: FileRules, terminal: int | None, printer: Printer
) -> tuple[str, AttachedFiles]:
    """The messages that wait instead of a `task` without words of its own, if the person agrees.

    With what was to go along. Where nobody can be asked, or there is a task, a line says that they
    wait.
    """
    if not unsent.messages:
        return task, AttachedFiles()
    many = shown(counted(len(unsent.messages), "message"))
    if terminal is None or task != task_to_go_on():
        printer.prose(
            t(
                "architect: {many} of this session not sent; `architect chat --resume "
                "{session_id}` offers them",
                many=many,
                session_id=unsent.session_id,
            )
        )
        return task, AttachedFiles()
    attached, problems = attachable(unsent.messages, secrets)
    printer.line(t("? Send what was not sent when the session ended ({many})?", many=many), "title")
    for line in quoted_lines(each.text for each in unsent.messages):
        printer.line(line)
    for line in attached.lines:
        printer.line(f"    + {line}")
    for problem in problems:
        printer.prose(
            escape_controls(t("    not attached any more: {problem}", problem=shown(problem))),
            "warning",
        )
    if not await _agrees(terminal, printer):
        return task, AttachedFiles()
    await _forget_messages(unsent, printer)
    return "\n\n".join(each.text for each in unsent.messages), attached


async def _agrees(terminal: int, printer: Printer) -> bool:
    reader = DescriptorReader(terminal)
    reader.forget()
    answer = await reader.line(t("  y to send it, n to continue without it: "), printer)
    return is_yes(answer)


async def _forget_messages(unsent: Unsent, printer: Printer) -> None:
    try:
        await asyncio.to_thread(keep_messages, unsent.root, unsent.session_id, unsent.commands)
    except PortFault as fault:
        printer.line(escape_controls(f"architect: {shown(str(fault))}"), "warning")
