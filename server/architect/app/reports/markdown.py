"""Reports in Markdown."""

from collections.abc import Callable, Sequence

from architect.app.finding_words import severity_word
from architect.app.reports.report import Report, ReportTable
from architect.app.reports.safe_markdown import block, cell, code, inline, paragraph
from architect.app.reports.words import (
    Grade,
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
from architect.domain.findings import Finding
from architect.domain.health.words import change_words
from architect.domain.journal.state import Denial
from architect.domain.review_scope import shown_place
from architect.l10n import shown, shown_exactly, t, tn

_ICONS: dict[Grade, str] = {"good": "✅", "warning": "⚠️", "bad": "❌"}
_SEVERITY_ICONS = {"error": "🔴", "warning": "🟡", "info": "🔵"}
_MOST_PATHS = 50

Section = Callable[[Report], str]


def as_markdown(report: Report) -> str:
    """The whole report."""
    sections = (title_line, figures_table, *_SECTIONS)
    parts = (section(report) for section in sections)
    return "\n\n".join(filter(None, parts)) + "\n"


def title_line(report: Report) -> str:
    words, grade = headline(report)
    task = inline(subject(report)[:200]) or t("Nothing to do")
    return f"## {_ICONS[grade]} {shown(words)}: {task}"


def figures_table(report: Report) -> str:
    rows = [f"| {t(name)} | {inline(shown_exactly(value))} |" for name, value in figures(report)]
    return "\n".join(["| | |", "|---|---|", *rows])


def _outcome(report: Report) -> str:
    error = report.last.error if report.last else None
    problem = f"**{t('Error:')}** {inline(shown(error.message))}" if error else ""
    parts = [problem, paragraph(outcome(report))]
    told = "\n\n".join(filter(None, parts))
    return f"### {t('Outcome')}\n\n{told}" if told else ""


def _tables(report: Report) -> str:
    return "\n\n".join(
        f"### {inline(shown(each.title))}\n\n{rows_of(each)}" for each in report.tables
    )


def rows_of(table: ReportTable) -> str:
    rows = (f"| {' | '.join(map(_told, row))} |" for row in (table.columns, *table.rows))
    head, *rest = rows
    parts = ["\n".join([head, "|---" * len(table.columns) + "|", *rest])]
    for title, members in table.lists:
        items = [f"- {_told(each)}" for each in members]
        parts.append(f"{_told(title)}\n\n" + _listed(items))
    return "\n\n".join(parts)


def findings(report: Report) -> str:
    findings_head = f"### {t('Findings')}"
    if not report.findings and not report.quiet_findings:
        none = t("None in what was reviewed.") if report.not_reviewed else t("None.")
        return f"{findings_head}\n\n{none}" if report.coverage else ""
    items = list(map(finding_item, report.findings))
    if report.quiet_findings:
        items.append(t("_{more} more are known or left out._", more=report.quiet_findings))
    return f"{findings_head}\n\n" + "\n\n".join(items)


def finding_item(finding: Finding) -> str:
    icon = _SEVERITY_ICONS[finding.severity]
    place = code(f"{finding.path}:{finding.line}")
    kind = f"{severity_word(finding.severity)}, {finding.category}"
    lines = [f"{icon} **{inline(finding.title)}** ({kind}) {place}"]
    if finding.detail:
        lines.append(paragraph(finding.detail))
    if finding.suggestion:
        lines.append(t("Suggestion: {words}", words=paragraph(finding.suggestion)))
    lines.append(f"`architect fix {finding.finding_id}`")
    return "\n\n".join(lines)


def health(report: Report) -> str:
    measured = report.health
    if measured is None:
        return ""
    parts = [f"### {t('Health')}\n\n{inline(shown(health_words(measured)))}"]
    for name, some, count in health_lists(report):
        items = [f"- {inline(shown(change_words(each)))}" for each in some[:_MOST_PATHS]]
        items += (
            [f"- {t('and {more} more', more=count - _MOST_PATHS)}"] if count > _MOST_PATHS else []
        )
        if items:
            parts.append(f"**{shown(name)}**\n\n" + "\n".join(items))
    if measured.not_measured:
        items = [
            f"- {code(each.path)}: {inline(shown(each.reason))}" for each in measured.not_measured
        ]
        parts.append(f"**{t('Not measured')}**\n\n" + _listed(items))
    return "\n\n".join(parts)


def not_reviewed(report: Report) -> str:
    places = report.not_reviewed
    if not places:
        return ""
    items = [f"- {code(shown_place(each))}: {inline(shown(each.reason))}" for each in places]
    return f"### {t('Not reviewed')}\n\n" + _listed(items)


def checks(report: Report) -> str:
    if not report.checks:
        return ""
    rows = [
        f"| {inline(each.name)} | {cell(each.command)} | {inline(shown(check_words(each)))} |"
        for each in report.checks
    ]
    table = "\n".join([t("| check | command | result |"), "|---|---|---|", *rows])
    failed = [
        f"{code(each.name)}:\n\n{block(each.output)}"
        for each in report.checks
        if each.passed is False and each.output.strip()
    ]
    return "\n\n".join([f"### {t('Checks')}", table, *failed])


def files(report: Report) -> str:
    if not report.files:
        return ""
    items = [
        f"- {code(each.path)} +{each.added} -{each.removed}, {shown(each.kind)}"
        + (f" {t('by a command')}" if each.by_command else "")
        for each in report.files
    ]
    return f"### {t('Files')}\n\n" + _listed(items)


def changes(report: Report) -> str:
    return f"### {t('Changes')}\n\n{block(report.patch, 'diff')}" if report.patch else ""


def _plan(report: Report) -> str:
    marks = {"completed": "x", "in_progress": "-", "pending": " "}
    items = [f"- [{marks.get(each.status, ' ')}] {inline(each.step)}" for each in report.plan]
    return f"### {t('Plan')}\n\n" + "\n".join(items) if items else ""


def _call(denied: Denial) -> str:
    return f"{denied.name} {shown_exactly(denied.summary)}"


def notes(report: Report) -> str:
    items = [
        f"- {t('denied')}: {inline(_call(each))}: {inline(shown(each.reason))}"
        for each in report.denials
    ]
    items += [f"- {t('asked')}: {inline(shown(question_words(each)))}" for each in report.questions]
    items += [
        f"- hook {inline(each.name)}: {inline(shown(each.problem))}"
        for each in report.hook_failures
    ]
    items += [
        f"- {t('changes not recorded')}: {inline(shown(each))}" for each in report.not_recorded
    ]
    items += [f"- {t('read text from outside')}: {inline(each)}" for each in report.taints]
    if report.redactions:
        items.append(
            tn("- {number} secret replaced", "- {number} secrets replaced", report.redactions)
        )
    evaluation = report.evaluation
    if evaluation is not None and not evaluation.accepted:
        points = "; ".join(evaluation.issues) or evaluation.suggestion
        items.append(f"- {t('self-evaluation: not done')}: {inline(points)}")
    return f"### {t('Notes')}\n\n" + _listed(items) if items else ""


def _costs(report: Report) -> str:
    from architect.services.cost_line import cost_line

    rows = [
        f"| {shown(name)} | {inline(shown(cost_line(each)))} |"
        for name, each in report.spending.by_source.items()
    ]
    return (
        "\n".join([f"### {t('Costs')}\n", t("| for | spent |"), "|---|---|", *rows]) if rows else ""
    )


def _timeline(report: Report) -> str:
    if not report.timeline:
        return ""
    items = [f"- {moment.at:%H:%M:%S} {inline(moment_words(moment))}" for moment in report.timeline]
    hidden = left_out_words(report)
    rest = t("_Left out: {parts}._", parts=hidden)
    return f"### {t('Timeline')}\n\n" + "\n".join(items) + (f"\n\n{rest}" if hidden else "")


def _told(text: str) -> str:
    return inline(shown(text))


def _listed(items: Sequence[str]) -> str:
    more = len(items) - _MOST_PATHS
    return "\n".join(items[:_MOST_PATHS]) + (
        f"\n- {t('and {more} more', more=more)}" if more > 0 else ""
    )


_SECTIONS: Sequence[Section] = (
    _outcome,
    _tables,
    findings,
    not_reviewed,
    checks,
    health,
    notes,
    _plan,
    files,
    changes,
    _costs,
    _timeline,
)
