"""Messages for people hold nothing that steers; all others arrive as they are."""

from typing import Any

import pytest

from architect.lsp.transport.shown_text import shown_params

HOSTILE = "a\u202eb\x1b[2J"
SHOWN = "a\\u202eb\\x1b[2J"


@pytest.mark.parametrize(
    "method", ["window/showMessage", "window/showMessageRequest", "window/logMessage"]
)
def test_a_message_is_shown_harmlessly(method: str) -> None:
    params = {"type": 2, "message": HOSTILE, "actions": [{"title": HOSTILE}]}
    shown = {"type": 2, "message": SHOWN, "actions": [{"title": SHOWN}]}
    assert shown_params(method, params) == shown


def test_progress_keeps_the_token_of_the_editor() -> None:
    params = {"token": HOSTILE, "value": {"kind": "report", "message": HOSTILE}}
    shown = {"token": HOSTILE, "value": {"kind": "report", "message": SHOWN}}
    assert shown_params("$/progress", params) == shown


def test_a_question_shows_the_command_it_is_about_harmlessly() -> None:
    params = {"title": HOSTILE, "preview": {"command": HOSTILE}, "offers": [HOSTILE]}
    shown = {"title": SHOWN, "preview": {"command": SHOWN}, "offers": [SHOWN]}
    assert shown_params("architect/confirm", params) == shown


@pytest.mark.parametrize("method", ["workspace/applyEdit", "architect/event", "architect/save"])
def test_what_is_no_text_for_people_stays_as_it_is(method: str) -> None:
    params: Any = {"edit": {"newText": HOSTILE}}
    assert shown_params(method, params) is params
