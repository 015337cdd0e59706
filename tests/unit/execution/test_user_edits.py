"""Edits that the user changes before allowing them."""

from dataclasses import dataclass

import pytest
from tests.support.rig import Rig, Rules, make_rig

from architect.domain.journal.call_events import ToolDecided
from architect.domain.verdict import Answer, Choice, Confirmation, ConfirmMode

EDIT = {"path": "a.py", "old_str": "x = 1\n", "new_str": "x = 2\n"}


@dataclass(slots=True)
class Editing:
    """Allows everything, with `content` instead."""

    content: str
    asked: Confirmation | None = None

    async def confirm(self, question: Confirmation) -> Answer:
        self.asked = question
        return Answer(Choice.ONCE, content=self.content)


def rig_of(approver: Editing, text: str = "x = 1\ny = 1\n") -> Rig:
    return make_rig(
        files={"a.py": text.encode()},
        approver=approver,
        rules=Rules(mode=ConfirmMode.CONFIRM_SENSITIVE),
    )


@pytest.mark.parametrize(
    ("before", "content", "after"),
    [
        ("x = 1\ny = 1\n", "x = 3\ny = 1\n", "x = 3\ny = 1\n"),
        ("x = 1\r\ny = 1\r\n", "x = 3\ny = 1\n", "x = 3\r\ny = 1\r\n"),
    ],
)
def test_the_text_of_the_user_is_written_and_the_model_reads_what_became_of_it(
    before: str, content: str, after: str
) -> None:
    approver = Editing(content)
    rig = rig_of(approver, before)
    result = rig.call("edit_file", EDIT | {"old_str": "x = 1", "new_str": "x = 2"})
    assert approver.asked is not None
    assert approver.asked.editable
    assert rig.workspace.files["a.py"] == after.encode()
    assert "The user changed this edit before allowing it" in result.text
    assert "+x = 3" in result.text
    (decided,) = rig.sink.of_type(ToolDecided)
    assert (decided.allowed, decided.by) == (True, "user")
    assert decided.reason == "the user changed the edit before allowing it"


def test_a_new_file_has_the_text_of_the_user() -> None:
    rig = rig_of(Editing("mine\n"))
    assert rig.call("write_file", {"path": "b.py", "content": "yours\n"}).success
    assert rig.workspace.files["b.py"] == b"mine\n"


def test_no_placeholder_is_written_where_a_key_was() -> None:
    rig = rig_of(Editing("x = '[redacted:generic:0a1b]'\n"))
    result = rig.call("edit_file", EDIT)
    assert not result.success
    assert rig.workspace.files["a.py"] == b"x = 1\ny = 1\n"


def test_what_cannot_be_said_by_one_text_is_not_editable() -> None:
    approver = Editing("other\n")
    rig_of(approver).call("delete_file", {"path": "a.py"})
    assert approver.asked is not None
    assert not approver.asked.editable
