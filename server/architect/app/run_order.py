"""A run as it is ordered, and what all that order one decide alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from architect.agent.catalog import all_agents, find_agent
from architect.bootstrap.run.open_session import new_session_id
from architect.config.schema import Config
from architect.domain.ids import RunId, SessionId, run_id_of, session_of
from architect.domain.run_request import RunRequest
from architect.domain.verdict import ConfirmMode, EditReview
from architect.ports.clock import Clock
from architect.tools.built_in import READ_ONLY_TOOLS

_TITLE_CHARS = 60


@dataclass(frozen=True, slots=True)
class RunOrder:
    """What a front end asked for: a request in the workspace `root`, with a title for people.

    `flags` are settings for this run alone, by dotted key. Runs that are `reads_only` have a queue
    of their own. `client_token` is what the front end knows the run by, if it chose something.
    `reviewed` is the path of the file that is reviewed as a whole, if one is.
    """

    request: RunRequest
    root: Path
    title: str
    run_id: RunId
    flags: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reads_only: bool = False
    client_token: str | int | None = None
    reviewed: str | None = None

    @property
    def session_id(self) -> SessionId:
        return session_of(self.run_id)

    @property
    def is_first(self) -> bool:
        """Whether its session begins with it."""
        return self.run_id == run_id_of(self.session_id)


def first_run_id(clock: Clock) -> RunId:
    """The id of a run that opens a session of its own."""
    return run_id_of(new_session_id(clock))


def flags_of(*, model: str | None = None, usd: float | None = None) -> dict[str, Any]:
    """The settings for one run alone that were given, by dotted key."""
    flags = {"llm.model": model, "costs.budget_usd": usd}
    return {key: value for key, value in flags.items() if value is not None}


def review_of(wanted: EditReview | None, mode: ConfirmMode | None, config: Config) -> EditReview:
    """When edits are looked at; whoever chooses a mode of asking wants to be asked."""
    if wanted is not None:
        return wanted
    return EditReview(config.edits.review) if mode is None else EditReview.CONFIRM


def only_reads(config: Config, agent: str) -> bool:
    """Whether the agent has no tool that changes anything.

    Raises:
        UnknownAgentError: there is no such agent.
    """
    tools = find_agent(all_agents(config.agents), agent).allowed_tools
    return tools is not None and tools <= READ_ONLY_TOOLS


def title_of(text: str) -> str:
    """The first line of a task, short enough for a list."""
    line = " ".join(text.split())
    return line if len(line) <= _TITLE_CHARS else f"{line[: _TITLE_CHARS - 3]}..."
