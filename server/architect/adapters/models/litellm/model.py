"""A model of any provider, through LiteLLM."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Mapping
from typing import Any, Literal

from architect.adapters.models.chat.dialect import ChatDialect, after_refusal
from architect.adapters.models.chat.reply_assembler import ReplyAssembler
from architect.adapters.models.chat.wire_messages import wire_messages
from architect.adapters.models.faults.key_source import with_key_source
from architect.adapters.models.faults.shown_address import without_login
from architect.adapters.models.litellm.effort import litellm_effort
from architect.adapters.models.litellm.faults import litellm_fault
from architect.adapters.models.litellm.importing import (
    check_litellm,
    ready_for_replies,
    ready_litellm,
)
from architect.adapters.models.litellm.replies import SourceWatch, chunk_fields, reply_fields
from architect.adapters.models.proxies import proxy_for
from architect.adapters.models.reply_deadline import ReplyDeadline
from architect.adapters.models.request_options import NO_OPTIONS, RequestOptions
from architect.adapters.process.daemon_thread import in_daemon_thread
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    RequestRejectedError,
    StreamCutError,
)
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.l10n import english
from architect.ports.model import ProgressListener

_open_models: set[int] = set()
"""LiteLLM keeps its connections per process: who closes last closes them."""

_BEGAN_WITHOUT_THOUGHT = "must start with a thinking block"
"""What Anthropic says of a task whose first calls are another model's, or were made when thinking
was off: until it is done, a model that has a budget for thinking can only do without."""

_NEVER_S = 24 * 3600.0
"""LiteLLM's own time-out, which shall not come before ours."""

_WHILE_IT_THINKS_S = 0.1
"""After this the first request is on its way."""


def knows_prompt_caching(name: str) -> bool:
    """Whether the provider of `name` understands breakpoints for prompt caching."""
    prefix, _, rest = name.partition("/")
    if not rest or prefix == "anthropic":
        return prefix == "anthropic" or name.startswith("claude")
    return prefix in ("bedrock", "vertex_ai", "openrouter", "azure_ai") and "claude" in rest


def _dialect(name: str, *, caching: bool | None) -> ChatDialect:
    """How LiteLLM is told the conversation with `name`."""
    understood = knows_prompt_caching(name)
    return ChatDialect(
        origin=f"litellm {name}",
        cache="on_message" if (understood if caching is None else caching) else "none",
        reasoning=_reasoning_of(name),
    )


def _is_made_of_arguments(name: str) -> bool:
    """Whether LiteLLM puts arguments that it does not know into the body, and `extra_body` as one.

    https://docs.litellm.ai/docs/completion/provider_specific_params; seen with 1.106.2.
    """
    return name.startswith(("anthropic/", "bedrock/", "claude"))


def _reasoning_of(name: str) -> Literal["as_sent", "always", "never"]:
    if "gemini" in name:
        return "never"  # it needs the signatures alone, and would be paid for its own words
    return "always" if name.startswith("deepseek/") else "as_sent"


def _begin_to_ready_replies() -> None:
    threading.Thread(target=ready_for_replies, daemon=True).start()


class LiteLlmModel:
    """`name` in LiteLLM's spelling; `timeout_s` and `idle_s` are those of `ReplyDeadline`.

    Without `api_base` and `api_key` LiteLLM takes the provider's own, from its own variables.
    `key_source` tells where the key was looked for, in messages. `prompt_caching` None sets
    breakpoints where the provider is known to understand them. `longest_reply` is what the model
    can, in tokens, if that is known.

    Raises:
        UserError: LiteLLM is not installed.
    """

    def __init__(
        self,
        name: str,
        *,
        api_base: str | None,
        api_key: str | None,
        timeout_s: float,
        idle_s: float,
        stream: bool,
        prompt_caching: bool | None = None,
        longest_reply: int | None = None,
        key_source: str = "",
        options: RequestOptions = NO_OPTIONS,
    ) -> None:
        check_litellm(name)
        self._name = name
        self._api_base = api_base
        self._api_key = api_key.strip() if api_key else None
        self._timeout_s = timeout_s
        self._idle_s = idle_s if stream else None
        self._stream = stream
        self._key_source = key_source
        self._options = options
        self._litellm: Any = None
        self._dialect = _dialect(name, caching=prompt_caching)
        self._effort = litellm_effort(options.reasoning_effort, name, longest_reply=longest_reply)

    @property
    def name(self) -> str:
        return self._name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        if self._api_base:
            proxy_for(self._api_base)  # LiteLLM's words for one that is unusable name nothing
        if self._litellm is None:
            litellm = await in_daemon_thread(lambda: ready_litellm(self._name))
            self._expect_effort(litellm)
            self._litellm = litellm
            asyncio.get_running_loop().call_later(_WHILE_IT_THINKS_S, _begin_to_ready_replies)
        _open_models.add(id(self))
        try:
            return await self._ask(self._litellm, request, on_progress)
        except AuthenticationFailedError as error:
            raise with_key_source(error, self._key_source) from error
        except RequestRejectedError as error:
            if _BEGAN_WITHOUT_THOUGHT in str(error):
                return await self._ask(
                    self._litellm, request, on_progress, effort={"thinking": {"type": "disabled"}}
                )
            dialect = after_refusal(self._dialect, str(error))
            if dialect is None:
                raise
            self._dialect = dialect
            return await self._ask(self._litellm, request, on_progress)

    async def _ask(
        self,
        litellm: Any,
        request: ModelRequest,
        on_progress: ProgressListener,
        *,
        effort: Mapping[str, Any] | None = None,
    ) -> ModelReply:
        deadline = ReplyDeadline(self._place, timeout_s=self._timeout_s, idle_s=self._idle_s)
        exchange = _Exchange(on_progress, deadline, origin=self._dialect.origin)
        try:
            async with deadline.enforced():
                arguments = self._arguments(request, self._effort if effort is None else effort)
                return await exchange.run(litellm, arguments)
        except ModelFault:
            raise
        except Exception as error:  # LiteLLM lets the errors of many libraries through
            fault = litellm_fault(
                error, place=self._place, answered=exchange.answered, secret=self._api_key
            )
            if fault is None:
                raise
            raise fault from error

    async def aclose(self) -> None:
        if id(self) not in _open_models:
            return
        _open_models.discard(id(self))
        if not _open_models:
            await _close_connections(self._litellm)

    @property
    def _place(self) -> str:
        return (
            without_login(self._api_base)
            if self._api_base
            else english("the provider of {name!r}", name=self._name)
        )

    def _arguments(self, request: ModelRequest, effort: Mapping[str, Any]) -> dict[str, Any]:
        arguments: dict[str, Any] = {
            "model": self._name,
            "messages": wire_messages(request.messages, self._dialect, request.images),
            "api_base": self._api_base,
            "api_key": self._api_key,
            "timeout": _NEVER_S,
            "num_retries": 0,
            "max_retries": 0,
            "drop_params": True,
            # Without it, LiteLLM needs the package mcp as soon as there are tools.
            "_skip_mcp_handler": True,
            **effort,
        }
        arguments |= self._options.reply_limit("max_tokens") | self._options.sampling
        if self._options.extra_headers:
            arguments["extra_headers"] = dict(self._options.extra_headers)
        extra = {**arguments.pop("extra_body", {}), **self._options.extra_body}
        arguments |= extra if _is_made_of_arguments(self._name) else {"extra_body": extra}
        if tools := request.tools or request.withheld:
            arguments["tools"] = list(tools)
        # As in `ChatCompletions`: Anthropic would not find the messages in its cache.
        if request.withheld and self._dialect.cache == "none":
            arguments["tool_choice"] = "none"
        if self._stream:
            arguments["stream"] = True
            arguments["stream_options"] = {"include_usage": True}
        return arguments

    def _expect_effort(self, litellm: Any) -> None:
        """LiteLLM drops what it thinks a model does not take, without a word.

        Raises:
            RequestRejectedError: it would drop the reasoning effort.
        """
        if self._options.reasoning_effort == "none":
            return  # what it thinks cannot reason need not be told not to
        taken: list[str] | None = litellm.get_supported_openai_params(model=self._name)
        if self._effort.keys() & {"reasoning_effort", "thinking"} - set(taken or ()):
            raise RequestRejectedError(
                english("LiteLLM knows no reasoning effort of {name!r}", name=self._name)
            )


class _Exchange:
    """One request and its reply; `answered` once the reply has begun to arrive."""

    def __init__(
        self, on_progress: ProgressListener, deadline: ReplyDeadline, *, origin: str
    ) -> None:
        self.answered = False
        self._on_progress = on_progress
        self._deadline = deadline
        self._origin = origin

    async def run(self, litellm: Any, arguments: dict[str, Any]) -> ModelReply:
        answer = await litellm.acompletion(**arguments)
        self._deadline.heard()
        if "stream" in arguments:
            return await self._read_stream(answer)
        assembler = ReplyAssembler(lambda _: None, origin=self._origin)
        assembler.feed(reply_fields(answer))
        return assembler.reply(ended=True)

    async def _read_stream(self, stream: Any) -> ModelReply:
        assembler = ReplyAssembler(self._on_progress, origin=self._origin)
        source = SourceWatch(stream, self._deadline.heard)
        async with contextlib.aclosing(stream):
            async for chunk in _chunks(stream):
                self.answered = True
                self._deadline.heard()
                assembler.feed(chunk_fields(chunk))
        if _finish_is_invented(stream):
            raise StreamCutError(english("the stream ended in the middle of the reply"))
        assembler.feed(source.left_out())
        return assembler.reply(ended=True)


async def _chunks(stream: Any) -> AsyncIterator[Any]:
    async for chunk in stream:
        yield chunk


def _finish_is_invented(stream: Any) -> bool:
    """Whether LiteLLM says `stop` although the provider never did.

    It does so whenever a stream ends, also one that was cut between two events.
    """
    return stream.received_finish_reason is None and stream.intermittent_finish_reason is None


async def _close_connections(litellm: Any) -> None:
    """Close the clients LiteLLM keeps for itself; it makes new ones when it needs them."""
    await litellm.close_litellm_async_clients()
    litellm.in_memory_llm_clients_cache.flush_cache()
    # Anthropic's client stands outside the cache, and the function above passes it by.
    shared = litellm.__dict__.pop("module_level_aclient", None)
    if shared is not None:
        await shared.close()
