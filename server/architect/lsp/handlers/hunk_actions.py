"""What stands above a hunk, and is in the menu of its lines: keep it, undo it."""

from collections.abc import Iterator, Sequence
from typing import Any

from architect.lsp.handlers.code_actions import (
    REWRITE,
    Action,
    command_of,
    selection_of,
    touches,
    wanted_of,
)
from architect.lsp.protocol.results import ShownHunk, WireRange

_TOP: WireRange = {
    "start": {"line": 0, "character": 0},
    "end": {"line": 0, "character": 0},
}


def hunk_lenses(hunks: Sequence[ShownHunk]) -> list[dict[str, Any]]:
    """Two lenses for each hunk in a document, and two for all of a run at its top."""
    lenses: list[dict[str, Any]] = []
    for run_id in dict.fromkeys(hunk["runId"] for hunk in hunks):
        of_run = [hunk for hunk in hunks if hunk["runId"] == run_id]
        if len(of_run) > 1:
            lenses += _lenses(_TOP, of_run, f"all {len(of_run)} changes")
    for hunk in hunks:
        lenses += _lenses(hunk["range"], [hunk], "this change")
    return lenses


def _lenses(where: WireRange, hunks: Sequence[ShownHunk], what: str) -> Iterator[dict[str, Any]]:
    for verb, name in _verbs(hunks):
        yield {"range": where, "command": _command(f"{verb} {what}", name, hunks)}


def _verbs(hunks: Sequence[ShownHunk]) -> tuple[tuple[str, str], tuple[str, str]]:
    """What can be done with hunks of one run, and by which command."""
    if hunks[0]["kind"] == "proposed":
        return ("Accept", "architect.keep"), ("Discard", "architect.undo")
    return ("Keep", "architect.keep"), ("Undo", "architect.undo")


def hunk_actions(params: dict[str, Any], hunks: Sequence[ShownHunk]) -> list[Action]:
    """The actions for the hunks that a selection touches.

    Raises:
        RequestFault: `params` has no range.
    """
    selection = selection_of(params)
    touched = [hunk for hunk in hunks if touches(hunk["range"], selection)]
    actions: list[Action] = []
    for run_id in dict.fromkeys(hunk["runId"] for hunk in touched):
        of_run = [hunk for hunk in touched if hunk["runId"] == run_id]
        what = "this change" if len(of_run) == 1 else f"these {len(of_run)} changes"
        for verb, name in _verbs(of_run):
            command = _command(f"Architect: {verb.lower()} {what}", name, of_run)
            actions.append({"title": command["title"], "kind": REWRITE, "command": command})
    return wanted_of(params, actions)


def _command(title: str, name: str, hunks: Sequence[ShownHunk]) -> dict[str, Any]:
    argument = {"runId": hunks[0]["runId"], "hunkIds": [hunk["hunkId"] for hunk in hunks]}
    return command_of(title, name, argument)
