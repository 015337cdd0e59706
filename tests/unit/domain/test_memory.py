"""Notes of a memory file."""

from datetime import date

import pytest

from architect.domain.memory import (
    HEADING,
    MAX_CHARS,
    MAX_NOTES,
    MemoryNote,
    note_of,
    notes_of,
    says_already,
    with_note,
    without_note,
)

DAY = date(2026, 11, 23)


def kept(*texts: str) -> str:
    """The content of a memory file to which `texts` were added one after the other."""
    content = ""
    for text in texts:
        content = with_note(content, note_of(DAY, "fact", text)) or content
    return content


def test_a_note_is_a_line_that_is_read_back() -> None:
    content = kept("Use  tabs.\n", "Run make db\x1b[2J\x00 first")
    assert content.startswith(HEADING)
    assert [note.line for note in notes_of(content)] == [
        "- [2026-11-23] Fact: Use tabs.",
        r"- [2026-11-23] Fact: Run make db\x1b[2J\x00 first",
    ]


def test_what_is_said_already_is_not_kept_again() -> None:
    content = kept("Use tabs, not blanks.")
    assert with_note(content, note_of(DAY, "correction", "use tabs not BLANKS")) is None


def test_lines_of_the_user_stay_and_count_if_they_are_notes() -> None:
    own = "Mine:\n\n- a\n- [2026-01-02] Preference: Short names.\n- [2026-99-02] Fact: no day\n"
    content = with_note(own, note_of(DAY, "fact", "New."))
    assert content is not None
    assert content == f"{own}- [2026-11-23] Fact: New.\n"
    first = MemoryNote(date(2026, 1, 2), "preference", "Short names.")
    assert notes_of(content)[0] == first
    assert without_note(content, first) == content.replace(
        "- [2026-01-02] Preference: Short names.\n", ""
    )


def test_the_oldest_notes_give_way() -> None:
    notes = notes_of(kept(*(f"number {count}" for count in range(MAX_NOTES + 3))))
    assert (len(notes), notes[0].text, notes[-1].text) == (MAX_NOTES, "number 3", "number 202")


def test_a_note_says_something_in_few_words() -> None:
    for text in (" \n", "x" * (MAX_CHARS + 1)):
        with pytest.raises(ValueError, match=r"nothing to remember|300 characters"):
            note_of(DAY, "fact", text)


def test_what_the_rules_say_is_known() -> None:
    note = note_of(DAY, "fact", "Use `tabs`, not blanks")
    assert says_already("# Style\n- use tabs, not *blanks*\n", note)
    assert not says_already("use blanks", note)
