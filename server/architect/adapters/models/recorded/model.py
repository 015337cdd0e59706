"""A model that says what it was told to say, and checks what it is asked."""

import asyncio
import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from architect.adapters.models.recorded.script import ScriptedReply
from architect.domain.errors import (
    AuthenticationFailedError,
    ConnectionFailedError,
    ContextOverflowError,
    GarbledReplyError,
    ModelFault,
    ModelTimeoutError,
    RateLimitedError,
    RequestRejectedError,
    StreamCutError,
    UnavailableError,
    UserError,
)
from architect.domain.ids import CallId
from architect.domain.messages import (
    AssistantMessage,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from architect.domain.model_exchange import (
    FinishReason,
    ModelReply,
    ModelRequest,
    ReasoningDelta,
    TextDelta,
)
from architect.l10n import english
from architect.ports.model import ProgressListener

FAULTS: dict[str, Callable[[str], ModelFault]] = {
    "rate_limited": RateLimitedError,
    "unavailable": UnavailableError,
    "connection": ConnectionFailedError,
    "timeout": ModelTimeoutError,
    "stream_cut": StreamCutError,
    "garbled": GarbledReplyError,
    "auth": AuthenticationFailedError,
    "context_overflow": ContextOverflowError,
    "rejected": RequestRejectedError,
}


class OrphanCallError(AssertionError):
    """A request in which calls and results do not belong together; no provider would take it."""


class ScriptedModel:
    """Answers each request with the next of `replies`; `requests` holds what it was asked.

    Raises:
        UserError: a reply names a fault that does not exist.
    """

    def __init__(self, replies: Iterable[ScriptedReply], *, name: str = "recorded/script") -> None:
        self.requests: list[ModelRequest] = []
        self.closed = False
        self._replies = tuple(replies)
        self._name = name
        self._numbers = itertools.count(1)
        for reply in self._replies:
            if reply.fault is not None and reply.fault not in FAULTS:
                raise UserError(
                    english(
                        "the script {name!r} has the fault {fault!r}, known are {faults}",
                        name=name,
                        fault=reply.fault,
                        faults=", ".join(FAULTS),
                    )
                )

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        check_conversation(request.messages)
        self.requests.append(request)
        turn = len(self.requests)
        if turn > len(self._replies):
            raise RequestRejectedError(
                english(
                    "the recorded script {name} has only {replies} replies",
                    name=self._name,
                    replies=len(self._replies),
                )
            )
        reply = self._replies[turn - 1]
        if reply.delay_s:
            await asyncio.sleep(reply.delay_s)
        for word in _words(reply.reasoning):
            on_progress(ReasoningDelta(word))
        for word in _words(reply.text):
            on_progress(TextDelta(word))
        if reply.fault is not None:
            raise _fault(reply.fault, reply.retry_after_s)
        return self._finished(reply, request)

    async def aclose(self) -> None:
        self.closed = True

    def _finished(self, reply: ScriptedReply, request: ModelRequest) -> ModelReply:
        taken = {call.id for call in _calls(request.messages)}
        calls = tuple(
            ToolCall(CallId(call.id or self._new_id(taken)), call.name, call.arguments)
            for call in reply.calls
        )
        fitting = FinishReason.TOOL_CALLS if calls else FinishReason.STOP
        finish = reply.finish or fitting
        return ModelReply(reply.text, calls, finish, reply.usage, reasoning=reply.reasoning)

    def _new_id(self, taken: set[CallId]) -> str:
        # A resumed session brings along the ids of the model that came before.
        return next(new for n in self._numbers if (new := f"call_{n}") not in taken)


def _words(text: str) -> list[str]:
    """`text` in pieces, each with the space behind it."""
    return re.findall(r"\S+\s*|\s+", text)


def check_conversation(messages: Sequence[Message]) -> None:
    """Make sure that a provider would take `messages`.

    Raises:
        OrphanCallError: the first message is not the system message, or a call does not have
            exactly one result right after the message it stands in.
    """
    if not messages or not isinstance(messages[0], SystemMessage):
        raise OrphanCallError("the first message is not the system message")
    waiting: list[CallId] = []
    for message in messages:
        if isinstance(message, ToolMessage):
            if message.call_id not in waiting:
                raise OrphanCallError(
                    f"a result without a call, or a second one: {message.call_id!r}"
                )
            waiting.remove(message.call_id)
            continue
        _refuse_waiting(waiting)
        if isinstance(message, AssistantMessage):
            waiting = [call.id for call in message.calls]
    _refuse_waiting(waiting)
    _refuse_repeated([call.id for call in _calls(messages)])


def _refuse_waiting(waiting: Sequence[CallId]) -> None:
    if waiting:
        raise OrphanCallError(f"calls without a result: {', '.join(map(repr, waiting))}")


def _refuse_repeated(ids: Sequence[CallId]) -> None:
    repeated = sorted(call_id for call_id, count in Counter(ids).items() if count > 1)
    if repeated:
        raise OrphanCallError(f"calls with the same id: {', '.join(map(repr, repeated))}")


def _calls(messages: Sequence[Message]) -> list[ToolCall]:
    return [
        call
        for message in messages
        if isinstance(message, AssistantMessage)
        for call in message.calls
    ]


def _fault(kind: str, retry_after_s: float | None) -> ModelFault:
    fault = FAULTS[kind](english("the script asks for the fault {kind!r}", kind=kind))
    if isinstance(fault, RateLimitedError | UnavailableError):
        fault.retry_after_s = retry_after_s
    return fault
