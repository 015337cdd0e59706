"""The tools that sources offer to one run."""

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

from architect.domain.effect import Effect
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.journal.context_events import ToolsAnnounced
from architect.domain.journal.run_events import ServerSaid, ToolLeftOut
from architect.domain.nesting import is_too_deep
from architect.domain.shell import Stream
from architect.l10n import english
from architect.ports.tool_source import Coming, Offers, TextOffer, ToolOffer, ToolSource
from architect.tools.registry import AnyTool, ToolRegistry

MOST_LISTED = 40
"""More tools than that are found and called by two tools of ours."""

_WINDOW_SHARE = 0.1
"""So much of the context may be schemas, at about four characters a token."""

_MOST_NAMED = 50
"""In one announcement."""

_LONGEST_SOURCE = 100

_MOST_SHOWN, _LONGEST_SHOWN = 5, 4_000
"""Of the tools that have changed, in one announcement; of each so many characters."""

_MOST_LINES = 100
"""Of what servers say, in one step: the last ones."""

_MOST_LEFT_OUT = 20
"""Of a source, told one by one."""


class OfferedTools:
    """What the run has of the offers, in its `registry`; what comes later is `news`.

    Whoever runs a source seldom wrote it, so one bad tool costs neither the run nor the others. Of
    two that would have one name the first stays.
    """

    def __init__(self, registry: ToolRegistry, *, window_tokens: int) -> None:
        self._registry = registry
        self._room = window_tokens * _WINDOW_SHARE * 4
        self._offers: dict[str, ToolOffer] = {}
        self._left_out: list[ToolLeftOut] = []
        self._announced: list[ToolsAnnounced] = []
        self._said: deque[ServerSaid] = deque(maxlen=_MOST_LINES)
        self._coming: list[Coming] = []
        self.texts: Sequence[TextOffer] = ()
        """What users may name in their tasks."""

    async def arrived(self, name: str = "") -> None:
        """Wait for the source that may still offer the tool `name`, or for all without a name."""
        wanted = [each for each in self._coming if name.startswith(each.source) or not name]
        await asyncio.gather(*(each.settled() for each in wanted))

    async def open(self, sources: Sequence[ToolSource], resources: AsyncExitStack) -> None:
        """Take what all `sources` offer, which `resources` close again.

        Raises:
            UserError: the run cannot go without one of the sources.
        """
        opened = [await source.open(resources, self._later) for source in sources]
        for offers in opened:
            self._take(offers, updates=False)
        tools = [_tool_of(name, offer) for name, offer in self._offers.items()]
        size = sum(len(json.dumps(tool.get_schema())) for tool in tools)
        late = len(tools) > MOST_LISTED or size > self._room
        for tool in tools:
            self._registry.register(tool, late=late)
        self._coming = [each for offers in opened for each in offers.coming]
        self.texts = [each for offers in opened for each in offers.texts]
        if late or self._coming:
            find_and_call(self._registry, self.arrived)
        if late:
            self._announce("", tools, _MANY)
        if self._coming:
            names = ", ".join(_shown(each.source) for each in self._coming)
            self._say(names, (), f"{names}: {_COMING}")

    def news(self) -> Sequence[ToolLeftOut | ToolsAnnounced | ServerSaid]:
        """What has come, or has failed, since this was asked last."""
        told = (*self._said, *self._left_out, *self._announced)
        self._said.clear()
        self._left_out, self._announced = [], []
        return told

    def _later(self, offers: Offers) -> None:
        """Take what came after the first request; its beginning stays as it was."""
        self._said += (ServerSaid(source=each.source, text=each.text) for each in offers.said)
        if not (offers.tools or offers.faults):
            return
        before = dict(self._offers)
        taken = self._take(offers, updates=True)
        new: dict[str, list[AnyTool]] = {}
        changed: dict[str, list[AnyTool]] = {}
        for name in taken:
            offer = self._offers[name]
            tool = _tool_of(name, offer)
            late = name not in before or self._registry.is_late(name)
            self._registry.register(tool, allow_override=True, late=late)
            if name not in before:
                new.setdefault(offer.source, []).append(tool)
            elif before[name].version != offer.version:
                changed.setdefault(offer.source, []).append(tool)
        for source, tools in changed.items():
            self._announce_changed(source, tools)
        for source, tools in new.items():
            self._announce(source, tools, f"{_shown(source)} {_CONNECTED}")

    def _announce_changed(self, source: str, tools: Sequence[AnyTool]) -> None:
        """Show the model what it can call now; of many, or of long ones, as much as it needs."""
        for tool in tools[:_MOST_SHOWN]:
            schema = json.dumps(tool.parameters(), ensure_ascii=False)
            text = f"{escape_controls(tool.description)}\n{schema}"
            if len(text) > _LONGEST_SHOWN:
                text = f"{text[:_LONGEST_SHOWN]}\n... {_CUT}"
            self._say(source, (tool.name,), f"{tool.name} {_CHANGED} {text}")
        if rest := tools[_MOST_SHOWN:]:
            self._announce(source, rest, _MANY_CHANGED)

    def _take(self, offers: Offers, *, updates: bool) -> list[str]:
        """The names of the tools that are new or another version; what cannot be used is told."""
        taken: list[str] = []
        for fault in offers.faults:
            self._left_out.append(ToolLeftOut(source=fault.source, name="", reason=fault.reason))
        left_out: dict[str, list[ToolLeftOut]] = {}
        for offer in offers.tools:
            name = self._name_of(offer)
            known = self._offers.get(name)
            if reason := _why_not(name, offer, known, updates=updates):
                out = ToolLeftOut(source=offer.source, name=offer.name, reason=reason)
                left_out.setdefault(offer.source, []).append(out)
            elif known is None or known.version != offer.version:
                self._offers[name] = offer
                taken.append(name)
        for source, each in left_out.items():
            self._left_out += each[:_MOST_LEFT_OUT]
            if (more := len(each) - _MOST_LEFT_OUT) > 0:
                others, why = f"and {more:,} more", english("for reasons such as these")
                self._left_out.append(ToolLeftOut(source=source, name=others, reason=why))
        return taken

    def _name_of(self, offer: ToolOffer) -> str:
        """What the model calls it: of two that would have one name, the later has another one."""
        from architect.domain.tool_names import run_time_name

        name = run_time_name(offer.source, offer.name)
        known = self._offers.get(name)
        if known is None or _is_same(known, offer):
            return name
        return run_time_name(offer.source, offer.name, is_taken=True)

    def _announce(self, source: str, tools: Sequence[AnyTool], words: str) -> None:
        names = [tool.name for tool in tools]
        more = len(names) - _MOST_NAMED
        shown = ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        self._say(source, names, f"{words} {shown}.")

    def _say(self, source: str, names: Sequence[str], text: str) -> None:
        told = tuple(names[:_MOST_NAMED])
        self._announced.append(ToolsAnnounced(source=source, tools=told, text=f"[{text}]"))


_MANY = "There are more tools, which find_tool describes and call_tool calls:"
_COMING = (
    "being connected. A message announces the tools when they are there; call_tool calls them then."
)
_CONNECTED = "is connected. Its tools, which find_tool describes and call_tool calls:"
_CHANGED = "has changed. It is now:"
_CUT = "the rest is left out"
_MANY_CHANGED = "These have changed, too:"


def find_and_call(registry: ToolRegistry, arrived: Callable[[], Awaitable[None]]) -> None:
    """Put the two tools into `registry` by which those are reached that are not listed.

    `arrived` waits for those that are still to come.
    """
    from architect.tools.late_tools import CallTool, FindTool

    registry.register(FindTool(registry, arrived))
    registry.register(CallTool())


def _shown(source: str) -> str:
    return in_one_line(escape_controls(source))[:_LONGEST_SOURCE]


def _is_same(known: ToolOffer, offer: ToolOffer) -> bool:
    return (known.source, known.name) == (offer.source, offer.name)


def _why_not(name: str, offer: ToolOffer, known: ToolOffer | None, *, updates: bool) -> str:
    """Why the run goes without the tool that would be called `name`; empty if it need not."""
    from architect.domain.tool_names import is_run_time_name

    if not is_run_time_name(name):
        return english(
            "a model can call only names of up to 64 letters, digits, '-' and '_', and this one "
            "would be {name!r}",
            name=name,
        )
    if fault := _fault_of(offer.schema):
        return english("no model could use its schema: {fault}", fault=fault)
    if known is not None and not (updates and _is_same(known, offer)):
        return english(
            "to a model it would be {name!r}, as {other!r} of {source!r} is",
            name=name,
            other=known.name,
            source=known.source,
        )
    return ""


def _tool_of(name: str, offer: ToolOffer) -> AnyTool:
    from architect.tools.dynamic_tool import DynamicTool, bound_to

    return DynamicTool(
        name,
        offer.description,
        offer.schema,
        lambda arguments, context: offer.call(arguments, partial(context.on_output, Stream.STDOUT)),
        effect=Effect.READ if offer.reads_only else Effect.COMMAND,
        describe=bound_to(offer.version, is_trusted=offer.is_trusted),
        changed=offer.changed,
    )


def _fault_of(schema: Any) -> str:
    from architect.tools.schema_check import schema_fault

    return english("it is nested too deeply") if is_too_deep(schema) else schema_fault(schema)
