"""Messages that waited when the person left a session, kept and offered when it goes on."""

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


def offer(chat: ChatParts, session_id: SessionId) -> None:
    """Put what was not sent in a session where it can be sent; it stays kept until then."""
    messages = messages_not_sent(chat.conversation.place.root, session_id)
    if not messages:
        return
    chat.offered = session_id
    many = shown(counted(len(messages), "message"))
    chat.say(
        t("{many} not sent when the session was left; Enter sends, Ctrl+C clears", many=many),
        "warning",
    )
    guardrails = chat.conversation.place.config(chat.choices.options).guardrails
    attached, problems = attachable(messages, sensitive_files(guardrails.sensitive_files))
    for problem in problems:
        chat.say(t("not attached any more: {problem}", problem=shown(problem)), "warning")
    chat.attached = attached.with_those_of(chat.attached)
    chat.terminal.give_back([message.text for message in messages])
    if chat.attached.lines:
        chat.say(t("with the next message: {attached}", attached="; ".join(chat.attached.lines)))


def forget_offered(chat: ChatParts) -> None:
    """A message was sent: what was offered in this session is dealt with."""
    offered = chat.offered
    if offered is None or offered != chat.conversation.session_id:
        return
    chat.offered = None
    try:
        keep_messages(chat.conversation.place.root, offered, ())
    except PortFault as fault:
        chat.say(shown(str(fault)), "warning")


def _kept(said: Said) -> UnsentMessage:
    attached = said.attached
    texts, images = map(str, attached.text_paths), map(str, attached.image_paths)
    return UnsentMessage(said.text, tuple(texts), tuple(images))
