"""The span that the work under way belongs to, for programs that carry on its trace."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType

TraceContext = Mapping[str, str]
"""`traceparent` and perhaps `tracestate` as in https://www.w3.org/TR/trace-context/; empty without
telemetry."""

NO_TRACE: TraceContext = MappingProxyType({})

_current: ContextVar[TraceContext] = ContextVar("trace context", default=NO_TRACE)


@contextmanager
def in_trace(trace: TraceContext) -> Generator[None]:
    """Have what is done from here on belong to `trace`, and the tasks that it starts."""
    token = _current.set(trace)
    try:
        yield
    finally:
        _current.reset(token)


def current_trace() -> TraceContext:
    """The trace context of whoever asks."""
    return _current.get()


def trace_variables() -> dict[str, str]:
    """The same as variables of the environment, which are named in capitals.

    https://opentelemetry.io/docs/specs/otel/context/env-carriers/
    """
    return as_variables(_current.get())


def as_variables(trace: TraceContext) -> dict[str, str]:
    """A trace context as variables of the environment."""
    return {name.upper(): value for name, value in trace.items()}
