"""Commands of a run that only proposes: what is asked about them, and what the model is told."""

import re

from architect.domain.verdict import Ask
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

PROPOSALS = "proposals"
"""The rule by which such a command is denied."""

NOT_IN_SHELL = english("it does not run in one")
"""Why a tool that does something in another way than by the shell has no sandbox."""

_BLIND = (
    "[this run only proposes changes: the command saw the files without them, so its output says "
    "nothing about them]"
)
_CANNOT_WRITE = (
    "[this run only proposes changes, so commands cannot write in the workspace: propose the "
    "change with the editing tools, or write below $HOME or /tmp]"
)
_REFUSED_WRITE = lazy_pattern(r"read-only file ?system|\bEROFS\b|\b(errno|os error) 30\b", re.I)
"""EROFS in the words of strerror(3), of Node, of Python and of Rust."""


def ask_unconfined(ask_reason: str, why: str) -> Ask | None:
    """The question about a call that could change files itself; None if it cannot.

    `ask_reason` is why a person should look at it; `why` says why it has no sandbox, which would
    keep it from that, and is empty if it has one.
    """
    if not why:
        return None
    return Ask(
        english(
            "{ask_reason}; this run only proposes changes, but without a sandbox ({why}) "
            "it could make some itself",
            ask_reason=ask_reason,
            why=why,
        )
    )


def note_on_command(printed: str, *, proposed: bool) -> str:
    """What the model has to know about a command that `printed` this; empty if nothing.

    `proposed`: the run has proposed something by now.
    """
    notes = (
        _BLIND if proposed else "",
        _CANNOT_WRITE if _REFUSED_WRITE.search(printed) else "",
    )
    return "\n".join(filter(None, notes))
