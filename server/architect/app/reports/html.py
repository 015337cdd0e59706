"""Reports as one HTML file that needs nothing else."""

from typing import Any

import jinja2

from architect.app.reports.report import Report
from architect.app.reports.words import (
    STATUS_WORDS,
    check_words,
    figures,
    health_lists,
    health_words,
    left_out_words,
    question_words,
)
from architect.domain.escape_controls import escape_controls
from architect.domain.health.words import change_words
from architect.domain.review_scope import shown_place
from architect.services.cost_line import cost_line


def as_html(report: Report) -> str:
    """The report; all text of others is escaped, and a policy forbids scripts and loading."""
    template = _environment().get_template("report.html.jinja")
    return template.render(
        report=report,
        figures=figures(report),
        status_words=STATUS_WORDS.get(report.status, report.status),
        left_out=left_out_words(report),
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("architect.app.reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = environment.filters
    filters |= {
        "shown": _shown,
        "check_words": check_words,
        "health_lists": health_lists,
        "health_words": health_words,
        "change_words": change_words,
        "question_words": question_words,
        "cost": cost_line,
        "place": shown_place,
        "diff_lines": _diff_lines,
    }
    return environment


def _shown(value: object) -> str:
    return escape_controls(str(value))


def _diff_lines(patch: str) -> list[tuple[str, str]]:
    """The lines of a patch, each with its class."""
    return [(_kind(line), line) for line in patch.rstrip("\n").split("\n")]


def _kind(line: str) -> str:
    if line.startswith(("+++", "---", "diff ", "new file", "deleted file")):
        return "file"
    return {"+": "added", "-": "removed", "@": "hunk"}.get(line[:1], "same")
