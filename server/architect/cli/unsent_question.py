"""Messages that nobody has sent in a session, offered when it is resumed for one task."""

import asyncio
from pathlib import Path

from architect.app.next_run import task_to_go_on
from architect.bootstrap.sessions import keep_messages, messages_not_sent
from architect.cli.answer_reader import DescriptorReader
from architect.cli.printer import Printer
from architect.cli.quoted_messages import quoted_lines
from architect.domain.errors import PortFault
from architect.domain.escape_controls import escape_controls
from architect.domain.ids import SessionId
from architect.domain.text.counted import counted
from architect.frozen import frozen


@frozen
class Unsent:
    """The messages of one session."""

    root: Path
    session_id: SessionId
    messages: tuple[str, ...]


async def unsent_in(root: Path, session_id: SessionId) -> Unsent:
    """What waits there, if anything."""
    return Unsent(root, session_id, await asyncio.to_thread(messages_not_sent, root, session_id))


async def task_with_unsent(
    task: str, unsent: Unsent, *, terminal: int | None, printer: Printer
) -> str:
    """The messages that wait instead of a `task` without words of its own, if the person agrees.

    Where nobody can be asked, or there is a task, a line says that they wait.
    """
    if not unsent.messages:
        return task
    many = counted(len(unsent.messages), "message")
    if terminal is None or task != task_to_go_on():
        printer.prose(
            f"architect: {many} of this session not sent; "
            f"`architect chat --resume {unsent.session_id}` offers them"
        )
        return task
    printer.line(f"? Send what was not sent when the session ended ({many})?", "title")
    for line in quoted_lines(unsent.messages):
        printer.line(line)
    reader = DescriptorReader(terminal)
    reader.forget()
    answer = await reader.line("  y to send it, n to continue without it: ", printer)
    if answer.strip().lower() not in ("y", "yes"):
        return task
    try:
        await asyncio.to_thread(keep_messages, unsent.root, unsent.session_id, ())
    except PortFault as fault:
        printer.line(escape_controls(f"architect: {fault}"), "warning")
    return "\n\n".join(unsent.messages)
