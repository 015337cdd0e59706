"""The flags of `architect run` and `architect resume`, with the values they were given."""

from pathlib import Path

from architect.app.run_modes import options_in
from architect.cli.exit_codes import PARTIAL
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions
from architect.domain.verdict import EditReview
from architect.frozen import frozen


@frozen(kw_only=True)
class RunFlags:
    """The flags of `architect run` and `architect resume`, as click hands them over.

    A `prompt` of None is for a `session` that goes on where it stopped; `resume_last` is for the
    last one of the workspace. One that `only_compacts` sums up the session. With
    `plan_first` there are several runs, of which the first ones are `is_planning`. A `commit`
    without words takes those of the task.
    """

    prompt: str | None
    session: str | None = None
    resume_last: bool = False
    only_compacts: bool = False
    plan_first: bool = False
    is_planning: bool = False
    config: Path | None = None
    agent: str | None = None
    mode: RunMode | None = None
    workspace: Path | None = None
    dry_run: bool = False
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    self_eval: str | None = None
    auto_review: bool = False
    health: bool = False
    fail_on_worse: bool = False
    api_base: str | None = None
    api_key: str | None = None
    no_stream: bool = False
    verbose: int = 0
    log_level: str | None = None
    log_file: Path | None = None
    max_steps: int | None = None
    timeout: float | None = None
    as_json: bool = False
    events: bool = False
    quiet: bool = False
    commands: bool | None = None
    disable_mcp: bool = False
    context_git_diff: str | None = None
    untrusted_context: tuple[Path, ...] = ()
    attached: tuple[Path, ...] = ()
    images: tuple[Path, ...] = ()
    exit_code_on_partial: int = PARTIAL
    budget: float | None = None
    show_costs: bool = False
    checks: tuple[str, ...] = ()
    trust_project: bool = False
    no_programs: bool = False
    allow_edit: tuple[str, ...] = ()
    report: str | None = None
    report_files: tuple[Path, ...] = ()
    export_patch: Path | None = None
    commit: str | None = None
    branch: str | None = None
    output_schema: Path | None = None

    @property
    def options(self) -> RunOptions:
        """What they choose for the run; edits are looked at before, unless the mode is `edit`."""
        options = RunOptions(
            review=None if self.mode == "edit" else EditReview.CONFIRM,
            model=self.model,
            reasoning=self.reasoning,
            max_steps=self.max_steps,
            timeout_s=self.timeout,
            budget_usd=self.budget,
            dry_run=self.dry_run,
            auto_review=self.auto_review or None,
        )
        return options_in(self.mode, options)
