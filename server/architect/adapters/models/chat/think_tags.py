"""Reasoning that local models put into their text, between `<think>` and `</think>`."""

from architect.frozen import frozen

_OPENING = "<think>"
_CLOSING = "</think>"


@frozen
class Split:
    """A piece of a reply, as reasoning and text."""

    reasoning: str = ""
    text: str = ""


class ThinkTags:
    """Tells reasoning from text while a reply arrives.

    Only a block that the reply begins with is reasoning: later on the tags are what is talked
    about. A block that never ends is reasoning as well, as of a reply that was cut off.
    """

    def __init__(self) -> None:
        self._held = ""
        self._is_thinking = self._is_text = self._after_block = False

    def push(self, piece: str) -> Split:
        """What is known of the text so far, without what was given out before."""
        if self._is_text:
            return Split(text=self._without_gap(piece))
        self._held += piece
        if not self._is_thinking:
            start = self._held.lstrip()
            if _OPENING.startswith(start):
                return Split()
            if not start.startswith(_OPENING):
                return self._all_text()
            self._is_thinking = True
            self._held = start.removeprefix(_OPENING).removeprefix("\n")
        return self._thought()

    def flush(self) -> Split:
        """What was held back, now that the reply is over."""
        held, self._held = self._held, ""
        return Split(reasoning=held) if self._is_thinking and not self._is_text else Split("", held)

    def _all_text(self) -> Split:
        held, self._held = self._held, ""
        self._is_text = True
        return Split(text=held)

    def _thought(self) -> Split:
        reasoning, closing, text = self._held.partition(_CLOSING)
        if closing:
            self._held = ""
            self._is_text = self._after_block = True
            return Split(reasoning, self._without_gap(text))
        kept = _cut_tag(self._held)
        shown, self._held = (
            self._held[: len(self._held) - kept],
            self._held[len(self._held) - kept :],
        )
        return Split(reasoning=shown)

    def _without_gap(self, text: str) -> str:
        """`text` without the empty lines between the block and what follows it."""
        if not self._after_block:
            return text
        text = text.lstrip("\r\n")
        self._after_block = not text
        return text


def thought_without_opening(text: str) -> Split:
    """A whole text whose block has lost its first tag: some chat templates put it into the prompt.

    The other tag has to stand on a line of its own, as models write it.
    """
    reasoning, closing, rest = text.partition(f"\n{_CLOSING}\n")
    return Split(reasoning, rest.lstrip("\r\n")) if closing else Split(text=text)


def _cut_tag(text: str) -> int:
    """How many characters at the end of `text` may be the beginning of the closing tag."""
    return next(
        (size for size in range(len(_CLOSING) - 1, 0, -1) if text.endswith(_CLOSING[:size])), 0
    )
