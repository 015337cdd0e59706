"""A message is sent, with what was attached to it."""

from dataclasses import replace

from architect.cli.attached_files import AttachedFiles
from architect.cli.chat.chat_parts import ChatParts
from architect.cli.chat.offered_messages import forget_kept
from architect.cli.chat.said import Said
from architect.domain.ids import FindingId
from architect.domain.run_request import RunRequest
from architect.domain.text.mentions import mentions_in
from architect.services.mentions.mentioned_text import TERMINAL


async def send(chat: ChatParts, text: str, *, at_once: bool = False) -> None:
    """Have the model read `text`; what was attached stays for the next message if that fails.

    With `at_once` what the step of a run that works is doing ends.

    Raises:
        UserError: the run cannot be started.
    """
    _attach_output(chat, text)
    _say_what_goes_along(chat)
    waits = chat.conversation.is_working
    await chat.conversation.send(Said(text, chat.attached), at_once=at_once)
    if waits:
        chat.attached = AttachedFiles()
    else:
        _was_sent(chat)


async def start(chat: ChatParts, request: RunRequest, *, fixes: tuple[FindingId, ...] = ()) -> None:
    """Start a run of the session for `request`, in the same way; `fixes` as in a conversation.

    Raises:
        UserError: it cannot be started.
    """
    _attach_output(chat, request.task if request.names_in is None else request.names_in)
    _say_what_goes_along(chat)
    texts, images = chat.attached.texts, chat.attached.images
    whole = replace(request, attachments=(*request.attachments, *texts), images=images)
    await chat.conversation.start(whole, fixes=fixes)
    _was_sent(chat)


def _attach_output(chat: ChatParts, text: str) -> None:
    """What the person's last command printed, if `text` names it."""
    names = (mention.written for mention in mentions_in(text))
    if chat.ran is not None and f"@{TERMINAL}" in names:
        chat.attached = chat.attached.with_output(chat.ran.attachment)


def _say_what_goes_along(chat: ChatParts) -> None:
    for line in chat.attached.lines:
        chat.say(f"  + {line}", "dim")


def _was_sent(chat: ChatParts) -> None:
    chat.attached = AttachedFiles()
    forget_kept(chat)
