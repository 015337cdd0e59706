"""Commands as terminals that the client draws, with what they say, while architect runs them.

Beside the protocol Zed and the adapters for Claude Code and codex have agreed on these `_meta`:
https://github.com/zed-industries/zed/blob/main/crates/agent_servers/src/acp.rs (`terminal_info`).
"""

import signal
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from architect.domain.ids import CallId
from architect.domain.journal.call_events import ToolFinished, ToolRequested
from architect.domain.shell import RUN_COMMAND
from architect.lazy_pattern import lazy_pattern

_HEAD = lazy_pattern(r"\A(?:Error: [^\n]*\n)?exit code: [^\n]*\n(?:\[stdout\]\n)?")
"""What the model reads above that which a command said."""


class ShownTerminals:
    """The terminals of one run in the folder `root`; none if the client has not `offered` them.

    A terminal is known as its call is. Nothing of it is shown until the call is allowed.
    """

    def __init__(self, root: Path, *, offered: bool) -> None:
        self._root, self._offered = root, offered
        self._open: dict[CallId, str] = {}
        self._told: set[CallId] = set()

    def __contains__(self, call_id: CallId) -> bool:
        return call_id in self._open

    def opened(
        self, event: ToolRequested, arguments: Mapping[str, Any], known_as: str
    ) -> dict[str, Any]:
        """What the first update of a call says of its terminal.

        One that goes on in the background has none: its call ends before it does.
        """
        if not self._offered or event.name != RUN_COMMAND or arguments.get("background"):
            return {}
        self._open[event.call_id] = known_as
        place = str(arguments.get("cwd") or ".")
        cwd = str(self._root / place) if place.isprintable() else str(self._root)
        return {"terminal_info": {"terminal_id": known_as, "cwd": cwd}}

    def content(self, call_id: CallId) -> list[dict[str, Any]]:
        """The terminal as content of its call; an update with other content has to have it, too."""
        known_as = self._open.get(call_id)
        return [] if known_as is None else [{"type": "terminal", "terminalId": known_as}]

    def never_ran(self, call_id: CallId) -> None:
        """The call is denied, so that it ends as any other does."""
        self._open.pop(call_id, None)

    def output(self, call_id: CallId, text: str) -> dict[str, Any]:
        """What stands in the terminal from now on behind all that did before."""
        self._told.add(call_id)
        return {"terminal_output": {"terminal_id": self._open[call_id], "data": text}}

    def ended(self, event: ToolFinished) -> dict[str, Any]:
        """The end of the command; all that it said, if nothing of that was told before."""
        known_as = self._open.pop(event.call_id)
        code, name = _exit(event)
        told = {"terminal_exit": {"terminal_id": known_as, "exit_code": code, "signal": name}}
        if event.call_id in self._told:
            self._told.discard(event.call_id)
            return told
        said = _HEAD.sub("", event.text, count=1)
        return {"terminal_output": {"terminal_id": known_as, "data": said}, **told}


def tells_more(event: ToolFinished) -> bool:
    """Whether a command failed for another reason than its own exit code."""
    return event.error is not None and event.exit_code is None


def _exit(event: ToolFinished) -> tuple[int | None, str | None]:
    """Exit code and signal of a command, as far as it has any, and they are on record."""
    if event.success:
        return 0, None
    if event.exit_code is None or event.exit_code >= 0:
        return event.exit_code, None
    with suppress(ValueError):  # a signal that this system does not know
        return None, signal.Signals(-event.exit_code).name
    return None, None
