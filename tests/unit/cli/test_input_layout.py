"""What stands above the input of a conversation on a terminal."""

from architect.cli.chat.terminal.input_layout import InputView


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
