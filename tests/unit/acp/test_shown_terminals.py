"""How a command ended, as the terminal of a client is told."""

from pathlib import Path

import pytest

from architect.acp.shown_terminals import ShownTerminals, tells_more
from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished, ToolRequested

CALL = CallId("call_1")


@pytest.mark.parametrize(
    ("error", "code", "told", "more"),
    [
        (None, 0, (0, None), False),
        ("exit code 3", 3, (3, None), False),
        ("exit code -9 (SIGKILL)", -9, (None, "SIGKILL"), False),
        ("exit code -99 (signal 99)", -99, (None, None), False),
        ("timed out after 1 s", None, (None, None), True),
    ],
)
def test_a_terminal_ends_as_its_command_did(
    error: str | None, code: int | None, told: tuple[int | None, str | None], more: bool
) -> None:
    terminals = ShownTerminals(Path("/project"), offered=True)
    asked = ToolRequested(step=1, call_id=CALL, name="run_command", arguments="{}")
    terminals.opened(asked, {}, "1.call_1")
    event = ToolFinished(
        step=1,
        call_id=CALL,
        name="run_command",
        path=None,
        success=error is None,
        error=error,
        text="exit code: whatever\n[stdout]\nsaid",
        duration_s=0.1,
        exit_code=code,
    )
    shown = terminals.ended(event)
    assert (shown["terminal_exit"]["exit_code"], shown["terminal_exit"]["signal"]) == told
    assert shown["terminal_output"]["data"] == "said"
    assert tells_more(event) is more
