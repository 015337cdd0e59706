"""The spans of one run, from its events.

https://github.com/open-telemetry/semantic-conventions/blob/v1.41.0/docs/gen-ai/gen-ai-agent-spans.md
and gen-ai-spans.md beside it, and what has become of them in the semantic-conventions-genai since.
"""

from collections.abc import Mapping

from opentelemetry.context import Context
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context

from architect.adapters.telemetry import content
from architect.adapters.telemetry.model_provider import provider_and_model
from architect.adapters.telemetry.names import first_word, name_or_other
from architect.adapters.telemetry.signals import Signals, Value
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolDecided, ToolFinished, ToolRequested
from architect.domain.journal.model_events import ModelReplied, ModelRequested, ModelRetried
from architect.domain.journal.run_events import RunFinished, RunStarted
from architect.domain.outcome import Status as Outcome
from architect.domain.tool_names import is_run_time_name
from architect.domain.usage import NO_USAGE, Usage

Attributes = dict[str, Value]

_OTHER = "_OTHER"
"""`error.type` where no better word is known."""


class RunSpans:
    """Opens and ends the spans of a run; times are in nanoseconds since 1970."""

    def __init__(self, started: RunStarted, at: int, signals: Signals, above: Context) -> None:
        self._signals = signals
        self._agent = name_or_other(started.agent)
        self._provider, self._model = provider_and_model(started.model)
        self.named: Attributes = {
            "gen_ai.conversation.id": started.session_id,
            "gen_ai.agent.name": self._agent,
        }
        """What spans and log records of the run have in common."""
        self._usage, self._step = NO_USAGE, 0
        self._cost: float | None = None
        self._chat: Span | None = None
        self._asked_at = at
        self._tools: dict[CallId, Span] = {}
        self._denied: set[CallId] = set()
        self._new: list[content.Part] = [content.user_message(started.opening)]
        attributes = self._named("invoke_agent", "architect.session")
        if signals.latest_conventions:
            del attributes["gen_ai.provider.name"]
        attributes["architect.mode"] = str(started.mode)
        attributes["architect.dry_run"] = started.dry_run
        self.root = signals.tracer.start_span(
            f"invoke_agent {self._agent}",
            context=above,
            kind=SpanKind.INTERNAL,
            attributes=attributes,
            start_time=at,
        )
        if signals.content:
            self.root.set_attribute(
                "gen_ai.system_instructions", content.instructions(started.system)
            )
            self.root.set_attribute("gen_ai.input.messages", content.messages(self._new))

    def context_of(self, call_id: CallId | None = None) -> Context:
        """That of a call that is being made; that of the run without one."""
        span = None if call_id is None else self._tools.get(call_id)
        return set_span_in_context(self.root if span is None else span, Context())

    def tell(self, text: str) -> None:
        """The model is told something with the next request."""
        if self._signals.content:
            self._new.append(content.user_message(text))

    def switched(self, model: str) -> None:
        """Another model answers from here on."""
        self._provider, self._model = provider_and_model(model)
        if self._chat is not None:
            self._chat.set_attribute("gen_ai.provider.name", self._provider)
            self._chat.set_attribute("gen_ai.request.model", self._model)

    def asked(self, event: ModelRequested, at: int) -> None:
        self.gave_no_reply(at)
        self._step = max(self._step, event.step)
        attributes = self._named("chat", "architect.llm.call")
        attributes |= {"architect.step": event.step, "architect.purpose": event.purpose}
        self._asked_at = at
        self._chat = self._start(f"chat {self._model}", SpanKind.CLIENT, attributes, at)
        if self._signals.content:
            self._chat.set_attribute("gen_ai.input.messages", content.messages(self._new))
        self._new = []

    def retried(self, event: ModelRetried, at: int) -> None:
        if self._chat is not None:
            facts: Attributes = {
                "architect.attempt": event.attempt,
                "architect.delay": event.delay_s,
            }
            self._chat.add_event("architect.model.retried", facts, timestamp=at)

    def replied(self, event: ModelReplied, at: int) -> None:
        attributes = self._of_reply(event)
        if self._chat is not None:
            self._chat.set_attributes(attributes)
            if self._signals.content:
                said = content.messages([content.reply(event)])
                self._chat.set_attribute("gen_ai.output.messages", said)
            context = set_span_in_context(self._chat, Context())
            self._chat.end(at)
            self._chat = None
            named = self._named("chat", "architect.llm.call")
            self._signals.log(
                "gen_ai.client.inference.operation.details", at, {**named, **attributes}, context
            )
        self._measure(event)

    def gave_no_reply(self, at: int, error: str = _OTHER) -> None:
        """End the request that is open, which came to nothing."""
        if self._chat is None:
            return
        _fail(self._chat, error)
        self._chat.end(at)
        self._chat = None
        seconds = max(0, at - self._asked_at) / 1e9
        self._signals.instruments.replied(seconds, {**self._measured(), "error.type": error})

    def called(self, event: ToolRequested, at: int) -> None:
        name = name_or_other(event.name)
        attributes = self._named("execute_tool", f"architect.tool.{name}")
        for unfit in ("gen_ai.provider.name", "gen_ai.request.model"):
            del attributes[unfit]
        attributes |= {"gen_ai.tool.name": name, "gen_ai.tool.type": "function"}
        attributes["architect.step"] = event.step
        if (call_id := name_or_other(event.call_id)) == event.call_id:
            attributes["gen_ai.tool.call.id"] = call_id
        if is_run_time_name(event.name):
            attributes["mcp.method.name"] = "tools/call"
        span = self._start(f"execute_tool {name}", SpanKind.INTERNAL, attributes, at)
        if self._signals.content:
            arguments = content.clipped(event.arguments)
            span.set_attribute("gen_ai.tool.call.arguments", arguments)
        self._tools[event.call_id] = span

    def decided(self, event: ToolDecided) -> None:
        if not event.allowed:
            self._denied.add(event.call_id)
        if (span := self._tools.get(event.call_id)) is not None:
            span.set_attribute("architect.decision.allowed", event.allowed)
            if event.by:
                span.set_attribute("architect.decision.by", first_word(event.by))

    def answered(self, event: ToolFinished, at: int) -> None:
        if self._signals.content:
            self._new.append(content.tool_message(event.call_id, event.text))
        span = self._tools.pop(event.call_id, None)
        error = "" if event.success else "tool_error"
        if event.call_id in self._denied:
            error = "denied"
        measured = {"gen_ai.tool.name": name_or_other(event.name), "gen_ai.agent.name": self._agent}
        if error:
            measured["error.type"] = error
        self._signals.instruments.tool_ended(event.duration_s, measured)
        if span is None:
            return
        if error:
            told = content.clipped(event.error or "") if self._signals.content else None
            _fail(span, error, told)
        if self._signals.content:
            span.set_attribute("gen_ai.tool.call.result", content.clipped(event.text))
        span.end(at)

    def finished(self, event: RunFinished, at: int) -> None:
        error = "" if event.error is None else str(event.error.kind)
        if event.status is Outcome.FAILED and not error:
            error = str(event.stop_reason)
        facts: Attributes = {
            "architect.status": str(event.status),
            "architect.stop_reason": str(event.stop_reason),
        }
        self.root.set_attributes(facts)
        told = None if event.error is None else event.error.message
        if error:
            _fail(self.root, error, told if self._signals.content else None)
        if self._signals.content:
            said = {"role": "assistant", "parts": [content.text_part(event.output)]}
            self.root.set_attribute("gen_ai.output.messages", content.messages([said]))
        measured = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": self._agent}
        measured |= {"error.type": error} if error else {}
        self._signals.instruments.run_ended(event.duration_s, measured)
        self.end(at, error or str(event.stop_reason))

    def end(self, at: int, error: str) -> None:
        """End what is open; `error` is why it did not end by itself."""
        self.gave_no_reply(at, error)
        for span in self._tools.values():
            _fail(span, error)
            span.end(at)
        self._tools = {}
        self.root.set_attributes(self._tokens(self._usage, whole_run=True))
        self.root.set_attribute("architect.steps", self._step)
        if self._cost is not None:
            self.root.set_attribute("architect.cost_usd", round(self._cost, 6))
        self.root.end(at)

    def _start(self, name: str, kind: SpanKind, attributes: Attributes, at: int) -> Span:
        return self._signals.tracer.start_span(
            name, context=self.context_of(), kind=kind, attributes=attributes, start_time=at
        )

    def _named(self, operation: str, name: str) -> Attributes:
        """What every span has: the names of the conventions, and `name`, which is ours."""
        return {
            **self.named,
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": self._provider,
            "gen_ai.request.model": self._model,
            "architect.span": name,
        }

    def _of_reply(self, event: ModelReplied) -> Attributes:
        attributes: Attributes = {"architect.cached": True} if event.cached else {}
        attributes["gen_ai.response.finish_reasons"] = (str(event.finish),)
        if event.model:
            attributes["gen_ai.response.model"] = provider_and_model(event.model)[1]
        if event.usage is not None:
            self._usage += event.usage
            attributes |= self._tokens(event.usage)
        if event.cost_usd is not None:
            self._cost = (self._cost or 0.0) + event.cost_usd
            attributes["architect.cost_usd"] = event.cost_usd
        return attributes

    def _tokens(self, usage: Usage, *, whole_run: bool = False) -> Attributes:
        latest = self._signals.latest_conventions
        tokens: Attributes = {
            "gen_ai.usage.input_tokens": usage.input_tokens,
            "gen_ai.usage.output_tokens": usage.output_tokens,
        }
        if usage.reasoning_tokens:
            tokens["gen_ai.usage.reasoning.output_tokens"] = usage.reasoning_tokens
        if usage.cached_tokens and not (latest and whole_run):
            tokens["gen_ai.usage.cache_read.input_tokens"] = usage.cached_tokens
        if usage.written_tokens and not (latest and whole_run):
            written = "cache_write" if latest else "cache_creation"
            tokens[f"gen_ai.usage.{written}.input_tokens"] = usage.written_tokens
        if usage.estimated:
            tokens["architect.usage.estimated"] = True
        return tokens

    def _measured(self) -> Mapping[str, str]:
        return {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": self._provider,
            "gen_ai.request.model": self._model,
        }

    def _measure(self, event: ModelReplied) -> None:
        """Into the metrics, unless it was kept on this machine, and neither asked for nor paid."""
        if event.cached:
            return
        attributes = dict(self._measured())
        if event.model:
            attributes["gen_ai.response.model"] = provider_and_model(event.model)[1]
        instruments = self._signals.instruments
        instruments.replied(event.duration_s, attributes)
        if event.usage is not None and not event.usage.estimated:
            instruments.used(event.usage, attributes)
        if event.cost_usd:
            instruments.paid(event.cost_usd, attributes)


def _fail(span: Span, error: str, told: str | None = None) -> None:
    span.set_attribute("error.type", error)
    span.set_status(Status(StatusCode.ERROR, told))
