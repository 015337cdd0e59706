"""Findings as diagnostics of the protocol, and back.

LSP 3.17, "Diagnostic". They carry no version, since some editors drop what does not fit theirs.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Any, cast

from architect.domain.escape_controls import escape_controls
from architect.domain.findings import Finding, Severity
from architect.domain.ids import FindingId
from architect.domain.text.file_text import split_lines
from architect.domain.text.positions import Encoding, LineIndex, Position, Range, width
from architect.l10n import t
from architect.lsp.protocol.to_json import plain
from architect.services.tasks import Problem

SOURCE = "architect"
_SEVERITIES: dict[Severity, int] = {"error": 1, "warning": 2, "info": 3}


def diagnostics_of(findings: Sequence[Finding], lines: LineIndex) -> list[dict[str, Any]]:
    """The diagnostics of a file that the editor has open, one for each finding."""
    return [_diagnostic(*pair) for pair in zip(findings, ranges_of(findings, lines), strict=True)]


def remembered_diagnostics(findings: Sequence[Finding], encoding: Encoding) -> list[dict[str, Any]]:
    """The diagnostics of a file whose text is not at hand, by what is remembered of its lines."""
    return [_diagnostic(each, _remembered_range(each, encoding)) for each in findings]


def ranges_of(findings: Sequence[Finding], lines: LineIndex) -> list[Range]:
    """Where findings are: their lines without the blanks around them."""
    text, span_of = lines.text, _spans(lines)
    return [_range(finding, text, span_of, lines) for finding in findings]


Spans = Callable[[int], tuple[int, int]]
"""Gives the offsets where a line, counted from 0, starts and ends."""


def _range(finding: Finding, text: str, span_of: Spans, lines: LineIndex) -> Range:
    start, first_end = span_of(finding.line - 1)
    last_start, end = span_of(finding.end_line - 1)
    start += _indentation(text[start:first_end])
    end = max(start, last_start + len(text[last_start:end].rstrip()))
    return Range(lines.position_of(start), lines.position_of(end))


def _spans(lines: LineIndex) -> Spans:
    """Lines are looked up, for texts are long; but not where a lone CR ends a line for us only."""
    text = lines.text
    if text.count("\r") == text.count("\r\n"):
        return lambda line: (
            lines.offset_of(Position(line, 0)),
            lines.offset_of(Position(line, len(text) * 4)),
        )
    ends = list(accumulate(map(len, split_lines(text)), initial=0))
    bottom = len(ends) - 2
    return lambda line: (ends[min(line, bottom)], ends[min(line, bottom) + 1])


def _remembered_range(finding: Finding, encoding: Encoding) -> Range:
    line = finding.line_text
    start = Position(finding.line - 1, width(line[: _indentation(line)], encoding))
    if finding.end_line > finding.line:
        return Range(start, Position(finding.end_line, 0))
    return Range(start, Position(finding.line - 1, width(line.rstrip(), encoding)))


def _indentation(line: str) -> int:
    body = line.strip()
    return line.index(body) if body else 0


def _diagnostic(finding: Finding, where: Range) -> dict[str, Any]:
    return {
        "range": plain(where),
        "severity": _SEVERITIES[finding.severity],
        "source": SOURCE,
        "code": finding.category,
        "message": escape_controls(_message(finding)),
        "data": {"findingId": finding.finding_id},
    }


def _message(finding: Finding) -> str:
    suggestion = finding.suggestion and t("Suggestion: {words}", words=finding.suggestion)
    return "\n\n".join(filter(None, (finding.title, finding.detail, suggestion)))


def finding_of(
    diagnostic: Mapping[str, Any],
    findings: Sequence[Finding],
    shown: Sequence[Mapping[str, Any]],
) -> Finding | None:
    """The finding that an editor sends back as a diagnostic, of those `shown` for `findings`.

    It is known by its id; some editors do not return it, so by range and message too. The code,
    which editors show behind the message, is its category.
    """
    if diagnostic.get("source", SOURCE) != SOURCE:
        return None
    by_id = {finding.finding_id: finding for finding in findings}
    for wanted in _ids(diagnostic):
        if finding := by_id.get(wanted):
            return finding
    alike = (
        finding
        for finding, mine in zip(findings, shown, strict=True)
        if all(mine[key] == diagnostic.get(key) for key in ("range", "message"))
    )
    return next(alike, None)


def _ids(diagnostic: Mapping[str, Any]) -> list[FindingId]:
    found = _value(diagnostic.get("data"), "findingId")
    return [FindingId(found)] if isinstance(found, str) else []


def problem_of(diagnostic: Mapping[str, Any], path: str) -> Problem:
    """A diagnostic of any source, as far as it can be understood."""
    where, message = diagnostic.get("range"), diagnostic.get("message")
    first, last = (_line(_value(_value(where, end), "line")) for end in ("start", "end"))
    message = message if isinstance(message, str) else _value(message, "value")
    code = diagnostic.get("code")
    told = f"{message or 'no message'}" + (f" ({code})" if isinstance(code, str | int) else "")
    return Problem(path, first, max(first, last), source_of(diagnostic), told)


def source_of(diagnostic: Mapping[str, Any]) -> str:
    """Who reports it, in one line."""
    source = diagnostic.get("source")
    return " ".join(source.split()) if isinstance(source, str) and source.strip() else "the editor"


def _line(number: Any) -> int:
    """A line of the protocol, counted from 1; the first if it is none."""
    return max(number, 0) + 1 if isinstance(number, int) else 1


def _value(value: Any, key: str) -> Any:
    """What stands under `key` if `value` is an object."""
    return cast(dict[str, Any], value).get(key) if isinstance(value, dict) else None
