"""Nothing that others wrote becomes a command to the runner."""

import contextlib
import io
import sys
from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from tests.support.runner_log import assignments, commands_in

from architect_action.console import Console
from architect_action.outputs import write_outputs, write_summary

PIECES = st.sampled_from(
    [
        *("::", "##[", "]", "\n", "\r", "\r\n", " ", "\t", ",", "=", "%0A", "%25", ":", "<<"),
        *("error", "set-env name=X", "add-path", "stop-commands", "add-mask", "warning file=a"),
        *("\x85", "\u2028", "\x1b[31m", "\x00", "end_", "ü", "status"),
    ]
)
TEXTS = st.lists(PIECES, max_size=12).map("".join)


def printed(act: Callable[[Console], None]) -> str:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    real, sys.stdout = sys.stdout, stream
    try:
        act(Console(["s3cret-value"]))
    finally:
        sys.stdout = real
    return stream.buffer.getvalue().decode()  # pyright: ignore[reportAttributeAccessIssue]


@given(TEXTS)
def test_a_line_of_others_is_never_a_command(text: str) -> None:
    assert commands_in(printed(lambda console: console.line(text))) == []


@given(TEXTS, TEXTS)
def test_a_command_carries_any_text_and_stays_one(title: str, text: str) -> None:
    found = commands_in(
        printed(lambda console: console.command("error", text, title=title, line=3))
    )
    [command] = found
    assert command.name == "error"
    assert command.text == text
    assert command.properties.get("title", "") == title.strip(" ") or command.properties["title"]
    assert command.properties["line"] == "3"


@given(TEXTS)
def test_between_the_stops_no_command_is_taken(text: str) -> None:
    def act(console: Console) -> None:
        with console.only_text("Review"):
            console.line(text)

    names = [each.name for each in commands_in(printed(act))]
    assert names == ["group", "endgroup"]


def test_secrets_are_replaced() -> None:
    shown = printed(lambda console: console.error("it is s3cret-value."))
    assert shown == "::error title=architect::it is ***.\n"


@given(TEXTS, TEXTS)
def test_no_value_sets_another_output(first: str, second: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "output"
        place.write_text("y=1\n")
        write_outputs({"GITHUB_OUTPUT": str(place)}, {"answer": first, "reason": second})
        found = assignments(place.read_bytes().decode())
    assert set(found) == {"answer", "reason"}
    plain = first.replace("\r\n", "\n").replace("\r", "\n")
    assert found["answer"] == plain


def test_a_summary_keeps_its_limit(tmp_path: Path) -> None:
    place = tmp_path / "summary"
    write_summary({"GITHUB_STEP_SUMMARY": str(place)}, "ü" * 900_000)
    assert len(place.read_bytes()) <= 1_000_000
    place.read_text(encoding="utf-8")
    with contextlib.nullcontext():
        write_summary({}, "nowhere")
