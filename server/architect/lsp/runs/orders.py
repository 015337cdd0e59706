"""Runs as they are ordered: what all commands that start one have in common."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.agent.catalog import READING, all_agents, find_agent
from architect.bootstrap.runs import new_session_id
from architect.config.schema import Config
from architect.domain.errors import UnknownAgentError
from architect.domain.ids import RunId
from architect.domain.verdict import ConfirmMode, EditReview
from architect.lsp.daemon import Daemon
from architect.lsp.runs.live_run import RunOrder
from architect.lsp.transport.faults import invalid
from architect.services.requests import RunRequest

_TITLE_CHARS = 60


async def start(
    daemon: Daemon,
    request: RunRequest,
    root: Path,
    *,
    title: str,
    reads_only: bool,
    flags: Mapping[str, Any],
    token: str | int | None,
    wait: bool,
    reviewed: str | None = None,
) -> dict[str, Any]:
    """Submit a run and answer `{runId, state, position}`, at its end if `wait`.

    Raises:
        RequestFault: it cannot be started.
    """
    session_id = new_session_id(daemon.clock)
    order = RunOrder(
        request,
        root,
        title_of(title),
        session_id,
        RunId(f"{session_id}.1"),
        flags={key: value for key, value in flags.items() if value is not None},
        reads_only=reads_only,
        progress_token=token,
        reviewed=reviewed,
    )
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
