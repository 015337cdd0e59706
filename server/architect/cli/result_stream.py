"""Standard output, kept for results alone."""

import json
import os
import select
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

import click

from architect.cli.word_wrap import for_terminal, terminal_columns, wrapped_row
from architect.domain.errors import PortFault
from architect.domain.escape_controls import escape_controls
from architect.l10n import english


def print_result(text: str, *, column: int | None = None) -> None:
    """Print `text`, of a command that needs no `ResultStream`; nothing in it steers a terminal.

    With `column` it is prose, and a terminal breaks it at words: further lines begin there.

    Raises:
        PortFault: it cannot be written. That a reader went away is click's to deal with.
    """
    try:
        told = escape_controls(text) if os.isatty(1) else text
        click.echo(told if column is None else for_terminal(told, 1, column=column))
    except BrokenPipeError:
        raise
    except OSError as error:
        raise PortFault(
            english("the result cannot be written: {reason}", reason=error.strerror)
        ) from error


def print_row(columns: Sequence[str], words: str, *, column: int) -> None:
    """Print a row of a table; where a terminal is too narrow, the rest of it stands at `column`.

    Raises:
        PortFault: as for `print_result`.
    """
    width = terminal_columns(1)
    if width is None:
        print_result("  ".join([*columns, words]))
        return
    safe = [escape_controls(each) for each in columns]
    print_result(wrapped_row(safe, escape_controls(words), width, column=column))


def print_note(text: str) -> None:
    """Tell the person at a terminal something that is no result; it is broken at words there."""
    click.echo(for_terminal(escape_controls(text), 2), err=True)


class ResultStream:
    """Takes standard output over: whatever else is printed there goes to standard error instead.

    A stray `print` in a dependency would otherwise break the one JSON document a script reads.
    After an error standard output is given back, so that it can be reported there. `failure` says
    why something could not be written.
    """

    def __init__(self) -> None:
        self.is_terminal = os.isatty(1)
        self.failure: str | None = None
        self._fd = os.dup(1)
        os.dup2(2, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            os.dup2(self._fd, 1)

    def write(self, content: bytes) -> None:
        """Write all of it; a reader that went away is not an error."""
        rest = memoryview(content)
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                # The parent made its pipe non-blocking, as Node does, and the pipe is full.
                select.select([], [self._fd], [])
            except BrokenPipeError:
                return
            except OSError as error:
                self.failure = error.strerror
                return

    def write_text(self, text: str) -> None:
        self.write(text.encode("utf-8", "backslashreplace"))

    def write_json(self, document: dict[str, Any]) -> None:
        """On a terminal in ASCII, since what others wrote could steer it."""
        self.write_text(json.dumps(document, ensure_ascii=self.is_terminal, indent=2) + "\n")
