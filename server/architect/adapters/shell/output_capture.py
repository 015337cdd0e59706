"""Keeping the start and the end of a stream of any length, in bounded memory."""

import codecs

from architect.domain.text.file_text import split_lines
from architect.domain.text.terminal_screen import as_a_terminal_shows

BYTES_PER_LINE = 200
"""What a kept line may take on average; longer ones use up the room of others."""


class OutputCapture:
    """The first `head_lines` and the last `tail_lines` lines of what is fed to it.

    Both parts are bounded in bytes as well, so that one endless line costs no more than many short
    ones. What is kept is text as a terminal would show it, or `as_it_came`.
    """

    def __init__(self, *, head_lines: int, tail_lines: int, as_it_came: bool = False) -> None:
        self._shown = str if as_it_came else as_a_terminal_shows
        self._head_lines = head_lines
        self._tail_lines = tail_lines
        self._head_room = head_lines * BYTES_PER_LINE
        self._tail_room = tail_lines * BYTES_PER_LINE
        self._head = bytearray()
        self._head_is_full = False
        self._tail = bytearray()
        self._later_bytes = 0
        self._later_lines = 0

    def feed(self, chunk: bytes) -> None:
        """Take what came next."""
        if not self._head_is_full:
            chunk = self._fill_head(chunk)
        if not chunk:
            return
        self._later_bytes += len(chunk)
        self._later_lines += chunk.count(b"\n")
        self._tail += chunk
        if len(self._tail) > 2 * self._tail_room:
            del self._tail[: -self._tail_room - 1]  # one more, to see whether a line starts there

    def text(self) -> str:
        """What was kept, with a note where something was left out.

        The note counts lines where the cut runs between lines, else bytes.
        """
        head, note, end = self._parts()
        return f"{head}{note}{end}"

    def lines(self) -> int:
        """How many lines were kept; the note about the others is none of them."""
        head, _, end = self._parts()
        return len(split_lines(head)) + len(split_lines(end))

    def _parts(self) -> tuple[str, str, str]:
        """The start, the note and the end; the start is all if nothing was left out."""
        tail = self._last_lines()
        left_out = self._later_bytes - len(tail)
        if not left_out:
            return self._shown((self._head + tail).decode("utf-8", "replace")), "", ""
        lines = self._later_lines - tail.count(b"\n")
        between_lines = self._head.endswith(b"\n") and self._starts_a_line(tail)
        what = _count(lines, "line") if between_lines else _count(left_out, "byte")
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        head = self._shown(decoder.decode(bytes(self._head)))
        end_of_line = "" if head.endswith("\n") else "\n"
        end = self._shown(_whole_characters(tail).decode("utf-8", "replace"))
        return head, f"{end_of_line}[... {what} left out ...]\n", end

    def _fill_head(self, chunk: bytes) -> bytes:
        """Take what still belongs to the head and give back the rest."""
        taken = self._head_room - len(self._head)
        self._head += chunk[:taken]
        rest = chunk[taken:]
        end = _end_of_line(self._head, self._head_lines)
        if end is None and len(self._head) >= self._head_room:
            last = self._head.rfind(b"\n") + 1
            end = last if last > self._head_room // 2 else self._head_room
        if end is None:
            return b""
        self._head_is_full = True
        rest = bytes(self._head[end:]) + rest
        del self._head[end:]
        return rest

    def _last_lines(self) -> bytes:
        """The end of what came after the head, in whole lines if there is room for them."""
        start = max(0, len(self._tail) - self._tail_room)
        if start > 0 and self._tail[start - 1] != ord("\n"):
            line = self._tail.find(b"\n", start, start + self._tail_room // 2) + 1
            start = line or start
        position = len(self._tail) - self._tail.endswith(b"\n")
        for _ in range(self._tail_lines):
            position = self._tail.rfind(b"\n", start, position)
            if position < 0:
                return bytes(self._tail[start:])
        return bytes(self._tail[position + 1 :])

    def _starts_a_line(self, tail: bytes) -> bool:
        before = len(self._tail) - len(tail) - 1
        return before >= 0 and self._tail[before] == ord("\n")


def _end_of_line(text: bytearray, number: int) -> int | None:
    """Where line `number` (from 1) ends, behind its newline; None if it does not end yet."""
    if text.count(b"\n") < number:
        return None
    end = 0
    for _ in range(number):
        end = text.index(b"\n", end) + 1
    return end


def _whole_characters(tail: bytes) -> bytes:
    """`tail` without the rest of a UTF-8 character that the cut went through (at most 3 bytes)."""
    start = 0
    while start < min(3, len(tail)) and tail[start] & 0xC0 == 0x80:
        start += 1
    return tail[start:]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
