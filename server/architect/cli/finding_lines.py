"""What people see of a finding of a review."""

from collections.abc import Iterator

from architect.app.finding_words import severity_word
from architect.cli.printer import Style
from architect.domain.escape_controls import in_one_line
from architect.domain.findings import Finding, Severity
from architect.l10n import t

_STYLES: dict[Severity, Style] = {"error": "bad", "warning": "warning", "info": "plain"}


def finding_lines(finding: Finding) -> Iterator[tuple[str, Style]]:
    """The place and the title, then what it is about and what the reviewer suggests."""
    place = f"{in_one_line(finding.path)}:{finding.line}"
    yield f"{place}: {severity_word(finding.severity)}: {finding.title}", _STYLES[finding.severity]
    for text in (
        finding.detail,
        finding.suggestion and t("suggestion: {suggestion}", suggestion=finding.suggestion),
    ):
        for line in (text or "").strip().split("\n"):
            if line.strip():
                yield f"  {line.rstrip()}", "dim"
