"""What came back because nobody has read it, in the order in which it is sent again."""

from collections.abc import Sequence

from architect.cli.chat.slash.slash_commands import is_command


class Returned:
    """Messages behind each other are one; a command is one of its own, as it is carried out."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._parts)

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(self._parts)

    def put_all_first(self, lines: Sequence[str]) -> None:
        """Put them before all that is there."""
        for text in reversed(lines):
            self.put_first(text)

    def put_first(self, text: str) -> None:
        if self._parts and not (is_command(text) or is_command(self._parts[0])):
            text = f"{text}\n{self._parts.pop(0)}"
        self._parts.insert(0, text)

    def take_first(self) -> str:
        """What is sent first, which is here no more; empty if there is nothing."""
        return self._parts.pop(0) if self._parts else ""

    def clear(self) -> None:
        self._parts.clear()
