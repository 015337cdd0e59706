"""How long the daemon waits for the editor and for the person at it."""

from architect.app.confirmations import ANSWER_S
from architect.frozen import frozen
from architect.lsp.documents.edit_timeouts import EditTimeouts


@frozen
class Timeouts:
    """All in seconds: for an edit, for the answer to a question, and for files to be saved.

    The values are those of the protocol, section 5.
    """

    edits: EditTimeouts = EditTimeouts()
    answer_s: float = ANSWER_S
    save_s: float = 120.0
