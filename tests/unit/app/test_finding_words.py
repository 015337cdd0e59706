"""Severities of findings are read in the user's language; the names of categories stay."""

from collections.abc import Generator

import pytest

from architect.app.reports.markdown import finding_item
from architect.cli.finding_lines import finding_lines
from architect.domain.findings import Finding
from architect.domain.ids import FindingId, RunId
from architect.l10n import SOURCE, use_language

FINDING = Finding(
    finding_id=FindingId("f"),
    path="a.py",
    line=1,
    end_line=1,
    severity="warning",
    title="Wrong",
    detail="",
    suggestion=None,
    run_id=RunId("r-1"),
    line_text="x",
    category="tests",
)


@pytest.fixture(autouse=True)
def english_again() -> Generator[None]:
    yield
    use_language(SOURCE)


@pytest.mark.parametrize(("language", "word"), [(SOURCE, "warning"), ("es", "aviso")])
def test_a_finding_names_its_severity(language: str, word: str) -> None:
    use_language(language)
    [(line, style)] = finding_lines(FINDING)
    assert (line, style) == (f"a.py:1: {word}: Wrong", "warning")
    assert f"({word}, tests)" in finding_item(FINDING)
