"""What a command asks an agent for, and what it makes of the end."""

from typing import Protocol

from architect.cli.printer import Printer
from architect.cli.requested_run import requested
from architect.cli.run_exit_code import run_exit_code
from architect.cli.run_flag_values import RunFlags
from architect.config.schema import Config
from architect.domain.findings import Finding
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.frozen import frozen
from architect.policy.file_rules import sensitive_files
from architect.ports.workspace import Workspace


@frozen(kw_only=True)
class Conclusion:
    """What is said at the end: `text` on standard output, None for the words of the agent.

    `findings` are those that count; `quiet_findings` is how many others are known or too many.
    """

    exit_code: int
    findings: tuple[Finding, ...] = ()
    quiet_findings: int = 0
    text: str | None = None


class NothingToDoError(Exception):
    """There is nothing to run an agent for, and that is no error; the text says why."""


class Work(Protocol):
    """One command that runs an agent."""

    async def request(
        self, flags: RunFlags, task: str, workspace: Workspace, config: Config
    ) -> RunRequest:
        """What the agent is to do.

        Raises:
            UserError: the command names what does not exist.
            NothingToDoError: there is nothing to do.
        """
        ...

    async def conclude(
        self, flags: RunFlags, state: AgentState, workspace: Workspace, printer: Printer
    ) -> Conclusion:
        """What becomes of the last state of the run."""
        ...


class Task:
    """A task in the words of the user."""

    async def request(
        self, flags: RunFlags, task: str, workspace: Workspace, config: Config
    ) -> RunRequest:
        secrets = sensitive_files(config.guardrails.sensitive_files)
        return await requested(flags, task, workspace, secrets)

    async def conclude(
        self, flags: RunFlags, state: AgentState, workspace: Workspace, printer: Printer
    ) -> Conclusion:
        return Conclusion(
            exit_code=run_exit_code(state, on_partial=flags.exit_code_on_partial),
            findings=state.findings,
        )
