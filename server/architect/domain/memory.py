"""What a project's memory is: dated notes, a line each, which people may edit."""

from datetime import date
from typing import Literal, get_args

from architect.domain.escape_controls import in_one_line
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

MemoryKind = Literal["correction", "preference", "fact"]
KINDS: tuple[MemoryKind, ...] = get_args(MemoryKind)

MAX_CHARS = 300
"""Of one note; a longer one belongs into a file."""

MAX_NOTES = 200
"""Of one project; the oldest give way to new ones."""

HEADING = "# What agents should remember of this project\n\n"

_NOTE = lazy_pattern(r"- \[(\d{4}-\d\d-\d\d)\] (\w+): (.+)")
_NO_LETTERS = lazy_pattern(r"\W+")


@frozen
class MemoryNote:
    """A note; `kind` is a word, of ours or of whoever wrote the line."""

    day: date
    kind: str
    text: str

    @property
    def line(self) -> str:
        return f"- [{self.day}] {self.kind.capitalize()}: {self.text}"


def notes_of(text: str) -> list[MemoryNote]:
    """The notes of a memory file, in their order; what is none is left out."""
    found = (_NOTE.fullmatch(line.rstrip()) for line in text.split("\n"))
    return [_note(match[1], match[2], match[3]) for match in found if match and _is_day(match[1])]


def note_of(day: date, kind: str, text: str) -> MemoryNote:
    """The note that says `text`, in one line.

    Raises:
        ValueError: it says nothing, or too much.
    """
    said = in_one_line(" ".join(text.split()))
    if not said:
        raise ValueError(english("there is nothing to remember in an empty text"))
    if len(said) > MAX_CHARS:
        raise ValueError(
            english(
                "a note may have {most} characters, this one has {length}",
                most=MAX_CHARS,
                length=len(said),
            )
        )
    return MemoryNote(day, kind, said)


def with_note(text: str, note: MemoryNote) -> str | None:
    """A memory file of the content `text` with `note` at its end; None if it says that already.

    Every other line stays as it is, but that the oldest notes go where there are too many.
    """
    notes = notes_of(text)
    if any(_same(each.text, note.text) for each in notes):
        return None
    for oldest in notes[: max(0, len(notes) + 1 - MAX_NOTES)]:
        text = without_note(text, oldest)
    before = text if text.strip() else HEADING
    return f"{before.rstrip(chr(10))}\n{'' if notes else chr(10)}{note.line}\n"


def without_note(text: str, note: MemoryNote) -> str:
    """The content `text` of a memory file without the first line that is `note`."""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if notes_of(line) == [note]:
            return "\n".join((*lines[:index], *lines[index + 1 :]))
    return text


def says_already(text: str, note: MemoryNote) -> bool:
    """Whether `text` has the words of `note`, whatever stands between them."""
    return _bare(note.text) in _bare(text)


def _same(one: str, other: str) -> bool:
    return _bare(one) == _bare(other)


def _bare(text: str) -> str:
    return _NO_LETTERS.sub(" ", text).strip().casefold()


def _note(day: str, kind: str, text: str) -> MemoryNote:
    return MemoryNote(date.fromisoformat(day), kind.lower(), text)


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
