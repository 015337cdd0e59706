"""Reports as a comment on a pull request."""

from collections.abc import Sequence
from dataclasses import replace

from architect.app.reports import markdown
from architect.app.reports.markdown import Section
from architect.app.reports.report import Report
from architect.app.reports.safe_markdown import inline, paragraph
from architect.app.reports.words import is_review, outcome
from architect.domain.findings import Finding
from architect.domain.text.counted import counted
from architect.l10n import english, shown, t, tn

COMMENT_MARKER = "<!-- architect-report -->"
"""By which a comment is found again to be updated."""

MOST_COMMENT_BYTES = 60_000
"""GitHub takes 65,536 characters."""

_MOST_WORDS = 1_500
"""Characters of one text."""


def as_comment(report: Report) -> str:
    """The report as a comment: its parts fold up, and what does not fit is left out."""
    report = replace(report, findings=tuple(map(_shortened, report.findings)))
    head = "\n\n".join(filter(None, (COMMENT_MARKER, markdown.title_line(report), _told(report))))
    room = MOST_COMMENT_BYTES - _size(head) - 200
    parts: list[str] = []
    left_out: list[str] = []
    for name, section in _SECTIONS:
        content = section(report)
        if name == "Findings" and _size(content) > room // 2:
            content = _first_findings(report, room // 2)
        if not content:
            continue
        folded = _folded(name, content.partition("\n\n")[2], is_open=name == "Findings")
        if _size(folded) <= room:
            parts.append(folded)
            room -= _size(folded) + 2
        else:
            left_out.append(t(name).lower())
    if left_out:
        parts.append(t("_Too long for a comment: {parts}._", parts=", ".join(left_out)))
    return "\n\n".join([head, *parts]) + "\n"


def _told(report: Report) -> str:
    """What a comment says first: counts, and the words of the agent."""
    counts = [shown(counted(len(report.findings), "finding"))] if is_review(report) else []
    if report.files:
        counts.append(tn("{number} file changed", "{number} files changed", len(report.files)))
    if report.not_reviewed:
        counts.append(
            tn(
                "{number} place not reviewed",
                "{number} places not reviewed",
                len(report.not_reviewed),
            )
        )
    failed = [check for check in report.checks if check.passed is False]
    if failed:
        counts.append(tn("{number} check failed", "{number} checks failed", len(failed)))
    line = f"**{' · '.join(counts)}**" if counts else ""
    words = paragraph(outcome(report)[:4_000])
    error = report.last.error if report.last else None
    problem = f"**{t('Error:')}** {inline(_cut(shown(error.message)))}" if error else ""
    return "\n\n".join(filter(None, (line, problem, words)))


def _first_findings(report: Report, room: int) -> str:
    """As many findings as fit into `room` bytes, and how many more there are."""
    items: list[str] = []
    for finding in report.findings:
        item = markdown.finding_item(finding)
        room -= _size(item) + 2
        if room < 0:
            break
        items.append(item)
    more = len(report.findings) - len(items) + report.quiet_findings
    rest = t("_{more} more are in the report._", more=more)
    return f"### {t('Findings')}\n\n" + "\n\n".join([*items, rest])


def _shortened(finding: Finding) -> Finding:
    suggestion = finding.suggestion and _cut(finding.suggestion)
    title, detail = _cut(finding.title), _cut(finding.detail)
    return replace(finding, title=title, detail=detail, suggestion=suggestion)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]} [...]"


def _folded_tables(report: Report) -> str:
    return (
        "### Runs\n\n" + "\n\n".join(map(markdown.rows_of, report.tables)) if report.tables else ""
    )


def _details(report: Report) -> str:
    return f"### Run\n\n{markdown.figures_table(report)}"


def _folded(name: str, content: str, *, is_open: bool) -> str:
    opened = " open" if is_open else ""
    return f"<details{opened}><summary>{t(name)}</summary>\n\n{content}\n\n</details>"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


_SECTIONS: Sequence[tuple[str, Section]] = (
    (english("Runs"), _folded_tables),
    (english("Findings"), markdown.findings),
    (english("Not reviewed"), markdown.not_reviewed),
    (english("Checks"), markdown.checks),
    (english("Health"), markdown.health),
    (english("Notes"), markdown.notes),
    (english("Files"), markdown.files),
    (english("Changes"), markdown.changes),
    ("Run", _details),
)
