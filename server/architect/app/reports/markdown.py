"""Reports in Markdown: whole, and as a comment on a pull request."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from architect.app.reports.report import Report, ReportTable
from architect.app.reports.safe_markdown import block, cell, code, inline, paragraph
from architect.app.reports.words import (
    Grade,
    check_words,
    figures,
    headline,
    health_lists,
    health_words,
    is_review,
    left_out_words,
    question_words,
)
from architect.domain.findings import Finding
from architect.domain.health.words import change_words
from architect.domain.review_scope import shown_place
from architect.domain.text.counted import counted

COMMENT_MARKER = "<!-- architect-report -->"
"""By which a comment is found again to be updated."""

MOST_COMMENT_BYTES = 60_000
"""GitHub takes 65,536 characters."""

_ICONS: dict[Grade, str] = {"good": "✅", "warning": "⚠️", "bad": "❌"}
_SEVERITY_ICONS = {"error": "🔴", "warning": "🟡", "info": "🔵"}
_MOST_PATHS = 50
_MOST_WORDS = 1_500
"""Characters of one text in a comment."""

Section = Callable[[Report], str]


def as_markdown(report: Report) -> str:
    """The whole report."""
    parts = [_title(report), _table(report), *(section(report) for _, section in _SECTIONS)]
    return "\n\n".join(filter(None, parts)) + "\n"


def as_comment(report: Report) -> str:
    """The report as a comment: its parts fold up, and what does not fit is left out."""
    report = replace(report, findings=tuple(map(_shortened, report.findings)))
    head = "\n\n".join(filter(None, (COMMENT_MARKER, _title(report), _told(report))))
    room = MOST_COMMENT_BYTES - _size(head) - 200
    shown: list[str] = []
    left_out: list[str] = []
    for name, section in _COMMENT_SECTIONS:
        content = section(report)
        if name == "Findings" and _size(content) > room // 2:
            content = _first_findings(report, room // 2)
        if not content:
            continue
        folded = _folded(name, content.partition("\n\n")[2], is_open=name == "Findings")
        if _size(folded) <= room:
            shown.append(folded)
            room -= _size(folded) + 2
        else:
            left_out.append(name.lower())
    if left_out:
        shown.append(f"_Too long for a comment: {', '.join(left_out)}._")
    return "\n\n".join([head, *shown]) + "\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _title(report: Report) -> str:
    words, grade = headline(report)
    task = inline(report.subject[:200]) or "Nothing to do"
    return f"## {_ICONS[grade]} {words}: {task}"


def _table(report: Report) -> str:
    rows = [f"| {name} | {inline(value)} |" for name, value in figures(report)]
    return "\n".join(["| | |", "|---|---|", *rows])


def _told(report: Report) -> str:
    """What a comment says first: counts, and the words of the agent."""
    counts = [counted(len(report.findings), "finding")] if is_review(report) else []
    if report.files:
        counts.append(f"{counted(len(report.files), 'file')} changed")
    if report.not_reviewed:
        counts.append(f"{counted(len(report.not_reviewed), 'place')} not reviewed")
    failed = [check for check in report.checks if check.passed is False]
    if failed:
        counts.append(f"{counted(len(failed), 'check')} failed")
    line = f"**{' · '.join(counts)}**" if counts else ""
    words = paragraph(report.output[:4_000])
    error = report.last.error if report.last else None
    problem = f"**Error:** {inline(_cut(error.message))}" if error else ""
    return "\n\n".join(filter(None, (line, problem, words)))


def _outcome(report: Report) -> str:
    error = report.last.error if report.last else None
    problem = f"**Error:** {inline(error.message)}" if error else ""
    parts = [problem, paragraph(report.output)]
    told = "\n\n".join(filter(None, parts))
    return f"### Outcome\n\n{told}" if told else ""


def _tables(report: Report) -> str:
    return "\n\n".join(f"### {inline(each.title)}\n\n{_own_table(each)}" for each in report.tables)


def _folded_tables(report: Report) -> str:
    return "### Runs\n\n" + "\n\n".join(map(_own_table, report.tables)) if report.tables else ""


def _own_table(table: ReportTable) -> str:
    rows = (f"| {' | '.join(map(inline, row))} |" for row in (table.columns, *table.rows))
    head, *rest = rows
    parts = ["\n".join([head, "|---" * len(table.columns) + "|", *rest])]
    for title, members in table.lists:
        items = [f"- {inline(each)}" for each in members]
        parts.append(f"{inline(title)}\n\n" + _listed(items))
    return "\n\n".join(parts)


def _findings(report: Report) -> str:
    if not report.findings and not report.quiet_findings:
        none = "None in what was reviewed." if report.not_reviewed else "None."
        return f"### Findings\n\n{none}" if report.coverage else ""
    items = list(map(_finding, report.findings))
    if report.quiet_findings:
        items.append(f"_{report.quiet_findings} more are known or left out._")
    return "### Findings\n\n" + "\n\n".join(items)


def _first_findings(report: Report, room: int) -> str:
    """As many findings as fit into `room` bytes, and how many more there are."""
    items: list[str] = []
    for finding in report.findings:
        item = _finding(finding)
        room -= _size(item) + 2
        if room < 0:
            break
        items.append(item)
    more = len(report.findings) - len(items) + report.quiet_findings
    return "### Findings\n\n" + "\n\n".join([*items, f"_{more} more are in the report._"])


def _shortened(finding: Finding) -> Finding:
    suggestion = finding.suggestion and _cut(finding.suggestion)
    title, detail = _cut(finding.title), _cut(finding.detail)
    return replace(finding, title=title, detail=detail, suggestion=suggestion)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_WORDS else f"{text[:_MOST_WORDS]} [...]"


def _finding(finding: Finding) -> str:
    icon = _SEVERITY_ICONS[finding.severity]
    place = code(f"{finding.path}:{finding.line}")
    lines = [f"{icon} **{inline(finding.title)}** ({finding.severity}, {finding.category}) {place}"]
    if finding.detail:
        lines.append(paragraph(finding.detail))
    if finding.suggestion:
        lines.append(f"Suggestion: {paragraph(finding.suggestion)}")
    lines.append(f"`architect fix {finding.finding_id}`")
    return "\n\n".join(lines)


def _health(report: Report) -> str:
    health = report.health
    if health is None:
        return ""
    parts = [f"### Health\n\n{inline(health_words(health))}"]
    for name, changes, count in health_lists(report):
        items = [f"- {inline(change_words(each))}" for each in changes[:_MOST_PATHS]]
        items += [f"- and {count - _MOST_PATHS} more"] if count > _MOST_PATHS else []
        if items:
            parts.append(f"**{name}**\n\n" + "\n".join(items))
    if health.not_measured:
        items = [f"- {code(each.path)}: {inline(each.reason)}" for each in health.not_measured]
        parts.append("**Not measured**\n\n" + _listed(items))
    return "\n\n".join(parts)


def _not_reviewed(report: Report) -> str:
    places = report.not_reviewed
    if not places:
        return ""
    items = [f"- {code(shown_place(each))}: {inline(each.reason)}" for each in places]
    return "### Not reviewed\n\n" + _listed(items)


def _checks(report: Report) -> str:
    if not report.checks:
        return ""
    rows = [
        f"| {inline(each.name)} | {cell(each.command)} | {inline(check_words(each))} |"
        for each in report.checks
    ]
    table = "\n".join(["| check | command | result |", "|---|---|---|", *rows])
    failed = [
        f"{code(each.name)}:\n\n{block(each.output)}"
        for each in report.checks
        if each.passed is False and each.output.strip()
    ]
    return "\n\n".join(["### Checks", table, *failed])


def _files(report: Report) -> str:
    if not report.files:
        return ""
    items = [
        f"- {code(each.path)} +{each.added} -{each.removed}, {each.kind}"
        + (" by a command" if each.by_command else "")
        for each in report.files
    ]
    return "### Files\n\n" + _listed(items)


def _patch(report: Report) -> str:
    return f"### Changes\n\n{block(report.patch, 'diff')}" if report.patch else ""


def _plan(report: Report) -> str:
    marks = {"completed": "x", "in_progress": "-", "pending": " "}
    items = [f"- [{marks.get(each.status, ' ')}] {inline(each.step)}" for each in report.plan]
    return "### Plan\n\n" + "\n".join(items) if items else ""


def _problems(report: Report) -> str:
    items = [
        f"- denied: {inline(f'{each.name} {each.summary}')}: {inline(each.reason)}"
        for each in report.denials
    ]
    items += [f"- asked: {inline(question_words(each))}" for each in report.questions]
    items += [
        f"- hook {inline(each.name)}: {inline(each.problem)}" for each in report.hook_failures
    ]
    items += [f"- changes not recorded: {inline(each)}" for each in report.not_recorded]
    items += [f"- read text from outside: {inline(each)}" for each in report.taints]
    if report.redactions:
        items.append(f"- {counted(report.redactions, 'secret')} replaced")
    evaluation = report.evaluation
    if evaluation is not None and not evaluation.accepted:
        points = "; ".join(evaluation.issues) or evaluation.suggestion
        items.append(f"- self-evaluation: not done: {inline(points)}")
    return "### Notes\n\n" + _listed(items) if items else ""


def _costs(report: Report) -> str:
    from architect.services.cost_line import cost_line

    rows = [
        f"| {name} | {inline(cost_line(each))} |"
        for name, each in report.spending.by_source.items()
    ]
    return "\n".join(["### Costs\n", "| for | spent |", "|---|---|", *rows]) if rows else ""


def _timeline(report: Report) -> str:
    if not report.timeline:
        return ""
    items = [f"- {moment.at:%H:%M:%S} {inline(moment.what)}" for moment in report.timeline]
    hidden = left_out_words(report)
    return "### Timeline\n\n" + "\n".join(items) + (f"\n\n_Left out: {hidden}._" if hidden else "")


def _listed(items: Sequence[str]) -> str:
    more = len(items) - _MOST_PATHS
    return "\n".join(items[:_MOST_PATHS]) + (f"\n- and {more} more" if more > 0 else "")


def _details(report: Report) -> str:
    return f"### Run\n\n{_table(report)}"


def _folded(name: str, content: str, *, is_open: bool) -> str:
    opened = " open" if is_open else ""
    return f"<details{opened}><summary>{name}</summary>\n\n{content}\n\n</details>"


_SECTIONS: Sequence[tuple[str, Section]] = (
    ("Outcome", _outcome),
    ("Runs", _tables),
    ("Findings", _findings),
    ("Not reviewed", _not_reviewed),
    ("Checks", _checks),
    ("Health", _health),
    ("Notes", _problems),
    ("Plan", _plan),
    ("Files", _files),
    ("Changes", _patch),
    ("Costs", _costs),
    ("Timeline", _timeline),
)
_COMMENT_SECTIONS: Sequence[tuple[str, Section]] = (
    ("Runs", _folded_tables),
    ("Findings", _findings),
    ("Not reviewed", _not_reviewed),
    ("Checks", _checks),
    ("Health", _health),
    ("Notes", _problems),
    ("Files", _files),
    ("Changes", _patch),
    ("Run", _details),
)
