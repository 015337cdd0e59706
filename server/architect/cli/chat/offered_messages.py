"""Messages that waited when the person left a session, kept and offered when it goes on."""

import re
from collections.abc import Iterator, Sequence

from architect.bootstrap.sessions import keep_messages, messages_not_sent
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.quoted_messages import quoted_lines
from architect.domain.errors import PortFault
from architect.domain.ids import SessionId
from architect.domain.text.counted import counted
from architect.lazy_pattern import lazy_pattern

COMMAND = lazy_pattern(r"/[a-z]+(?:\s.*)?", re.DOTALL)
"""A line that is a command and no message."""


def keep_for_next_time(chat: ChatParts, unsent: Sequence[str]) -> Iterator[str]:
    """Keep with the session what was not sent, but no commands; lines that say so."""
    if not unsent:
        return
    yield f"not sent ({counted(len(unsent), 'message')}):"
    yield from quoted_lines(unsent)
    messages = [text for text in unsent if not COMMAND.fullmatch(text)]
    session_id = chat.conversation.session_id
    if session_id is None or not messages:
        return
    try:
        keep_messages(chat.conversation.place.root, session_id, messages)
    except PortFault as fault:
        yield str(fault)
    else:
        yield "  kept with the session, and offered when it goes on"


def offer(chat: ChatParts, session_id: SessionId) -> None:
    """Put what was not sent in a session where it can be sent; it stays kept until then."""
    messages = messages_not_sent(chat.conversation.place.root, session_id)
    if messages:
        chat.offered = session_id
        many = counted(len(messages), "message")
        chat.say(
            f"{many} not sent when the session was left; Enter sends, Ctrl+C clears", "warning"
        )
        chat.terminal.give_back("\n\n".join(messages))


def forget_offered(chat: ChatParts) -> None:
    """A message was sent: what was offered in this session is dealt with."""
    offered = chat.offered
    if offered is None or offered != chat.conversation.session_id:
        return
    chat.offered = None
    try:
        keep_messages(chat.conversation.place.root, offered, ())
    except PortFault as fault:
        chat.say(str(fault), "warning")
