"""Runs, checks and findings as JUnit XML, as Jenkins and GitLab read it.

https://github.com/jenkinsci/xunit-plugin, its schema junit-10.xsd; https://docs.gitlab.com/ci/testing/unit_test_reports/
"""

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from architect.app.reports.report import CheckReport, Report, RunReport
from architect.app.reports.words import check_words, health_words
from architect.domain.escape_controls import escape_controls
from architect.domain.findings import Finding
from architect.domain.health.words import change_words
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.review_scope import shown_place

_ENDED_BADLY = ("failed", "interrupted", None)


def as_junit(report: Report) -> str:
    """One suite each for runs, checks and findings; a finding is a failed case."""
    root = Element("testsuites", name="architect")
    if report.runs or not report.title:
        _suite(root, "architect.run", [_run(each) for each in report.runs], report)
    if report.checks:
        _suite(root, "architect.checks", [_check(each) for each in report.checks], report)
    if report.health is not None and (report.health.is_gate or not report.runs):
        _suite(root, "architect.health", [_health(report.health)], report)
    if report.coverage or report.findings:
        cases = [_finding(each) for each in report.findings] or [_case("no findings", "findings")]
        _suite(root, "architect.review", cases + _not_reviewed(report), report)
    counts = [suite.attrib for suite in root]
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(each[name]) for each in counts)))
    root.set("time", f"{report.duration_s:.3f}")
    indent(root)
    text = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _suite(root: Element, name: str, cases: list[Element], report: Report) -> None:
    def number(kind: str) -> str:
        return str(sum(case.find(kind) is not None for case in cases))

    suite = SubElement(
        root,
        "testsuite",
        name=name,
        tests=str(len(cases)),
        failures=number("failure"),
        errors=number("error"),
        skipped=number("skipped"),
        time=f"{sum(float(case.get('time', '0')) for case in cases):.3f}",
    )
    if report.last is not None:
        suite.set("timestamp", report.last.started_at.strftime("%Y-%m-%dT%H:%M:%S"))
    suite.extend(cases)


def _case(name: str, kind: str, seconds: float = 0.0) -> Element:
    return Element(
        "testcase", name=_text(name)[:300], classname=f"architect.{kind}", time=f"{seconds:.3f}"
    )


def _add(case: Element, kind: str, message: str, text: str = "") -> Element:
    found = SubElement(case, kind, message=_text(message))
    if kind != "skipped":
        found.set("type", kind)
    found.text = _text(text) or None
    return case


def _run(run: RunReport) -> Element:
    case = _case(f"{run.agent}: {run.task}", "run", run.duration_s)
    if run.error is not None:
        return _add(case, "error", run.error.message, run.output)
    if run.status in _ENDED_BADLY or run.status == "partial":
        return _add(case, "failure", run.stop_reason or run.status or "no end", run.output)
    return case


def _check(check: CheckReport) -> Element:
    case = _case(check.name, "checks", check.duration_s)
    if check.passed is None:
        return _add(case, "skipped", check.reason)
    if check.passed:
        return case
    return _add(case, "failure", check_words(check), f"$ {check.command}\n{check.output}")


def _health(health: HealthMeasured) -> Element:
    case = _case("the code is no worse", "health")
    if not health.fails:
        return case
    worse = "\n".join(map(change_words, health.worse))
    return _add(case, "failure", health_words(health), worse)


def _finding(finding: Finding) -> Element:
    place = f"{finding.path}:{finding.line}"
    # A trend over builds knows it by its name, so that no line is in it.
    name = f"{finding.path}: {finding.title} ({finding.finding_id})"
    case = _case(name, f"findings.{finding.category}")
    text = "\n\n".join(filter(None, (finding.detail, finding.suggestion)))
    message = f"{finding.severity}: {finding.title}"
    return _add(case, "failure", message, f"{place}\n{text}\n{finding.finding_id}")


def _not_reviewed(report: Report) -> list[Element]:
    return [
        _add(_case(f"not reviewed: {shown_place(each)}", "coverage"), "skipped", each.reason)
        for each in report.not_reviewed
    ]


def _text(text: str) -> str:
    """Without what XML 1.0 cannot hold."""
    shown = escape_controls(text)
    return "".join(
        c
        for c in shown
        if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )
