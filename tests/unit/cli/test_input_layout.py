"""What stands above the input of a conversation on a terminal."""

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import set_app
from prompt_toolkit.buffer import Buffer, CompletionState
from prompt_toolkit.completion import Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import fragment_list_to_text, to_formatted_text
from prompt_toolkit.input import DummyInput
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import DummyOutput

from architect.cli.chat.terminal.input_layout import InputView, input_layout


def test_of_a_long_message_that_waits_the_beginning_is_shown() -> None:
    pasted = "Traceback:\n" + "  File one.py, line 3\n" * 5_000
    [line, short, hint] = InputView(queued=(pasted, "then\nthe tests"), can_hurry=True).above.split(
        "\n"
    )
    assert line.startswith("queued: Traceback: File one.py, line 3 File one.py")
    assert line.endswith(" ...")
    assert len(line) < 220
    assert (short, hint) == (
        "queued: then the tests",
        "  Enter sends it at once, Up changes it",
    )


def test_that_there_are_more_completions_than_are_seen_is_said() -> None:
    assert _below_the_offers(6) == []
    assert _below_the_offers(33) == ["  33 in all: Tab goes through them, letters narrow them"]


def _below_the_offers(number: int) -> list[str]:
    buffer = Buffer(document=Document("/"))
    layout = input_layout(buffer, InputView())
    offers = [Completion(f"/command{each}", start_position=-1) for each in range(number)]
    buffer.complete_state = CompletionState(buffer.document, offers)
    with set_app(Application(layout=layout, input=DummyInput(), output=DummyOutput())):
        texts = [
            fragment_list_to_text(to_formatted_text(control.text))
            for control in layout.find_all_controls()
            if isinstance(control, FormattedTextControl)
        ]
    return [text for text in texts if text]
