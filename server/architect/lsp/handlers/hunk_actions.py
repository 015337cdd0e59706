"""What stands above a hunk, and is in the menu of its lines: keep it, undo it."""

from collections.abc import Iterator, Sequence
from typing import Any

from architect.frozen import frozen
from architect.l10n import english, t
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
            lenses += _lenses(_TOP, of_run)
    for hunk in hunks:
        lenses += _lenses(hunk["range"], [hunk])
    return lenses


def _lenses(where: WireRange, hunks: Sequence[ShownHunk]) -> Iterator[dict[str, Any]]:
    for verb in _verbs(hunks):
        title = t(verb.one) if len(hunks) == 1 else t(verb.all_of_them, number=len(hunks))
        yield {"range": where, "command": _command(title, verb.command, hunks)}


@frozen
class _Verb:
    """What can be done with hunks of one run: how it is called above them and in the menu."""

    command: str
    one: str
    all_of_them: str
    menu_one: str
    menu_many: str


_KEEP = _Verb(
    "architect.keep",
    english("Keep this change"),
    english("Keep all {number} changes"),
    english("Architect: keep this change"),
    english("Architect: keep these {number} changes"),
)
_UNDO = _Verb(
    "architect.undo",
    english("Undo this change"),
    english("Undo all {number} changes"),
    english("Architect: undo this change"),
    english("Architect: undo these {number} changes"),
)
_ACCEPT = _Verb(
    "architect.keep",
    english("Accept this change"),
    english("Accept all {number} changes"),
    english("Architect: accept this change"),
    english("Architect: accept these {number} changes"),
)
_DISCARD = _Verb(
    "architect.undo",
    english("Discard this change"),
    english("Discard all {number} changes"),
    english("Architect: discard this change"),
    english("Architect: discard these {number} changes"),
)


def _verbs(hunks: Sequence[ShownHunk]) -> tuple[_Verb, _Verb]:
    return (_ACCEPT, _DISCARD) if hunks[0]["kind"] == "proposed" else (_KEEP, _UNDO)


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
        for verb in _verbs(of_run):
            number = len(of_run)
            title = t(verb.menu_one) if number == 1 else t(verb.menu_many, number=number)
            command = _command(title, verb.command, of_run)
            actions.append({"title": command["title"], "kind": REWRITE, "command": command})
    return wanted_of(params, actions)


def _command(title: str, name: str, hunks: Sequence[ShownHunk]) -> dict[str, Any]:
    argument = {"runId": hunks[0]["runId"], "hunkIds": [hunk["hunkId"] for hunk in hunks]}
    return command_of(title, name, argument)
