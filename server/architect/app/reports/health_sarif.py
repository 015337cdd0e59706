"""Problems of the health of code as results in SARIF; see `sarif`."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

from architect.app.reports.report import Report
from architect.domain.health.changes import HealthChange, Kind
from architect.domain.health.measures import HIGH_COMPLEXITY, LONG_LINES
from architect.domain.health.words import change_words

_IDS: dict[Kind, str] = {
    "long": "long-function",
    "complex": "complex-function",
    "duplicate": "duplicate-block",
}
_WORDS: dict[Kind, str] = {
    "long": f"A function with more than {LONG_LINES} lines.",
    "complex": f"A function with a cyclomatic complexity of more than {HIGH_COMPLEXITY}.",
    "duplicate": "A block of code that is the same in several places.",
}
_FINGERPRINT = "architectHealthId/v1"


def health_rules() -> Iterator[dict[str, Any]]:
    for kind, name in _IDS.items():
        text = {"text": _WORDS[kind]}
        yield {
            "id": name,
            "shortDescription": text,
            "fullDescription": text,
            "help": {"text": "Measured by `architect health`."},
            "properties": {"tags": ["maintainability"], "precision": "very-high"},
        }


def health_results(
    report: Report, first_rule: int, file: Callable[[str], dict[str, str]]
) -> Iterator[dict[str, Any]]:
    """What a run has made worse as warnings, other problems as notes; rules count from there."""
    worse = report.health.worse if report.health else ()
    for level, changes in (("warning", worse), ("note", report.health_problems)):
        for change in changes:
            yield _result(change, level, first_rule, file(change.path))


def _result(
    change: HealthChange, level: str, first_rule: int, place: dict[str, str]
) -> dict[str, Any]:
    # Neither the line nor the number: both change while the problem stays.
    known = f"{change.kind}\0{change.path}\0{change.name}"
    fingerprint = sha256(known.encode("utf-8", "replace")).hexdigest()[:16]
    location = {"artifactLocation": place, "region": {"startLine": change.line}}
    return {
        "ruleId": _IDS[change.kind],
        "ruleIndex": first_rule + list(_IDS).index(change.kind),
        "level": level,
        "message": {"text": change_words(change)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
    }
