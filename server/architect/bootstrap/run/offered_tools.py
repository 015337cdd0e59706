"""The tools that sources offer to one run."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Any

from architect.domain.effect import Effect
from architect.domain.journal.run_events import ToolLeftOut
from architect.domain.nesting import is_too_deep
from architect.frozen import frozen
from architect.ports.tool_source import ToolOffer, ToolSource
from architect.tools.registry import AnyTool


@frozen
class OfferedTools:
    """What of the offers the run has, and what it goes without because no model could use it."""

    tools: tuple[AnyTool, ...] = ()
    left_out: tuple[ToolLeftOut, ...] = ()


async def offered_tools(sources: Sequence[ToolSource], resources: AsyncExitStack) -> OfferedTools:
    """The tools of all `sources`, which `resources` close again.

    Whoever runs a source seldom wrote it, so one bad tool costs neither the run nor the others. Of
    two that would have one name the first stays.

    Raises:
        UserError: the run cannot go without one of the sources.
    """
    first: dict[str, ToolOffer] = {}
    left_out: list[ToolLeftOut] = []
    for source in sources:
        for offer in await source.open(resources):
            if reason := _why_not(offer, first):
                left_out.append(ToolLeftOut(source=offer.source, name=offer.name, reason=reason))
            else:
                first[_name_of(offer)] = offer
    return OfferedTools(tuple(map(_tool_of, first.values())), tuple(left_out))


def _why_not(offer: ToolOffer, first: dict[str, ToolOffer]) -> str:
    """Why the run goes without the tool; empty if it need not."""
    from architect.domain.tool_names import is_run_time_name

    name = _name_of(offer)
    if not is_run_time_name(name):
        return (
            "a model can call only names of up to 64 letters, digits, '-' and '_', and this one "
            f"would be {name!r}"
        )
    if fault := _fault_of(offer.schema):
        return f"no model could use its schema: {fault}"
    if other := first.get(name):
        return f"to a model it would be {name!r}, as {other.name!r} of {other.source!r} is"
    return ""


def _name_of(offer: ToolOffer) -> str:
    from architect.domain.tool_names import run_time_name

    return run_time_name(offer.source, offer.name)


def _tool_of(offer: ToolOffer) -> AnyTool:
    from architect.tools.dynamic_tool import DynamicTool

    return DynamicTool(
        _name_of(offer),
        offer.description,
        offer.schema,
        lambda arguments, _: offer.call(arguments),
        effect=Effect.READ if offer.reads_only else Effect.COMMAND,
    )


def _fault_of(schema: Any) -> str:
    from architect.tools.schema_check import schema_fault

    return "it is nested too deeply" if is_too_deep(schema) else schema_fault(schema)
