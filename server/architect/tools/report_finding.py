"""Reporting what a review found."""

import asyncio
from dataclasses import replace

from architect.checked.field import Field
from architect.domain.effect import Effect
from architect.domain.errors import FileMissingError, ToolFault
from architect.domain.findings import (
    UNKNOWN_CATEGORY,
    Category,
    Finding,
    Severity,
    bare_lines,
    finding_id,
    landmark,
    without_blanks,
)
from architect.domain.paths import Access, WorkspacePath, in_one_line
from architect.domain.text.undecodable_bytes import shown
from architect.domain.tool_result import ToolResult, succeeded
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.missing_path import missing_path
from architect.tools.traits import CallTraits

_INLINE_CHARS = 1_000_000
"""Up to here finding the line takes a few milliseconds of the event loop."""


class ReportFindingArgs(ToolArgs):
    """`line` and `end_line` count from 1; without `end_line` the finding is about one line."""

    path: str
    line: int
    end_line: int | None = None
    severity: Severity
    category: Category = UNKNOWN_CATEGORY
    title: str = Field(description="One line: what is wrong.")
    detail: str = Field(description="When it happens and what follows from it.")
    suggestion: str | None = Field(default=None, description="How to fix it.")


class ReportFinding(BaseTool[ReportFindingArgs]):
    """Puts a finding on record; it changes nothing in the workspace."""

    name = "report_finding"
    description = "Report one problem, with the file and the lines (counted from 1) it is in."
    args_model = ReportFindingArgs
    sensitive = False
    effect = Effect.READ

    async def run(self, args: ReportFindingArgs, context: ToolContext) -> ToolResult:
        path = context.workspace.locate(args.path, Access.READ)
        if not args.title.strip():
            raise ToolFault("title is empty: say in one line what is wrong")
        try:
            snapshot = await context.workspace.read(path)
        except FileMissingError as error:
            raise await missing_path(context.workspace, path, error) from error
        text = shown(snapshot.document.text)
        if len(text) <= _INLINE_CHARS:
            finding = _finding(args, context, path=path, text=text)
        else:
            finding = await asyncio.to_thread(_finding, args, context, path=path, text=text)
        place = f"{in_one_line(finding.path)}:{finding.line}"
        if not context.report(finding):
            return succeeded(f"{place} has already been reported with this title; continue")
        return succeeded(f"reported {finding.severity} at {place}: {finding.line_text.strip()}")

    def traits(self, args: ReportFindingArgs) -> CallTraits:
        return replace(super().traits(args), summary=f"{args.path}:{args.line}")


def _finding(
    args: ReportFindingArgs, context: ToolContext, *, path: WorkspacePath, text: str
) -> Finding:
    lines = bare_lines(text)
    end_line = args.line if args.end_line is None else args.end_line
    _require_lines(args.line, end_line, of=path, count=len(lines))
    title, line_text = " ".join(args.title.split()), landmark(lines[args.line - 1])
    bare = without_blanks(line_text)
    twins = [line for line in lines[: args.line - 1] if without_blanks(landmark(line)) == bare]
    return Finding(
        finding_id=finding_id(path.relative, args.category, line_text, ordinal=len(twins)),
        path=path.relative,
        line=args.line,
        end_line=end_line,
        severity=args.severity,
        title=title,
        detail=args.detail.strip(),
        suggestion=(args.suggestion or "").strip() or None,
        run_id=context.run_id,
        line_text=line_text,
        category=args.category,
    )


def _require_lines(first: int, last: int, *, of: WorkspacePath, count: int) -> None:
    name = in_one_line(of.relative)
    if count == 0:
        raise ToolFault(f"{name} is empty, so there is no line to report")
    if not 1 <= first <= count:
        raise ToolFault(f"there is no line {first} in {name}: it has lines 1 to {count}")
    if not first <= last <= count:
        raise ToolFault(
            f"end_line {last} is out of range: it must be between {first} and {count}, "
            f"the last line of {name}"
        )
