"""Reports for people are in their language, those that programs read in English."""

import re
from collections.abc import Generator
from datetime import UTC, datetime

import pytest

from architect.app.reports.fold import report_of
from architect.app.reports.formats import rendered
from architect.domain.health.changes import HealthChange
from architect.domain.health.measures import Totals
from architect.domain.ids import RunId
from architect.domain.journal.check_events import HealthMeasured
from architect.domain.journal.events import Record
from architect.domain.journal.model_events import ModelReplied
from architect.domain.model_exchange import FinishReason
from architect.domain.usage import Usage
from architect.l10n import SOURCE, use_language

_MEASURED = HealthMeasured(
    step=0,
    before=Totals(files=1),
    after=Totals(files=1, long=1),
    worse=(HealthChange(kind="long", path="a.py", line=1, name="f", before=0, after=60),),
    worse_count=1,
    is_gate=True,
)
_REPLIED = ModelReplied(
    step=1,
    purpose="step",
    text="Done.",
    calls=(),
    finish=FinishReason.STOP,
    usage=Usage(1_000, 10),
    cost_usd=0.01,
    duration_s=1.0,
)


@pytest.fixture(autouse=True)
def english_again() -> Generator[None]:
    yield
    use_language(SOURCE)


def _told(form: str, *, language: str) -> str:
    use_language(language)
    at = datetime(2026, 1, 1, tzinfo=UTC)
    records = [Record(RunId("r-1"), n, at, one) for n, one in enumerate((_REPLIED, _MEASURED), 1)]
    return rendered(report_of(records), form)


@pytest.mark.parametrize("form", ["html", "markdown", "github"])
def test_people_read_their_language(form: str) -> None:
    text = _told(form, language="es")
    assert "1 función larga (antes 0), ninguna función compleja" in text
    assert re.search(r"(\| |<td>)agente( \||</td>)", text) or form == "github"
    assert "60 líneas (nuevo)" in text


def test_what_is_worse_stands_out_on_the_page() -> None:
    assert '<li class="warning">a.py:1 f: 60 lines (new)' in _told("html", language=SOURCE)


@pytest.mark.parametrize("form", ["json", "sarif", "junit"])
def test_programs_read_english(form: str) -> None:
    assert _told(form, language="es") == _told(form, language=SOURCE)
