"""Text that is shown while it arrives, and what it was in the end."""

from collections.abc import Callable

from architect.adapters.models.responses.words import BETWEEN


class ShownText:
    """Passes pieces on, with a blank line wherever another part begins."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._pieces: list[str] = []
        self._part: object = None

    def add(self, piece: str, part: object) -> None:
        """Show a piece of `part`, whatever names it."""
        if self._pieces and part != self._part:
            self._pass_on(BETWEEN)
        self._part = part
        self._pass_on(piece)

    def completed(self, text: str) -> str:
        """The whole text, which is `text` where the end of a reply says so; what was not shown of
        it is.
        """
        shown = "".join(self._pieces)
        if not text or text == shown:
            return shown
        if text.startswith(shown):
            self._show(text[len(shown) :])
        return text

    def _pass_on(self, piece: str) -> None:
        self._pieces.append(piece)
        self._show(piece)
