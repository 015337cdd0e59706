"""What a terminal would show of what a command prints: a progress bar as it was in the end.

Of ECMA-48 (ANSI escape sequences) those count that move in lines and erase in them. What only
changes colours, titles or modes is left out, and so is what clears a whole screen: nothing that was
printed line by line is lost. What is no whole sequence stays as it is, for `escape_controls`.
"""

from architect.lazy_pattern import lazy_pattern

_MOST_COLUMNS = 1_000
"""A move to the right goes no further, as in a terminal of that width."""

_LONGEST_SEQUENCE = 4_096

_LONGEST_LINE = 4_000
"""Of one that is shown while it comes; what is beyond goes on as if a line had begun there."""

_STEERS = lazy_pattern("[\x07\b\r\x1b]")
_PART = lazy_pattern(
    r"(?P<end>\r*\n)|(?P<back>[\r\b])|\x1b\[(?P<given>[0-?]*)[ -/]*(?P<moves>[@-~])"
    r"|(?P<silent>\x07|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)|\x1b[PX^_][^\x1b\n]*\x1b\\"
    r"|\x1b[ -/]+[0-~]|\x1b[0-OQ-WYZ\\`-~])"
    r"|(?P<text>[^\x07\b\r\n\x1b]+|\x1b)"
)
_CUT = lazy_pattern(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b\n]*\x1b?|[PX^_][^\x1b\n]*\x1b?|[ -/]*)\Z")


def as_a_terminal_shows(text: str) -> str:
    """All lines of `text` as they look in the end."""
    if not _STEERS.search(text):
        return text
    screen = TerminalScreen()
    screen.feed(text)
    return "\n".join(screen.lines())


class TerminalScreen:
    """Lines, of which the newest `height` can still be reached, and a cursor in them.

    A tab or a wide character takes one column here.
    """

    def __init__(self, height: int = 50) -> None:
        self._height = height
        self._rows = [""]
        self._row = 0
        self._column = 0
        self._held = ""
        self._behind: list[str] = []
        """What was written since behind the end of the row, in pieces."""
        self._end = 0
        """Where the row ends, these included."""

    def feed(self, text: str) -> None:
        """Take what comes next; a sequence that is cut waits for its end."""
        text = self._held + text
        cut = _CUT.search(text, max(0, len(text) - _LONGEST_SEQUENCE))
        self._held = text[cut.start() :] if cut else ""
        for part in _PART.finditer(text, 0, len(text) - len(self._held)):
            if part["text"]:
                self._write(part["text"])
            elif part["end"]:
                self._next_line("\r" if "\r" in part["end"] else "")
            elif part["back"]:
                self._column = 0 if part["back"] == "\r" else max(0, self._column - 1)
            elif part["moves"]:
                self._move(part["moves"], part["given"])

    def lines(self) -> list[str]:
        """All lines; the last one may still go on."""
        self._tidy()
        return [*self._rows[:-1], self._rows[-1] + self._held]

    def take_ended(self) -> list[str]:
        """The lines that have ended, once."""
        self._join()
        ended, self._rows = self._rows[:-1], self._rows[-1:]
        self._row = 0
        self._end = len(self._rows[0])
        return ended

    @property
    def last_line(self) -> str:
        """As it is so far."""
        self._join()
        return self._rows[-1]

    def _write(self, text: str) -> None:
        end = self._column + len(text)
        if self._column == self._end:
            self._behind.append(text)
            self._end = end
        else:
            self._join()
            row = self._rows[self._row]
            self._put(row[: self._column].ljust(self._column) + text + row[end:])
        self._column = end

    def _put(self, row: str) -> None:
        self._rows[self._row] = row
        self._end = len(row)

    def _join(self) -> None:
        """Make the row one text; of a long one with many pieces that is too dear for each piece."""
        if self._behind:
            self._rows[self._row] += "".join(self._behind)
            self._behind.clear()

    def _go_to(self, row: int) -> None:
        self._join()
        self._row, self._end = row, len(self._rows[row])

    def _next_line(self, before: str) -> None:
        """Go on below; a CR that belongs to the line end is kept, as everywhere else."""
        self._tidy()
        if self._row == len(self._rows) - 1:
            self._rows[-1] += before
            self._rows.append("")
        self._go_to(self._row + 1)
        self._column = 0

    def _tidy(self) -> None:
        """Leave out the blanks that a line was erased with."""
        self._join()
        row = self._rows[self._row]
        if self._column < len(row):
            self._put(row[: self._column] + row[self._column :].rstrip(" "))

    def _move(self, what: str, given: str) -> None:
        number = int(given) if given.isdecimal() and len(given) < 6 else None
        far = number or 1
        match what:
            case "A" | "F":
                self._go_to(max(0, len(self._rows) - self._height, self._row - far))
            case "B" | "E":
                self._go_to(min(len(self._rows) - 1, self._row + far))
            case "C":
                self._column = max(self._column, min(self._column + far, _MOST_COLUMNS))
            case "D":
                self._column = max(0, self._column - far)
            case "G":
                self._column = min(far, _MOST_COLUMNS) - 1
            case "K":
                self._erase(number or 0)
            case "J" if not number:
                self._erase(0)
                self._rows[self._row + 1 :] = [""] * (len(self._rows) - self._row - 1)
            case _:
                return
        if what in "EF":
            self._column = 0

    def _erase(self, which: int) -> None:
        """A part of the line: 0 from the cursor on, 1 up to it, 2 all of it."""
        self._join()
        row = self._rows[self._row]
        start = " " * min(self._column + 1, len(row)) if which == 1 else row[: self._column]
        self._put({0: start, 1: start + row[self._column + 1 :]}.get(which, ""))


class RedrawnLines:
    """The same for a text that is shown while it comes.

    A line that has not ended and is drawn anew comes as a whole between CRs; there are no other
    control characters of lines in what is given out. Lines above are out of reach.
    """

    def __init__(self) -> None:
        self._screen = TerminalScreen(height=1)
        self._shown = ""
        self._is_redrawn = False

    def push(self, text: str) -> str:
        """What is to be shown now."""
        self._screen.feed(text)
        given = ""
        for each in self._screen.take_ended():
            given += self._step(each.removesuffix("\r"), "\n")
            self._shown, self._is_redrawn = "", False
        given += self._step(self._screen.last_line, "\r")
        if len(self._shown) > _LONGEST_LINE:
            self.__init__()
        return given

    def _step(self, line: str, end: str) -> str:
        """What leads from the line as it is shown to `line`, which ends by `end` if it has to."""
        before, self._shown = self._shown, line
        if self._is_redrawn and line == before and end == "\r":
            return ""
        if not self._is_redrawn and line.startswith(before):
            return line[len(before) :] + ("\n" if end == "\n" else "")
        start = "" if self._is_redrawn else "\r"
        self._is_redrawn = True
        return start + line.ljust(len(before)) + end
