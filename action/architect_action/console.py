"""The log of the job, in which a line can be a command to the runner.

Commands and how their values are escaped: https://docs.github.com/en/actions/reference/
workflows-and-actions/workflow-commands and `ActionCommand.cs` of github.com/actions/runner, which
also takes `##[command]` anywhere in a line, and for whose reader CR alone ends a line.
"""

import re
import secrets
import sys
import unicodedata
from collections.abc import Generator, Iterable
from contextlib import contextmanager

_LINES = re.compile(r"\r\n|\r|\n")
_LONGEST_LINE = 2_000


class Console:
    """Standard output. What others wrote never becomes a command, and `secret` texts never show."""

    def __init__(self, secret: Iterable[str] = ()) -> None:
        self._secret = sorted((each for each in secret if len(each) >= 6), key=len, reverse=True)

    def without_secrets(self, text: str) -> str:
        for each in self._secret:
            text = text.replace(each, "***")
        return text

    def line(self, text: str) -> None:
        """A line of others, or several."""
        for each in _LINES.split(self.without_secrets(text)):
            self._write(f"| {tame(each)[:_LONGEST_LINE]}")

    def command(self, name: str, text: str, **properties: str | int) -> None:
        """A command to the runner, of which `text` and `properties` may come from anybody."""
        shown = ",".join(
            f"{key}={escaped_property(self.without_secrets(str(value)))}"
            for key, value in properties.items()
            if value != ""
        )
        head = f"{name} {shown}" if shown else name
        self._write(f"::{head}::{escaped(self.without_secrets(text))}")

    def notice(self, text: str) -> None:
        self.command("notice", text, title="architect")

    def warning(self, text: str) -> None:
        self.command("warning", text, title="architect")

    def error(self, text: str) -> None:
        self.command("error", text, title="architect")

    @contextmanager
    def only_text(self, title: str) -> Generator[None]:
        """A folded part of the log, in which the runner takes no commands at all."""
        token = secrets.token_hex(24)
        self._write(f"::group::{escaped(title)}")
        self._write(f"::stop-commands::{token}")
        try:
            yield
        finally:
            self._write(f"::{token}::")
            self._write("::endgroup::")

    def _write(self, line: str) -> None:
        sys.stdout.buffer.write(line.encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def escaped(text: str) -> str:
    """`text` as the value of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escaped_property(text: str) -> str:
    """`text` as a property of a command."""
    return escaped(text).replace(":", "%3A").replace(",", "%2C")


def tame(line: str) -> str:
    """A line that is no command, whatever it says, and steers no terminal."""
    shown = "".join(
        f"\\u{ord(each):04x}" if unicodedata.category(each) in _CONTROLS and each != "\t" else each
        for each in line
    )
    return shown.replace("##[", "# #[").replace("::", ": :")


_CONTROLS = ("Cc", "Cf", "Cs", "Zl", "Zp")
