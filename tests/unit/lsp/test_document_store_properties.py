"""Whatever is edited by user and agent, the store has what the editor has."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.effort import tries
from tests.support.reference_editor import ENCODINGS, LINE_ENDS, ReferenceEditor, units_of

from architect.domain.text.positions import Encoding, LineEnds, Range
from architect.domain.text.text_changes import changes_between
from architect.lsp.documents.document_store import DocumentStore

URI = "untitled:Untitled-1"
PARTS = st.sampled_from(
    [
        *(
            "a",
            "word ",
            "é",
            "e\u0301",
            "漢",
            "😀",
            "👩\u200d💻",
            "\0",
            "\x0b",
            "\x0c",
            "\x1c",
            "\x85",
        ),
        *("\u2028", "\u2029", "\ufeff", "\ud83d", "\ude00", "\udfff", "\t"),
        *("\n", "\n", "\n", "\r\n", "\r\n", "\r"),
    ]
)
TEXTS = st.lists(PARTS, max_size=24).map("".join)
SHORT = st.lists(PARTS, max_size=4).map("".join)
PLACES = st.tuples(st.integers(0, 12), st.integers(0, 14))


@dataclass(frozen=True)
class UserEdit:
    """One `didChange`: places and texts; a text without a place replaces everything."""

    changes: list[tuple[tuple[tuple[int, int], tuple[int, int]] | None, str]]


@dataclass(frozen=True)
class AgentEdit:
    """Stretches of the text to be replaced, by where they begin and how long they are."""

    changes: list[tuple[int, int, str]]


ONE_CHANGE = st.tuples(st.tuples(PLACES, PLACES), SHORT)
USER_EDITS = st.builds(
    UserEdit, st.lists(ONE_CHANGE | st.tuples(st.none(), TEXTS), min_size=1, max_size=3)
)
AGENT_EDITS = st.builds(
    AgentEdit,
    st.lists(st.tuples(st.integers(0, 60), st.integers(0, 6), SHORT), min_size=1, max_size=3),
)
EDITS = st.lists(USER_EDITS | AGENT_EDITS, max_size=8)


class Session:
    """An editor and the documents of its document."""

    def __init__(self, text: str, encoding: Encoding, line_ends: LineEnds) -> None:
        self.editor = ReferenceEditor(text, encoding, line_ends)
        self.documents = DocumentStore(encoding, line_ends=line_ends)
        self.documents.opened(URI, "plaintext", 1, text)
        self.version = 1

    @property
    def text(self) -> str:
        document = self.documents.get(URI)
        assert document is not None
        return document.text

    def tell(self, content_changes: list[dict[str, Any]]) -> None:
        self.version += 1
        self.documents.changed(URI, self.version, content_changes)

    def user(self, edit: UserEdit) -> None:
        told: list[dict[str, Any]] = []
        for place, text in edit.changes:
            if place is None:
                self.editor = ReferenceEditor(text, self.editor.encoding, self.editor.line_ends)
                told.append({"text": text})
                continue
            start, end = sorted(self.editor.place(*each) for each in place)
            self.editor.edit(Range(start, end), text)
            told.append(content_change(Range(start, end), text))
        self.tell(told)

    def agent(self, edit: AgentEdit) -> None:
        before = after = self.text
        for start, length, text in edit.changes:
            after = after[:start] + text + after[start + length :]
        editor = self.editor
        changes = changes_between(before, after, editor.encoding, line_ends=editor.line_ends)
        told = editor.apply([(change.range, change.text) for change in changes])
        assert editor.units == units_of(after, editor.encoding)
        self.tell([content_change(place, text) for place, text in told])


def content_change(place: Range, text: str) -> dict[str, Any]:
    start, end = place.start, place.end
    return {
        "range": {
            "start": {"line": start.line, "character": start.character},
            "end": {"line": end.line, "character": end.character},
        },
        "text": text,
    }


@pytest.mark.parametrize("line_ends", LINE_ENDS)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_store_has_what_the_editor_has(encoding: Encoding, line_ends: LineEnds) -> None:
    @settings(max_examples=tries(100, long=3000))
    @given(TEXTS, EDITS)
    def play(text: str, edits: list[UserEdit | AgentEdit]) -> None:
        session = Session(text, encoding, line_ends)
        for edit in edits:
            if isinstance(edit, UserEdit):
                session.user(edit)
            else:
                session.agent(edit)
            assert units_of(session.text, encoding) == session.editor.units

    play()
