"""Running architect: its words go into the log as text, its reports into files."""

import json
import os
import signal
import subprocess
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any, cast

from architect_action.console import Console
from architect_action.errors import ActionError

FORMATS = {"json": "report.json", "html": "report.html", "sarif": "report.sarif"}
COMMENT = "comment.md"
JUNIT = "report.xml"

_GRACE_S = 120.0
_MOST_OUTPUT = 1_000_000
_LAST_LINES = 5
_SHORT_S = 3600.0 * 6
"""The longest that a job of GitHub lasts on its own runners."""


@dataclass(frozen=True)
class Result:
    """How a command ended, and with which last words on standard error.

    `report` is its JSON document, empty if it wrote none.
    """

    code: int
    output: str
    last_words: str = ""
    report: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def findings(self) -> list[dict[str, Any]]:
        return _mappings(self.report.get("findings"))

    @property
    def not_reviewed(self) -> list[dict[str, Any]]:
        return [each for each in _mappings(self.report.get("coverage")) if each.get("reason")]

    @property
    def cost_usd(self) -> float | None:
        costs = self.report.get("costs")
        value = cast(dict[str, Any], costs).get("total_cost_usd") if isinstance(costs, dict) else 0
        return float(value) if isinstance(value, int | float) else None

    @property
    def status(self) -> str:
        return str(self.report.get("status") or "failed")


@dataclass(frozen=True)
class Engine:
    """architect by its `command`, in `environment`; reports go into `folder`."""

    command: str
    environment: Mapping[str, str]
    folder: Path
    console: Console
    timeout_s: float | None = None

    def run(
        self,
        name: str,
        arguments: Sequence[str],
        *,
        title: str,
        names: Sequence[str] = (),
        stdin: str | None = None,
    ) -> Result:
        """Run it and read the reports, which are in the folder `name`.

        `names` are arguments that are no options, whatever they begin with.

        Raises:
            ActionError: it cannot be started.
        """
        place = self.folder / name
        place.mkdir(parents=True, exist_ok=True)
        with self.console.only_text(title):
            result = self._played([*arguments, *_reports(place), "--", *names], stdin)
        return replace(result, report=_read(place / FORMATS["json"]))

    def _played(self, arguments: Sequence[str], stdin: str | None) -> Result:
        try:
            process = subprocess.Popen(
                [self.command, *arguments],
                cwd=self.folder,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL if stdin is None else subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            raise ActionError(f"{self.command!r} cannot be started: {error}") from error
        assert process.stdout is not None
        assert process.stderr is not None
        kept: list[bytes] = []
        last: deque[str] = deque(maxlen=_LAST_LINES)
        threads = [
            threading.Thread(target=_keep, args=(process.stdout, kept)),
            threading.Thread(target=self._show, args=(process.stderr, last)),
        ]
        for thread in threads:
            thread.start()
        if process.stdin is not None and stdin is not None:
            _tell(process.stdin, stdin)
        code = self._waited(process)
        for thread in threads:
            thread.join()
        return Result(code, b"".join(kept).decode("utf-8", "replace"), "\n".join(last))

    def _waited(self, process: "subprocess.Popen[bytes]") -> int:
        limit = _SHORT_S if self.timeout_s is None else self.timeout_s + _GRACE_S
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            self.console.line(f"architect did not end within {limit:g} s")
            _end(process)
            return 5
        except BaseException:
            _end(process)
            raise

    def _show(self, stream: IO[bytes], last: deque[str]) -> None:
        for line in stream:
            text = line.decode("utf-8", "replace").rstrip("\r\n")
            last.append(text)
            self.console.line(text)


def _reports(place: Path) -> list[str]:
    files = (*FORMATS.values(), JUNIT)
    named = [part for file in files for part in ("--report-file", str(place / file))]
    return ["--report-file", str(place / COMMENT), "--report", "github", *named]


def _keep(stream: IO[bytes], kept: list[bytes]) -> None:
    size = 0
    while piece := stream.read(1 << 16):
        if size < _MOST_OUTPUT:
            kept.append(piece)
            size += len(piece)


def _tell(stream: IO[bytes], text: str) -> None:
    try:
        stream.write(text.encode("utf-8", "replace"))
        stream.close()
    except BrokenPipeError:
        return


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Ask it to end, so that it ends what it has started; then end it."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
            process.wait(20)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            continue
        return


def _read(place: Path) -> dict[str, Any]:
    try:
        found = json.loads(place.read_bytes())
    except (OSError, ValueError):
        return {}
    return cast(dict[str, Any], found) if isinstance(found, dict) else {}


def _mappings(value: object) -> list[dict[str, Any]]:
    items = cast(list[object], value) if isinstance(value, list) else []
    return [cast(dict[str, Any], each) for each in items if isinstance(each, dict)]
