"""One run of a workflow, as it is asked for and as it ended."""

from enum import StrEnum

from architect.domain.ids import SessionId, UnitId
from architect.domain.outcome import ErrorKind, RunError, Status, StopReason
from architect.domain.run_request import Attachment
from architect.domain.usage import NO_USAGE, Usage
from architect.domain.verdict import ConfirmMode
from architect.frozen import frozen
from architect.l10n import english

_HOPELESS = (ErrorKind.AUTHENTICATION, ErrorKind.CONFIGURATION, ErrorKind.CREDIT)

CHECK_TIMEOUT_S = 600.0
"""For a check of a unit, where nobody says another time."""


class Place(StrEnum):
    """Where a unit works: on the files of the user, or on a copy of its own.

    In the workspace one unit at a time may write.
    """

    WORKSPACE = "workspace"
    COPY = "copy"


@frozen
class Source:
    """A tree that is not that of the workspace: a `commit` of a git repository or of a bundle.

    The unit sees what the commit reaches and nothing else, and leaves nothing in the repository.
    """

    repository: str
    commit: str


@frozen
class HiddenFile:
    """A file that the checks need and that the agent does not see.

    It takes the place of what the agent left there. `digest` is under what name the workflow keeps
    the content; with none, there is to be no such file.
    """

    path: str
    digest: str
    executable: bool = False


@frozen(kw_only=True)
class Unit:
    """A request for one run that needs nothing else.

    None leaves a choice to the agent or to the configuration. `needs` are the units without whose
    success it does not start. A copy begins with the tree that `tree_of` ended with, with `source`,
    with that of the workflow, or with a merge of the branches of the units `merge_of`.
    `with_changes` attaches what has been changed since the workflow began, `patches_of` what those
    units did. `config` is a configuration file that is read instead of the project's own.
    Without a `task` no agent runs, and the checks alone decide.
    `checks` are command lines that are run behind the agent, each for `check_timeout_s` at most,
    once the `hidden` files are there.
    `protected` are patterns of files that it may not change, beside those that are configured.
    A unit that failed starts again `retries` times. What it did is committed on a new `branch`, if
    that is not empty.
    A person has to approve what is called `approval` before it starts; several units may share
    one. With `skip_because` it is there to be seen, and does not run. Checks find
    `check_variables` in their environment. `names_in` is the text in which the user names files,
    None for the task. `taints` say where texts came from that strangers may have written.
    """

    unit_id: UnitId
    task: str
    agent: str
    place: Place
    model: str | None = None
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    budget_usd: float | None = None
    attachments: tuple[Attachment, ...] = ()
    output_schema: str = ""
    needs: tuple[UnitId, ...] = ()
    tree_of: UnitId | None = None
    merge_of: tuple[UnitId, ...] = ()
    source: Source | None = None
    config: str = ""
    with_changes: bool = False
    patches_of: tuple[UnitId, ...] = ()
    only_reads: bool = False
    checks: tuple[str, ...] = ()
    check_timeout_s: float = CHECK_TIMEOUT_S
    hidden: tuple[HiddenFile, ...] = ()
    protected: tuple[str, ...] = ()
    retries: int = 0
    branch: str = ""
    approval: str = ""
    skip_because: str = ""
    check_variables: tuple[tuple[str, str], ...] = ()
    names_in: str | None = None
    taints: tuple[str, ...] = ()


@frozen
class CheckResult:
    """How a check went; `exit_code` is None if it did not end by itself in time."""

    command: str
    passed: bool
    exit_code: int | None
    output: str
    duration_s: float


@frozen(kw_only=True)
class UnitResult:
    """What a unit came to.

    `tree` is a commit in the repository of the workspace that holds the files as the agent left
    them, empty if there is none; `files` are those it changed. `cost_usd` is None if some price is
    unknown. `denied` are the calls that were not allowed. `taints` are the places outside that
    texts came from which the run read.
    """

    status: Status
    stop_reason: StopReason | None = None
    output: str = ""
    error: RunError | None = None
    session_id: SessionId | None = None
    steps: int = 0
    duration_s: float = 0.0
    usage: Usage = NO_USAGE
    cost_usd: float | None = 0.0
    checks: tuple[CheckResult, ...] = ()
    files: tuple[str, ...] = ()
    tree: str = ""
    denied: tuple[str, ...] = ()
    taints: tuple[str, ...] = ()

    @property
    def failed_checks(self) -> tuple[CheckResult, ...]:
        return tuple(check for check in self.checks if not check.passed)

    @property
    def is_hopeless(self) -> bool:
        """Whether another attempt would end with the same error, before it has done anything."""
        return self.error is not None and self.error.kind in _HOPELESS

    @property
    def is_success(self) -> bool:
        """Whether the agent was done and every check passed."""
        return self.status is Status.SUCCESS and not self.failed_checks

    @property
    def shortcoming(self) -> str:
        """Why it is no success, in a few words; empty if it is one."""
        if self.error is not None:
            return self.error.message
        if self.failed_checks:
            commands = ", ".join(check.command for check in self.failed_checks)
            return english("failed: {commands}", commands=commands)
        if self.status is Status.SUCCESS:
            return ""
        return f"{self.status} ({self.stop_reason})" if self.stop_reason else str(self.status)
