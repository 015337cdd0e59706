"""Messages that nobody has read, kept with their session and offered when that goes on."""

from collections.abc import Iterator, Sequence

from architect.bootstrap.sessions import keep_messages, messages_not_sent
from architect.cli.attached_files import attachable
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.said import Said
from architect.cli.quoted_messages import quoted_lines
from architect.domain.errors import PortFault
from architect.domain.ids import SessionId
from architect.domain.text.counted import counted
from architect.domain.unsent_message import UnsentMessage
from architect.l10n import shown, t
from architect.policy.file_rules import sensitive_files


def keep_for_next_time(chat: ChatParts, unsent: Sequence[Said]) -> Iterator[str]:
    """Keep with the session what was not sent; lines that say so."""
    if not unsent:
        _forget_what_waited(chat)
        return
    yield t("not sent ({messages}):", messages=shown(counted(len(unsent), "message")))
    for said in unsent:
        yield from quoted_lines([said.text])
        yield from (f"    + {line}" for line in said.attached.lines)
    session_id = chat.conversation.session_id
    if session_id is None:
        return
    try:
        keep_messages(chat.conversation.place.root, session_id, list(map(_kept, unsent)))
    except PortFault as fault:
        yield shown(str(fault))
    else:
        yield t("  kept with the session, and offered when it goes on")


def keep_waiting(chat: ChatParts, waiting: Sequence[Said]) -> None:
    """Keep what waits to be read, whatever becomes of this program.

    What comes back into the input stays kept until it is sent, or the person leaves in order.
    """
    session_id = chat.conversation.session_id
    if session_id is not None and (waiting or chat.kept is not None):
        chat.kept = session_id if waiting else None
        _keep(chat, session_id, list(map(_kept, waiting)))


def offer(chat: ChatParts, session_id: SessionId) -> None:
    """Put what was not sent in a session where it can be sent; it stays kept until then."""
    if session_id == chat.kept:  # it stands in the input
        return
    messages = messages_not_sent(chat.conversation.place.root, session_id)
    if not messages:
        return
    chat.offered = session_id
    many = shown(counted(len(messages), "message"))
    chat.say(
        t("{many} not sent when the session ended; Enter sends, Ctrl+C clears", many=many),
        "warning",
    )
    guardrails = chat.conversation.place.config(chat.choices.options).guardrails
    attached, problems = attachable(messages, sensitive_files(guardrails.sensitive_files))
    for problem in problems:
        chat.say(t("not attached any more: {problem}", problem=shown(problem)), "warning")
    chat.attached = attached.with_those_of(chat.attached)
    chat.terminal.give_back([message.text for message in messages])
    if chat.attached.lines:
        chat.say(t("with the next message: {attached}", attached=chat.attached.in_short))


def forget_kept(chat: ChatParts) -> None:
    """A message was sent: what came back, or was offered in this session, is dealt with."""
    _forget_what_waited(chat)
    offered = chat.offered
    if offered is not None and offered == chat.conversation.session_id:
        chat.offered = None
        _keep(chat, offered, ())


def forget_command(chat: ChatParts, command: str) -> None:
    """It is carried out: if it was kept with this session, it is dealt with."""
    session_id = chat.conversation.session_id
    if session_id is None or session_id not in (chat.kept, chat.offered):
        return
    kept = messages_not_sent(chat.conversation.place.root, session_id)
    rest = [message for message in kept if message.text != command]
    if len(rest) < len(kept):
        _keep(chat, session_id, rest)


def _forget_what_waited(chat: ChatParts) -> None:
    kept, chat.kept = chat.kept, None
    if kept is not None:
        _keep(chat, kept, ())


def _keep(chat: ChatParts, session_id: SessionId, messages: Sequence[UnsentMessage]) -> None:
    try:
        keep_messages(chat.conversation.place.root, session_id, messages)
    except PortFault as fault:
        chat.say(shown(str(fault)), "warning")


def _kept(said: Said) -> UnsentMessage:
    attached = said.attached
    texts, images = map(str, attached.text_paths), map(str, attached.image_paths)
    return UnsentMessage(said.text, tuple(texts), tuple(images))
