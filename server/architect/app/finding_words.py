"""What severities of findings are called where people read them; categories are names of rules."""

from collections.abc import Mapping

from architect.domain.findings import Severity
from architect.l10n import english, shown

_SEVERITIES: Mapping[Severity, str] = {
    "error": english("error"),
    "warning": english("warning"),
    "info": english("info"),
}


def severity_word(severity: Severity) -> str:
    """In the language of the user."""
    return shown(_SEVERITIES[severity])
