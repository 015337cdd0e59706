"""Messages with buttons."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.support.fake_editor import FakeEditor

from architect.jsonrpc.client import ClientRefusedError
from architect.lsp.questions.message_box import message_box

RUN, CANCEL = "Run anyway", "Cancel command"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"title": RUN}, RUN),
        ({"title": "something else"}, None),
        (None, None),
        ([], None),
        (ClientRefusedError(-32601, "no"), None),
    ],
)
def test_a_message_box_gives_the_button_that_was_pressed(answer: Any, expected: str | None) -> None:
    editor = FakeEditor()

    async def show(_params: Any) -> Any:
        if isinstance(answer, Exception):
            raise answer
        return answer

    editor.on_request["window/showMessageRequest"] = show
    ask = message_box(editor, editor.features)
    assert asyncio.run(ask("well?", (RUN, CANCEL))) == expected
    assert editor.requests == [
        (
            "window/showMessageRequest",
            {
                "type": 2,
                "message": "well?",
                "actions": [{"title": RUN}, {"title": CANCEL}],
            },
        )
    ]


def test_an_editor_without_message_boxes_is_not_asked() -> None:
    editor = FakeEditor()
    ask = message_box(editor, replace(editor.features, show_message_request=False))
    assert asyncio.run(ask("well?", (RUN,))) is None
    assert editor.requests == []
