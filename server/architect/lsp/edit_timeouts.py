"""How long an edit may take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EditTimeouts:
    """All in seconds; they come from docs/protocol.md.

    `reply_s` is for the answer of the editor, which may ask its user first. `seen_s` is for the
    text to appear after the editor has said yes (Neovim tells changes up to 0.15 s late), or the
    answer after the text; `refused_s` is for the text to appear after it has said no.
    """

    reply_s: float = 30.0
    seen_s: float = 2.0
    refused_s: float = 0.3
