"""A review of changes or files."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, get_args

from architect.app.review_request import (
    NothingToReviewError,
    ReviewHints,
    ReviewTarget,
    project_instructions,
    review_request,
)
from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.errors import UserError
from architect.domain.findings import Category, Finding, Severity, worst_first
from architect.domain.journal.call_events import FindingReported
from architect.domain.journal.check_events import ReviewCovered
from architect.domain.journal.events import Record
from architect.domain.review_scope import FileCoverage
from architect.domain.run_request import RunOptions
from architect.mcp_server.run_result import RUN_FIELDS, run_answer, run_document
from architect.mcp_server.runs import Runs
from architect.mcp_server.served_tool import (
    TEXT,
    TEXT_OR_NULL,
    Caller,
    Hints,
    ServedTool,
    ToolAnswer,
    object_schema,
)
from architect.services.review_scope import ReviewWishes

_MOST_PATHS = 500
_FINDING = object_schema(
    {
        "finding_id": TEXT,
        "path": TEXT,
        "line": {"type": "integer"},
        "end_line": {"type": "integer"},
        "severity": {"enum": list(get_args(Severity))},
        "category": TEXT,
        "title": TEXT,
        "detail": TEXT,
        "suggestion": TEXT_OR_NULL,
    }
)
_NOT_REVIEWED = object_schema({"path": TEXT, "reason": TEXT})
_SCHEMA = object_schema(
    {
        "findings": {"type": "array", "items": _FINDING},
        "not_reviewed": {"type": "array", "items": _NOT_REVIEWED},
        **RUN_FIELDS,
    }
)
_FIELDS: Mapping[str, Any] = _FINDING["properties"]


_HINTS = ReviewHints(
    without_git="name files to review in paths",
    nothing_changed="base reviews the commits since a revision",
)


class ReviewArgs(Model, lax=True):
    paths: tuple[str, ...] = Field(
        default=(),
        max_length=_MOST_PATHS,
        description="Files and folders to review, or where changes count.",
    )
    base: str | None = Field(
        default=None, min_length=1, description="Review what changed since HEAD left this revision."
    )
    staged: bool = Field(default=False, description="Review what is staged.")
    focus: tuple[Category, ...] = Field(default=(), description="Look for these only.")
    instructions: str = Field(
        default="",
        max_length=20_000,
        description="What to look for, besides what REVIEW.md of the project says.",
    )
    max_findings: int | None = Field(default=None, ge=1, le=1000)


class _Reported:
    """A sink that keeps what a review says."""

    def __init__(self) -> None:
        self.findings: dict[str, Finding] = {}
        self.coverage: tuple[FileCoverage, ...] = ()

    def show(self, record: Record) -> None:
        match record.event:
            case FindingReported(finding=finding):
                self.findings[finding.finding_id] = finding
            case ReviewCovered(files=files):
                self.coverage = files
            case _:
                pass


def review_tool(runs: Runs) -> ServedTool:
    async def call(args: ReviewArgs, caller: Caller) -> ToolAnswer:
        if args.base and args.staged:
            raise UserError("base and staged exclude each other")
        settings = runs.folder.settings()
        wanted = "\n\n".join(
            filter(None, [project_instructions(runs.folder.root), args.instructions])
        )
        target = ReviewTarget(paths=args.paths, base=args.base, staged=args.staged)
        wishes = ReviewWishes(args.focus, wanted, args.max_findings)
        try:
            request = await review_request(
                target, runs.opened.disk, settings.config, wishes, hints=_HINTS
            )
        except NothingToReviewError as nothing:
            return _nothing(str(nothing))
        reported = _Reported()
        run = await runs.go(request, caller, settings, options=RunOptions(), sinks=(reported,))
        findings = _open(reported.findings.values(), runs)[: args.max_findings]
        return _answer(findings, reported.coverage, run_document(run))

    return ServedTool(
        name="review",
        title="Review",
        description=(
            "Have architect's reviewer, with a model of its own, review the changes since the last "
            "commit (default), since a base, what is staged, or files. It changes nothing. The "
            "result has the findings with place, severity and suggestion, and what was not "
            "reviewed. Findings that the user dismissed do not come again."
        ),
        args_model=ReviewArgs,
        output_schema=_SCHEMA,
        hints=Hints(only_reads=True, reaches_out=True),
        call=call,
    )


def _open(findings: Any, runs: Runs) -> list[Finding]:
    """Those that the user has not dismissed, the worst first."""
    kept = runs.opened.findings
    return worst_first(each for each in findings if kept.get(each.finding_id) is not None)


def _answer(
    findings: Sequence[Finding], coverage: Sequence[FileCoverage], run: Mapping[str, Any]
) -> ToolAnswer:
    missed = [{"path": each.path, "reason": each.reason} for each in coverage if each.reason]
    document = {"findings": list(map(_document, findings)), "not_reviewed": missed, **run}
    lines = [line for each in findings for line in _lines(each)]
    lines += [f"not reviewed: {each['path']}: {each['reason']}" for each in missed]
    return run_answer(document, more="\n".join(lines or ["No findings."]))


def _document(finding: Finding) -> dict[str, Any]:
    return {key: value for key, value in asdict(finding).items() if key in _FIELDS}


def _lines(finding: Finding) -> list[str]:
    place = f"{finding.path}:{finding.line}"
    head = f"{place}: {finding.severity}: {finding.title} [{finding.category}]"
    suggestion = f"  suggestion: {finding.suggestion}" if finding.suggestion else ""
    return [head, f"  {finding.detail}", *([suggestion] if suggestion else [])]


def _nothing(why: str) -> ToolAnswer:
    """The answer where there is nothing to look at, which is no error."""
    document: dict[str, Any] = {
        "findings": [],
        "not_reviewed": [],
        "ending": "completed",
        "ending_words": "There was nothing to review",
        "error": None,
        "session_id": "",
        "run_id": "",
        "output": why,
        "files_changed": [],
        "denied": [],
        "steps": 0,
        "cost_usd": 0.0,
    }
    return ToolAnswer(f"There was nothing to review: {why}", document)
