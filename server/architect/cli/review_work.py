"""`architect review`: what is looked at, and what its findings amount to."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from architect.app.review_material import (
    changes_to_review,
    files_to_review,
    fork_point,
    nothing_since,
)
from architect.bootstrap.findings import open_findings
from architect.cli.baseline import read_baseline, write_baseline
from architect.cli.finding_lines import finding_lines
from architect.cli.printer import Printer
from architect.cli.pull_request import base_revisions
from architect.cli.run_exit_code import run_exit_code
from architect.cli.run_flag_values import RunFlags
from architect.cli.work import Conclusion, NothingToDoError
from architect.config.schema import Config
from architect.domain.errors import PortFault, UserError, VcsFault
from architect.domain.escape_controls import escape_controls
from architect.domain.findings import Category, Finding, Severity
from architect.domain.git_range import Between, GitRange, Since, Staged
from architect.domain.ids import FindingId
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.domain.run_request import RunRequest
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.policy.file_rules import sensitive_files
from architect.ports.workspace import Workspace
from architect.services.review_scope import ReviewWishes, project_task, review_of

FailOn = Literal["error", "warning", "info", "never"]

PROJECT_INSTRUCTIONS = "REVIEW.md"
"""Of a project, in its root: what a review shall look for, and what it shall leave."""

_RANKS: dict[Severity, int] = {"error": 0, "warning": 1, "info": 2}
_MOST_INSTRUCTIONS = 20_000


@frozen(kw_only=True)
class ReviewFlags:
    """The flags of `architect review` that no other command has."""

    paths: tuple[str, ...] = ()
    base: str | None = None
    staged: bool = False
    pr: bool = False
    committed: bool = False
    project: bool = False
    fail_on: FailOn = "error"
    max_findings: int | None = None
    baseline: Path | None = None
    update_baseline: bool = False
    focus: tuple[Category, ...] = ()
    instructions: Path | None = None


class Review:
    """A review whose findings are kept, told and counted."""

    def __init__(self, wanted: ReviewFlags) -> None:
        """
        Raises:
            UserError: the baseline cannot be read.
        """
        self._wanted = wanted
        self._known = frozenset[FindingId]()
        if wanted.baseline is not None and not wanted.update_baseline:
            self._known = read_baseline(wanted.baseline)

    async def request(
        self, flags: RunFlags, task: str, workspace: Workspace, config: Config
    ) -> RunRequest:
        wanted = self._wanted
        wishes = ReviewWishes(
            wanted.focus, _instructions(wanted.instructions, workspace), wanted.max_findings
        )
        if wanted.project:
            request = RunRequest(project_task(wishes), "review", title="Review Workspace")
        else:
            request = await self._scoped(workspace, config, wishes)
        return request.with_options(flags.options, review=request.edits)

    async def _scoped(
        self, workspace: Workspace, config: Config, wishes: ReviewWishes
    ) -> RunRequest:
        wanted, secrets = self._wanted, sensitive_files(config.guardrails.sensitive_files)
        if wanted.paths and not (wanted.base or wanted.staged or wanted.pr):
            scope = await files_to_review(workspace, secrets, wishes, wanted.paths)
            title, nothing = f"Review {', '.join(wanted.paths)}", "there is no text to review"
        else:
            changes = await self._changes(workspace)
            try:
                scope = await changes_to_review(
                    workspace, changes, secrets, wishes, paths=wanted.paths
                )
            except VcsFault as fault:
                raise UserError(f"{fault}; name files to review, or --project") from fault
            title, nothing = _title(changes), nothing_since(changes)
        if not scope.parts:
            left = "; ".join(f"{each.path}: {each.reason}" for each in scope.left_out)
            raise NothingToDoError(f"{nothing}{f' ({left})' if left else ''}")
        return review_of(scope, title=title)

    async def _changes(self, workspace: Workspace) -> GitRange:
        wanted = self._wanted
        if wanted.staged:
            return Staged()
        refs: Sequence[str] = ()
        if wanted.pr:
            refs = base_revisions(os.environ)
        elif wanted.base is not None:
            refs = (wanted.base,)
        else:
            return Since(untracked=True)
        start = await fork_point(workspace, refs)
        return Between(start, "HEAD") if wanted.committed else Since(start, untracked=True)

    async def conclude(
        self, flags: RunFlags, state: AgentState, workspace: Workspace, printer: Printer
    ) -> Conclusion:
        wanted = self._wanted
        open_ones = await _kept(state.findings, workspace.root, printer)
        new = [each for each in open_ones if each.finding_id not in self._known]
        if wanted.update_baseline and wanted.baseline is not None:
            if state.status is Status.SUCCESS:
                write_baseline(wanted.baseline, open_ones)
                printer.line(f"{wanted.baseline}: {counted(len(open_ones), 'known finding')}")
                new = []
            else:
                told = f"{str(wanted.baseline)!r} stays as it was: not everything was reviewed"
                printer.line(f"architect: --update-baseline: {escape_controls(told)}", "warning")
        new.sort(key=lambda each: (_RANKS[each.severity], each.path, each.line))
        told = new[: wanted.max_findings]
        return Conclusion(
            exit_code=self._exit_code(flags, state, new),
            findings=tuple(told),
            quiet_findings=len(state.findings) - len(told),
            text=_text(told, len(state.findings) - len(told), state),
        )

    def _exit_code(self, flags: RunFlags, state: AgentState, findings: Sequence[Finding]) -> int:
        """1 if a finding is as bad as `--fail-on`; else what the run itself comes to."""
        wanted = self._wanted.fail_on
        fails = wanted != "never" and any(
            _RANKS[each.severity] <= _RANKS[wanted] for each in findings
        )
        code = run_exit_code(state, on_partial=flags.exit_code_on_partial)
        return 1 if fails and state.status in (Status.SUCCESS, Status.PARTIAL) else code


async def _kept(findings: Sequence[Finding], root: Path, printer: Printer) -> list[Finding]:
    """The findings without those that the user has dismissed; they are open from now on."""
    if not findings:
        return []
    try:
        collection, problem = open_findings(root)
        if problem:
            printer.line(f"architect: {problem}", "warning")
        taken = [finding for finding in findings if collection.add(finding)]
        await collection.keep()
    except PortFault as fault:
        printer.line(f"architect: the findings cannot be kept: {fault}", "warning")
        return list(findings)
    return taken


def _instructions(file: Path | None, workspace: Workspace) -> str:
    """What the project wants of a review.

    Raises:
        UserError: the file that the user named cannot be read.
    """
    place = file or workspace.root / PROJECT_INSTRUCTIONS
    try:
        if file is None and (place.is_symlink() or not place.is_file()):
            return ""
        with place.open("rb") as opened:
            return opened.read(_MOST_INSTRUCTIONS).decode("utf-8", "replace")
    except OSError as error:
        if file is None:
            return ""
        raise UserError(f"--instructions: {str(file)!r}: {error.strerror}") from error


def _title(changes: GitRange) -> str:
    match changes:
        case Staged():
            return "Review Staged Changes"
        case Since("HEAD"):
            return "Review Uncommitted Changes"
        case _:
            return f"Review Changes Since {str(changes)[:12]}"


def _text(findings: Sequence[Finding], quiet: int, state: AgentState) -> str:
    """The findings as they are told on standard output, and the outcome in a line."""
    lines: list[str] = []
    for finding in findings:
        first, *rest = (text for text, _ in finding_lines(finding))
        lines += [f"{first} [{finding.category}] {finding.finding_id}", *rest]
    known = f" ({quiet} known or left out)" if quiet else ""
    lines.append(f"{counted(len(findings), 'finding') if findings else 'No findings'}{known}.")
    if not state.findings and state.output:
        lines.append(state.output)
    return "\n".join(lines)
