"""Reports as one HTML file that needs nothing else."""

from typing import Any

import jinja2

from architect.app.finding_words import severity_word
from architect.app.reports.report import Report
from architect.app.reports.words import (
    PLAN_WORDS,
    check_words,
    figures,
    headline,
    health_lists,
    health_words,
    left_out_words,
    moment_words,
    outcome,
    question_words,
    subject,
)
from architect.domain.escape_controls import escape_controls
from architect.domain.health.words import change_words
from architect.domain.journal.change_events import CHANGE_WORDS
from architect.domain.review_scope import shown_place
from architect.l10n import language, shown, shown_exactly, t, tn
from architect.lazy_pattern import lazy_pattern
from architect.services.cost_line import cost_line

_HUNK = lazy_pattern(r"@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@")
"""A line of a hunk may look like the head of a file, so what is in it is counted."""


def as_html(report: Report) -> str:
    """The report; all text of others is escaped, and a policy forbids scripts and loading."""
    words, grade = headline(report)
    template = environment().get_template("report.html.jinja")
    return template.render(
        report=report,
        figures=figures(report),
        headline=words,
        subject=subject(report),
        outcome=outcome(report),
        grade=grade,
        left_out=left_out_words(report),
    )


def environment() -> jinja2.Environment:
    """What all our pages are made with."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("architect.app.reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: dict[str, Any] = environment.filters
    filters |= {
        "severity": severity_word,
        "shown": _shown,
        "told": shown,
        "exactly": shown_exactly,
        "check_words": check_words,
        "health_lists": health_lists,
        "health_words": health_words,
        "moment_words": moment_words,
        "change_words": change_words,
        "question_words": question_words,
        "cost": cost_line,
        "place": shown_place,
        "diff_lines": _diff_lines,
    }
    names: dict[str, Any] = environment.globals
    names |= {"language": language, "t": t, "tn": tn}
    names |= {"CHANGE_WORDS": CHANGE_WORDS, "PLAN_WORDS": PLAN_WORDS}
    return environment


def _shown(value: object) -> str:
    return escape_controls(str(value))


def _diff_lines(patch: str) -> list[tuple[str, str]]:
    """The lines of a patch, each with its class."""
    lines: list[tuple[str, str]] = []
    old = new = 0
    for line in patch.rstrip("\n").split("\n"):
        if old <= 0 and new <= 0 and not line.startswith("\\"):
            found = _HUNK.match(line)
            old, new = (int(found[1] or 1), int(found[2] or 1)) if found else (0, 0)
            lines.append(("hunk" if found else "file", line))
            continue
        lines.append(({"+": "added", "-": "removed"}.get(line[:1], "same"), line))
        old -= line[:1] in ("-", " ", "")
        new -= line[:1] in ("+", " ", "")
    return lines
