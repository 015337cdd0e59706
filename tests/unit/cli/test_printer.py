"""What a terminal shows while a run waits."""

import io

import pytest
from rich.console import Console

from architect.cli.elapsed import Elapsed
from architect.cli.markdown.fragments import coloured
from architect.cli.printer import RichPrinter


def test_the_wait_for_a_provider_counts_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("architect.cli.printer.time.monotonic", lambda: now[0])
    printer = RichPrinter(io.StringIO())
    printer.waiting("attempt 2 in", 30.0)
    spinner = printer._spinner  # pyright: ignore[reportPrivateUsage]
    assert spinner is not None
    shown: list[str] = []
    for now[0] in (100.0, 112.0, 131.0):
        drawn = io.StringIO()
        Console(file=drawn, width=60).print(spinner.status)
        shown.append(drawn.getvalue().strip())
    printer.close()
    assert shown == ["attempt 2 in 30 s", "attempt 2 in 18 s", "attempt 2 in 0 s"]


def test_seconds_count_beside_what_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("architect.cli.printer.Elapsed", lambda: Elapsed(lambda: now[0]))
    printer = RichPrinter(io.StringIO())
    shown: list[str] = []
    for now[0], text in (
        (100.0, "run_command pytest"),
        (102.0, "run_command pytest"),
        (107.0, "run_command pytest · 3 passed"),
    ):
        printer.thinking(text)
        spinner = printer._spinner  # pyright: ignore[reportPrivateUsage]
        assert spinner is not None
        drawn = io.StringIO()
        Console(file=drawn, width=60).print(spinner.status)
        shown.append(drawn.getvalue().strip())
    printer.close()
    assert shown == ["run_command pytest"] * 2 + ["run_command pytest · 3 passed · 7 s"]


def test_warnings_are_readable_on_white_and_on_black() -> None:
    assert coloured([("careful", "warning")], colours=True) == "\x1b[35mcareful\x1b[0m"
    stream = io.StringIO()
    printer = RichPrinter(stream)
    printer._console = Console(  # pyright: ignore[reportPrivateUsage]
        file=stream, force_terminal=True, color_system="standard"
    )
    printer.line("careful", "warning")
    assert stream.getvalue().startswith("\x1b[35mcareful\x1b[0m")
