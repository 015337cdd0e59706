"""How long an edit may take."""

from architect.frozen import frozen


@frozen
class EditTimeouts:
    """All in seconds.

    `reply_s` is for the answer of the editor, which may ask its user first. `seen_s` is for the
    text to appear after the answer, or the answer after the text: eglot tells changes 0.5 s late,
    and like Neovim waits for the first pause in typing. `calm_s` is for the text to appear after
    the document has changed in another way, since an edit is for one version only.
    """

    reply_s: float = 30.0
    seen_s: float = 2.0
    calm_s: float = 0.3
