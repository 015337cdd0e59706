"""The form in which edits are sent."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.editor_text import edited
from tests.support.fake_editor import FakeEditor

from architect.domain.text.positions import Encoding, Position, Range
from architect.domain.text.text_changes import TextChange, changes_between
from architect.lsp.documents.document_store import DocumentStore, OpenDocument
from architect.lsp.documents.edit_request import text_edit
from architect.lsp.documents.edit_shape import in_every_editors_form, version_there, wanted_there


def document(text: str, encoding: Encoding = "utf-16") -> OpenDocument:
    documents = DocumentStore(encoding)
    documents.opened("untitled:Untitled-1", "text", 1, text)
    (found,) = documents.all()
    return found


def shaped(before: str, after: str) -> list[TextChange]:
    opened = document(before)
    return [*in_every_editors_form(opened, changes_between(before, after, "utf-16"))]


def insertion(line: int, character: int, text: str) -> TextChange:
    place = Position(line, character)
    return TextChange(Range(place, place), text)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb😀\n", "a\nb😀\nnew\n", insertion(1, 3, "\nnew")),
        ("a\r\nb\r\n", "a\r\nb\r\nnew\r\nmore\r\n", insertion(1, 1, "\r\nnew\r\nmore")),
        ("a\n", "a\n\n", insertion(0, 1, "\n")),
        ("a\n", "a\nb", insertion(1, 0, "b")),
        ("a\n", "b\na\n", insertion(0, 0, "b\n")),
        ("", "b\n", insertion(0, 0, "b\n")),
    ],
)
def test_lines_are_added_before_the_last_line_end(
    before: str, after: str, expected: TextChange
) -> None:
    assert shaped(before, after) == [expected]


LINES = st.lists(st.sampled_from(["a", "b", "é😀", "", "\x0c\u2028"]), max_size=6)
ENDS = st.sampled_from(["\n", "\r\n", "\r", ""])


@given(LINES, LINES, ENDS, ENDS, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_the_form_makes_no_difference_to_the_text(
    before: list[str], after: list[str], before_end: str, after_end: str, encoding: Encoding
) -> None:
    old, new = "\r\n".join(before) + before_end, "\r\n".join(after) + after_end
    opened = document(old, encoding)
    changes = in_every_editors_form(opened, changes_between(old, new, encoding))
    edit = text_edit([(opened, changes)], FakeEditor().features)
    (change,) = edit["documentChanges"]
    assert edited(old, change["edits"], encoding) == new


@pytest.mark.parametrize(
    ("before", "wanted", "there"),
    [
        ("a", "a\nb\n", "a\nb"),
        ("a\r\nb", "a\r\nb\r\n", "a\r\nb"),
        ("a", "a\nb", "a\nb"),
        ("a\n", "a\nb\n", "a\nb\n"),
        ("", "b\n", "b\n"),
    ],
)
def test_neovim_adds_the_last_line_end_itself(before: str, wanted: str, there: str) -> None:
    features = FakeEditor().features
    assert wanted_there(document(before), wanted, replace(features, name="Neovim")) == there
    assert wanted_there(document(before), wanted, replace(features, name="Zed")) == wanted


@pytest.mark.parametrize(
    ("name", "version", "asked_for"),
    [("Neovim", 0, 1), ("Neovim", 4, 4), ("helix", 0, 0), ("eglot", 0, 0)],
)
def test_a_neovim_without_our_plugin_is_not_asked_for_version_zero(
    name: str, version: int, asked_for: int
) -> None:
    opened = replace(document("a"), version=version)
    features = replace(FakeEditor().features, name=name)
    assert version_there(opened, features) == asked_for
    ours = replace(FakeEditor(architect={"protocol": 1}).features, name=name)
    assert version_there(opened, ours) == version
