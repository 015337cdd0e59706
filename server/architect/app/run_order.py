"""A run as a front end orders it."""

from dataclasses import field, replace
from pathlib import Path

from architect.agent.catalog import all_agents, find_agent
from architect.app.errors import CannotStartError
from architect.app.next_run import NextRun
from architect.app.run_title import title_of
from architect.app.unit_work import UnitWork
from architect.config.schema import Config
from architect.domain.ids import FindingId, RunId, SessionId, session_of
from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import EditReview
from architect.frozen import frozen
from architect.l10n import english
from architect.tools.built_in import READ_ONLY_TOOLS


@frozen
class RunOrder:
    """What a front end asked for: a request in the workspace `root`, with a title for people.

    `options` are not in the request yet: what they leave to the configuration is decided when the
    run starts. Runs that are `reads_only` have a queue of their own. `client_token` is what the
    front end knows the run by, if it chose something. `reviewed` is the path of the file that is
    reviewed as a whole, if one is. `fixes` are the findings that the run is to fix. `unit` is there
    if a workflow asked for it.
    """

    request: RunRequest
    root: Path
    title: str
    run_id: RunId
    options: RunOptions = field(default_factory=RunOptions)
    reads_only: bool = False
    client_token: str | int | None = None
    reviewed: str | None = None
    fixes: tuple[FindingId, ...] = ()
    unit: UnitWork | None = None

    @property
    def session_id(self) -> SessionId:
        return session_of(self.run_id)

    def request_under(self, config: Config) -> RunRequest:
        """The request as it is run under `config`, the configuration when its turn has come.

        Raises:
            CannotStartError: it waited among runs that only read, and would change something now.
        """
        if self.reads_only and not reads_only(config, self.request.agent, self.options):
            raise CannotStartError(
                english(
                    "the agent {agent!r} was only allowed to read when this run was started, and "
                    "is allowed more by now; start the run again",
                    agent=self.request.agent,
                )
            )
        return self.request.with_options(self.options, review=EditReview(config.edits.review))


def run_order(
    request: RunRequest,
    run: NextRun,
    config: Config,
    *,
    title: str | None = None,
    options: RunOptions = RunOptions(),  # noqa: B008 - a frozen value
    client_token: str | int | None = None,
    reviewed: str | None = None,
    fixes: tuple[FindingId, ...] = (),
    unit: UnitWork | None = None,
) -> RunOrder:
    """The order of a run under the `config` of now; without a title it is called by its task.

    Raises:
        UnknownAgentError: there is no such agent.
    """
    called = title_of(title) if title else ""
    return RunOrder(
        replace(request, title=called),
        run.root,
        called or title_of(request.task),
        run.run_id,
        options,
        reads_only=reads_only(config, request.agent, options),
        client_token=client_token,
        reviewed=reviewed,
        fixes=fixes,
        unit=unit,
    )


def reads_only(config: Config, agent: str, options: RunOptions) -> bool:
    """Whether a run of the agent changes nothing, whatever it does.

    Raises:
        UnknownAgentError: there is no such agent.
    """
    tools = find_agent(all_agents(config.agents), agent).allowed_tools
    return options.dry_run or (tools is not None and tools <= READ_ONLY_TOOLS)
