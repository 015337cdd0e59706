"""The lines that the user of a client reads while a run works, in their language."""

from collections.abc import Generator

import pytest

from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolDecided
from architect.domain.journal.events import Event
from architect.domain.journal.model_events import ModelRetried, ModelSwitched
from architect.domain.journal.run_events import StepStarted
from architect.domain.verdict import DENIED
from architect.l10n import SOURCE, english, use_language
from architect.mcp_server.run_progress import progress_line


@pytest.fixture(autouse=True)
def english_again() -> Generator[None]:
    yield
    use_language(SOURCE)


@pytest.mark.parametrize(
    ("event", "in_english", "in_spanish"),
    [
        (StepStarted(step=2), "step 2", "paso 2"),
        (
            ModelRetried(attempt=1, delay_s=1.2, reason=english("timed out")),
            "timed out; trying again in 1 second",
            "tiempo agotado; se reintenta en 1 segundo",
        ),
        (
            ModelSwitched(before="a/b", model="c/d", reason="overloaded"),
            "c/d took over from a/b",
            "c/d relevó a a/b",
        ),
        (
            ToolDecided(
                call_id=CallId("1"),
                name="run_command",
                summary="rm -r x",
                allowed=False,
                by="user",
                reason=DENIED,
            ),
            "run_command rm -r x: denied, the user denied it",
            "run_command rm -r x: se denegó, el usuario lo denegó",
        ),
    ],
)
def test_a_line_is_in_the_language_of_who_reads_it(
    event: Event, in_english: str, in_spanish: str
) -> None:
    assert progress_line(event) == in_english
    use_language("es")
    assert progress_line(event) == in_spanish
