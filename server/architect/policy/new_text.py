"""The text that a change brings into a file."""

from collections.abc import Iterator

from architect.domain.text.document import FileChange
from architect.frozen import frozen


@frozen
class NewText:
    """Lines that follow each other and were not there before; `first` counts from 1."""

    first: int
    text: str

    def line_at(self, offset: int) -> int:
        """The number of the line in which the character at `offset` is."""
        return self.first + self.text.count("\n", 0, offset)


def new_texts(change: FileChange) -> Iterator[NewText]:
    """What is new or changed in a file, in whole lines that end at LF."""
    if change.after is None:
        return
    number, lines = 0, list[str]()
    hunks = change.diff.partition("\n@@ ")
    for line in f"@@ {hunks[2]}".split("\n") if hunks[1] else ():
        if line.startswith("+"):
            lines.append(line[1:].removesuffix("\r"))
            continue
        if lines:
            yield _joined(number, lines)
            number, lines = number + len(lines), []
        if line.startswith("@@ "):
            number = _first_line(line)
        elif line.startswith(" "):
            number += 1
    if lines:
        yield _joined(number, lines)


def _joined(number: int, lines: list[str]) -> NewText:
    return NewText(number, "".join(f"{line}\n" for line in lines))


def _first_line(header: str) -> int:
    """The number of the first new line of a hunk: `@@ -3,4 +5,6 @@`."""
    return int(header.split("+", 1)[1].split(" ", 1)[0].split(",")[0])
