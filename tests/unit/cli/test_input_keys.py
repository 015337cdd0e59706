"""The keys of the input of a conversation."""

import asyncio

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from architect.cli.chat.terminal.input_keys import input_keys
from architect.cli.chat.terminal.input_layout import InputView, input_layout

CTRL_R, ENTER = "\x12", "\r"
PATIENCE_S = 60


class Target:
    """Ends with what the input holds when the line is complete."""

    def __init__(self, text: str) -> None:
        self.buffer = Buffer(document=Document(text), multiline=True)
        self.app: Application[tuple[str, int]] | None = None

    def enter(self) -> None:
        assert self.app is not None
        self.app.exit(result=(self.buffer.text, self.buffer.cursor_position))

    def interrupt(self, *, is_key_for_stop: bool) -> None: ...

    def leave(self) -> None: ...

    @property
    def has_queued(self) -> bool:
        return False

    def withdraw(self) -> None: ...


def test_enter_ends_the_search_for_what_was_typed_and_only_then_sends() -> None:
    target = Target("remember me")

    async def typed(*keys: str) -> tuple[str, int]:
        with create_pipe_input() as keyboard:
            target.app = Application(
                layout=input_layout(target.buffer, InputView()),
                key_bindings=input_keys(target),
                input=keyboard,
                output=DummyOutput(),
            )
            keyboard.send_text("".join(keys))
            async with asyncio.timeout(PATIENCE_S):
                return await target.app.run_async()

    assert asyncio.run(typed(CTRL_R, "MEMB", ENTER, ENTER)) == ("remember me", len("re"))
