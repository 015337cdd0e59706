"""Runs as they are ordered: what all commands that start one have in common."""

import asyncio
from typing import Any

from architect.agent.catalog import READING, all_agents, find_agent
from architect.bootstrap.session_opening import new_session_id
from architect.config.schema import Config
from architect.domain.errors import UnknownAgentError
from architect.domain.ids import RunId
from architect.domain.verdict import ConfirmMode, EditReview
from architect.lsp.daemon import Daemon
from architect.lsp.results import ShortRunInfo
from architect.lsp.runs.live_run import RunOrder
from architect.lsp.transport.faults import invalid
from architect.services.sessions import run_id_of

_TITLE_CHARS = 60


def first_run_id(daemon: Daemon) -> RunId:
    """The id of a run that opens a session of its own."""
    return run_id_of(new_session_id(daemon.clock), 1)


def flags_of(*, model: str | None = None, usd: float | None = None) -> dict[str, Any]:
    """The settings for one run alone that the editor gave, by dotted key."""
    flags = {"llm.model": model, "costs.budget_usd": usd}
    return {key: value for key, value in flags.items() if value is not None}


async def start(daemon: Daemon, order: RunOrder, *, wait: bool) -> ShortRunInfo:
    """Submit a run and answer `{runId, state, position}`, at its end if `wait`.

    Raises:
        RequestFault: it cannot be started.
    """
    run = await daemon.runs.submit(order)
    if not wait:
        return run.short_info()
    try:
        await run.ended()
    except asyncio.CancelledError:
        daemon.runs.cancel(run)
        raise
    return run.info()


def review_of(wanted: EditReview | None, mode: ConfirmMode | None, config: Config) -> EditReview:
    """When edits are looked at; whoever chooses a mode of asking wants to be asked."""
    if wanted is not None:
        return wanted
    return EditReview(config.edits.review) if mode is None else EditReview.CONFIRM


def only_reads(config: Config, agent: str) -> bool:
    """Whether the agent has no tool that changes anything.

    Raises:
        RequestFault: there is no such agent.
    """
    try:
        tools = find_agent(all_agents(config.agents), agent).allowed_tools
    except UnknownAgentError as error:
        raise invalid(str(error)) from error
    return tools is not None and tools <= READING | {"report_finding"}


def title_of(text: str) -> str:
    """The first line of a task, short enough for a list."""
    line = " ".join(text.split())
    return line if len(line) <= _TITLE_CHARS else f"{line[: _TITLE_CHARS - 3]}..."
