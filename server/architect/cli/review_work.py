"""`architect review`: what is looked at, and what its findings amount to."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from architect.app.review_request import (
    NothingToReviewError,
    ReviewHints,
    ReviewTarget,
    instructions_in,
    project_instructions,
    review_request,
)
from architect.bootstrap.findings import open_findings
from architect.cli.baseline import read_baseline, write_baseline
from architect.cli.exit_codes import FAILED
from architect.cli.finding_lines import finding_lines
from architect.cli.printer import Printer
from architect.cli.pull_request import base_revisions
from architect.cli.run_exit_code import run_exit_code
from architect.cli.run_flag_values import RunFlags
from architect.cli.work import Conclusion, NothingToDoError
from architect.cli.writable_file import require_writable
from architect.config.schema import Config
from architect.domain.errors import PortFault, UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.findings import Category, Finding, is_as_severe, worst_first
from architect.domain.ids import FindingId
from architect.domain.journal.state import AgentState
from architect.domain.outcome import Status
from architect.domain.run_request import RunRequest
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.l10n import english, shown, t
from architect.ports.workspace import Workspace
from architect.services.review_scope import ReviewWishes

FailOn = Literal["error", "warning", "info", "never"]

_HINTS = ReviewHints(
    without_git=english("name files to review, or --project"),
    nothing_changed=english("--base REF reviews the commits of a branch"),
)


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
        if wanted.baseline is not None and wanted.update_baseline:
            require_writable("--update-baseline", wanted.baseline)

    async def request(
        self, flags: RunFlags, task: str, workspace: Workspace, config: Config
    ) -> RunRequest:
        wanted = self._wanted
        wishes = ReviewWishes(
            wanted.focus, _instructions(wanted.instructions, workspace), wanted.max_findings
        )
        own = _own_files(wanted.baseline, flags.report_files, workspace.root)
        target = ReviewTarget(
            paths=wanted.paths,
            base=wanted.base,
            refs=tuple(base_revisions(os.environ)) if wanted.pr else (),
            staged=wanted.staged,
            committed=wanted.committed,
            project=wanted.project,
        )
        try:
            request = await review_request(
                target, workspace, config, wishes, hints=_HINTS, skipped=own
            )
        except NothingToReviewError as nothing:
            raise NothingToDoError(str(nothing)) from nothing
        return request.with_options(flags.options, review=request.edits)

    async def conclude(
        self, flags: RunFlags, state: AgentState, workspace: Workspace, printer: Printer
    ) -> Conclusion:
        wanted = self._wanted
        open_ones = await _kept(state.findings, workspace.root, printer)
        new = [each for each in open_ones if each.finding_id not in self._known]
        if wanted.update_baseline and wanted.baseline is not None:
            if state.status is Status.SUCCESS:
                write_baseline(wanted.baseline, open_ones)
                known = shown(counted(len(open_ones), "known finding"))
                printer.line(f"{wanted.baseline}: {known}")
                new = []
            else:
                told = t(
                    "architect: --update-baseline: {file!r} stays as it was: "
                    "not everything was reviewed",
                    file=str(wanted.baseline),
                )
                printer.line(escape_controls(told), "warning")
        new = worst_first(new)
        told = new[: wanted.max_findings]
        code = run_exit_code(state, on_partial=flags.exit_code_on_partial)
        failing = self._failing(new)
        if failing and state.status in (Status.SUCCESS, Status.PARTIAL):
            code = FAILED
            counts = t(
                "architect: {findings} as severe as --fail-on {severity}; "
                "`architect fix ID` has one fixed",
                findings=shown(counted(failing, "finding")),
                severity=wanted.fail_on,
            )
            printer.line(counts, "bad")
        return Conclusion(
            exit_code=code,
            findings=tuple(told),
            quiet_findings=len(state.findings) - len(told),
            text=_text(told, len(new) - len(told), state),
        )

    def _failing(self, findings: Sequence[Finding]) -> int:
        """How many findings are as bad as `--fail-on`."""
        limit = self._wanted.fail_on
        return sum(limit != "never" and is_as_severe(each.severity, limit) for each in findings)


async def _kept(findings: Sequence[Finding], root: Path, printer: Printer) -> list[Finding]:
    """The findings without those that the user has dismissed; they are open from now on."""
    if not findings:
        return []
    try:
        collection, problem = open_findings(root)
        if problem:
            printer.line(f"architect: {shown(problem)}", "warning")
        taken = [finding for finding in findings if collection.add(finding)]
        await collection.keep()
    except PortFault as fault:
        printer.line(
            t("architect: the findings cannot be kept: {fault}", fault=shown(str(fault))), "warning"
        )
        return list(findings)
    return taken


def _instructions(file: Path | None, workspace: Workspace) -> str:
    """What the project wants of a review.

    Raises:
        UserError: the file that the user named cannot be read.
    """
    if file is None:
        return project_instructions(workspace.root)
    try:
        return instructions_in(file)
    except OSError as error:
        raise UserError(f"--instructions: {str(file)!r}: {error.strerror}") from error


def _own_files(baseline: Path | None, reports: Sequence[Path], root: Path) -> Mapping[str, str]:
    """The files in the workspace that this command reads or writes itself, and what they are."""
    named = [(baseline, english("the baseline"))] if baseline else []
    named += [(report, english("a report of architect")) for report in reports]
    places = [(file.resolve(), what) for file, what in named]
    inside = [each for each in places if each[0].is_relative_to(root.resolve())]
    return {file.relative_to(root.resolve()).as_posix(): what for file, what in inside}


def _text(findings: Sequence[Finding], more: int, state: AgentState) -> str:
    """The findings as they are told on standard output, and the outcome in a line."""
    lines: list[str] = []
    for finding in findings:
        first, *rest = (text for text, _ in finding_lines(finding))
        lines += [f"{first} [{finding.category}] {finding.finding_id}", *rest]
    known = len(state.findings) - len(findings) - more
    quiet = ", ".join(
        [
            *([t("{known} known", known=known)] if known else []),
            *([t("{more} beyond --max-findings", more=more)] if more else []),
        ]
    )
    count = shown(counted(len(findings), "finding")) if findings else t("No findings")
    if state.status is not Status.SUCCESS:
        count = t("{findings} in what was reviewed", findings=count)
    lines.append(f"{count} ({quiet})." if quiet else f"{count}.")
    if not state.findings and state.output:
        lines.append(state.output)
    return "\n".join(lines)
