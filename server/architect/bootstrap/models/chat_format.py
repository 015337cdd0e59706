"""Conversations and replies in the chat format of OpenAI, for whoever reaches a model by itself."""

from collections.abc import Iterable, Mapping
from typing import Any

from architect.domain.messages import Message
from architect.domain.model_exchange import ModelReply


def chat_messages(messages: Iterable[Message]) -> list[dict[str, Any]]:
    """The conversation as it is sent; see `adapters.models.chat.wire_messages`."""
    from architect.adapters.models.chat.wire_messages import wire_messages

    return wire_messages(tuple(messages))


def chat_reply(message: Mapping[str, Any], *, finish: object, usage: object) -> ModelReply:
    """The reply in a whole `message`; see `adapters.models.chat.reply_assembler`.

    Raises:
        StreamCutError: `finish` is no reason to end a reply.
        GarbledReplyError: it is no reply.
    """
    from architect.adapters.models.chat.reply_assembler import ReplyAssembler

    assembler = ReplyAssembler(lambda _: None)
    assembler.feed({"choices": [{"message": message, "finish_reason": finish}], "usage": usage})
    return assembler.reply(ended=True)


def says_too_long(text: str) -> bool:
    """Whether these words of a provider say that the request is longer than its context."""
    from architect.adapters.models.faults.context_overflow import is_context_overflow

    return is_context_overflow(text)


def in_brief(text: str) -> str:
    """Words of a provider on one line of bounded length."""
    from architect.adapters.models.faults.provider_faults import in_brief as shortened

    return shortened(text)
