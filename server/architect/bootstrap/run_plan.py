"""What a run is put together from: what was asked for, where, and what that comes to."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from architect.adapters.system_clock import SystemClock
from architect.agent.agent import Agent
from architect.agent.catalog import all_agents, find_agent
from architect.agent.limits import Limits
from architect.bootstrap.credentials import Credentials
from architect.bootstrap.proposals import proposing
from architect.bootstrap.session_opening import OpenSession, new_session, new_session_id
from architect.config.schema import Config
from architect.domain.verdict import ConfirmMode
from architect.execution.stop_signal import StopSignal
from architect.ports.clock import Clock
from architect.ports.host import Host
from architect.services.requests import RunRequest


@dataclass(frozen=True, slots=True)
class RunPlan:
    """One run before it has parts; the `host` of a run that only proposes is one that does so."""

    request: RunRequest
    config: Config
    host: Host
    credentials: Credentials
    session: OpenSession
    agent: Agent
    clock: Clock
    stop: StopSignal

    @property
    def root(self) -> Path:
        return self.host.workspace.root

    @property
    def environ(self) -> Mapping[str, str]:
        return self.credentials.environ

    @property
    def mode(self) -> ConfirmMode:
        return self.request.mode or self.agent.confirm_mode

    @property
    def max_steps(self) -> int:
        return self.request.max_steps or self.agent.max_steps

    @property
    def limits(self) -> Limits:
        costs = self.config.costs
        return Limits(
            max_steps=self.max_steps,
            max_context_tokens=self.config.context.max_context_tokens,
            timeout_s=self.request.timeout_s,
            budget_usd=costs.budget_usd,
            budget_tokens=costs.budget_tokens,
            warn_at_usd=costs.warn_at_usd,
        )


def plan_run(
    request: RunRequest,
    config: Config,
    *,
    host: Host,
    credentials: Credentials,
    session: OpenSession | None,
) -> RunPlan:
    """The plan of a run, in a new session if none is given.

    Raises:
        UserError: there is no such agent, or no journal can be kept.
    """
    clock = SystemClock()
    return RunPlan(
        request,
        config,
        host=proposing(host) if request.proposes else host,
        credentials=credentials,
        session=session or new_session(host.workspace.root, new_session_id(clock)),
        agent=find_agent(all_agents(config.agents), request.agent),
        clock=clock,
        stop=StopSignal(),
    )
