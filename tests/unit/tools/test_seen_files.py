"""Whole files are written over what the model has seen, and over nothing else."""

from tests.support.rig import Rig, Rules, make_rig
from tests.support.table import table

from architect.agent.compaction import PLACEHOLDER
from architect.domain.journal.model_events import ContextCompacted
from architect.domain.tool_result import ToolResult

TEXT = b"one\ntwo\nthree\nfour\nfive\n"


def read(rig: Rig, **more: int) -> ToolResult:
    return rig.call("read_file", {"path": "a", **more})


def write(rig: Rig, content: str) -> ToolResult:
    return rig.call("write_file", {"path": "a", "content": content})


def edit(rig: Rig, old: str, new: str) -> ToolResult:
    return rig.call("edit_file", {"path": "a", "old_str": old, "new_str": new})


def test_a_file_that_was_never_read_is_not_overwritten() -> None:
    rig = make_rig(files={"a": TEXT})
    result = write(rig, "new\n")
    assert "does not show that you have read it" in result.text
    assert rig.workspace.files == {"a": TEXT}
    assert read(rig).success
    assert write(rig, "new\n").output == "edited a: +1 -5"


def test_a_preview_of_a_write_says_so_before_anybody_is_asked() -> None:
    rig = make_rig(files={"a": TEXT}, rules=Rules(dry_run=True))
    assert "does not show that you have read it" in write(rig, "new\n").text


@table("text", [b"", b"new\n"])
def test_an_empty_file_and_one_with_that_text_already_need_not_be_read(text: bytes) -> None:
    rig = make_rig(files={"a": text})
    assert write(rig, "new\n").success
    assert rig.workspace.files == {"a": b"new\n"}


def test_what_the_user_typed_since_the_file_was_read_is_kept() -> None:
    rig = make_rig(files={"a": TEXT})
    assert read(rig).success
    rig.workspace.files["a"] = b"one\ntwo\nthree\nfour\nfive\nTYPED\n"
    result = write(rig, "ONE\ntwo\nthree\nfour\nfive\n")
    assert rig.workspace.files["a"] == b"ONE\ntwo\nthree\nfour\nfive\nTYPED\n"
    assert "with what others changed in it since you saw it" in result.output
    assert "+TYPED" in result.output
    # The model knows it now, and may take it out again.
    assert write(rig, "one\n").success
    assert rig.workspace.files["a"] == b"one\n"


def test_a_line_that_both_changed_is_refused_with_the_difference() -> None:
    rig = make_rig(files={"a": TEXT})
    assert read(rig).success
    changed = TEXT.replace(b"two", b"zwei")
    rig.workspace.files["a"] = changed
    result = write(rig, "one\n2\nthree\nfour\nfive\n")
    assert not result.success
    assert "-two\n+zwei" in result.text
    assert rig.workspace.files["a"] == changed
    assert read(rig).success
    assert write(rig, "one\n2\n").success


def test_what_was_typed_before_an_edit_is_not_seen_by_it() -> None:
    rig = make_rig(files={"a": TEXT})
    assert read(rig).success
    rig.workspace.files["a"] = TEXT + b"TYPED\n"
    assert edit(rig, "one", "1").success
    assert write(rig, "1\n2\nthree\nfour\nfive\n").success
    assert rig.workspace.files["a"] == b"1\n2\nthree\nfour\nfive\nTYPED\n"


@table(
    "calls",
    [
        [("write_file", {"content": "one\n"})],
        [("write_file", {"content": "one\n"}), ("edit_file", {"old_str": "one", "new_str": "1"})],
        [("apply_patch", {"patch": "--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+one\n"})],
        [("write_file", {"content": "a\n"}), ("write_file", {"content": "b\n", "mode": "append"})],
    ],
)
def test_what_the_model_wrote_itself_it_has_seen(calls: list[tuple[str, dict[str, str]]]) -> None:
    rig = make_rig()
    for tool, arguments in calls:
        assert rig.call(tool, {"path": "a", **arguments}).success
    assert write(rig, "new\n").success
    assert rig.workspace.files == {"a": b"new\n"}


def test_whoever_changed_a_part_has_not_seen_the_whole() -> None:
    rig = make_rig(files={"a": TEXT})
    assert edit(rig, "one", "1").success
    assert rig.call("write_file", {"path": "a", "content": "x\n", "mode": "append"}).success
    assert not write(rig, "new\n").success


def test_a_part_that_was_read_tells_what_the_file_was_then() -> None:
    rig = make_rig(files={"a": TEXT})
    assert read(rig, limit=2).success
    rig.workspace.files["a"] = TEXT + b"TYPED\n"
    assert write(rig, "ONE\ntwo\nthree\nfour\nfive\n").success
    assert rig.workspace.files["a"] == b"ONE\ntwo\nthree\nfour\nfive\nTYPED\n"


def test_what_is_left_out_of_the_conversation_is_not_seen_any_more() -> None:
    compactions = [
        ContextCompacted(dropped_steps=1, tokens_before=9, tokens_after=1, note="left out"),
        ContextCompacted(
            dropped_steps=0,
            emptied_calls=(),
            placeholder=PLACEHOLDER,
            tokens_before=9,
            tokens_after=1,
            note="",
        ),
    ]
    for compaction, is_seen in zip(compactions, (False, True), strict=True):
        rig = make_rig(files={"a": TEXT})
        assert read(rig).success
        rig.recorder.emit(compaction)
        assert write(rig, "new\n").success is is_seen


def test_another_run_of_the_session_knows_what_its_conversation_shows() -> None:
    first = make_rig(files={"a": TEXT})
    assert read(first).success
    for typed, is_written in ((b"", True), (b"TYPED\n", True)):
        second = make_rig(files={"a": TEXT + typed})
        second.recorder.state = first.state
        assert write(second, "ONE\ntwo\nthree\nfour\nfive\n").success is is_written
        assert second.workspace.files["a"] == b"ONE\ntwo\nthree\nfour\nfive\n" + typed


def test_a_long_file_of_an_earlier_run_that_changed_is_read_again() -> None:
    first = make_rig(files={"a": TEXT})
    assert read(first, limit=1).success
    second = make_rig(files={"a": TEXT + b"TYPED\n"})
    second.recorder.state = first.state
    assert "Read it again" in write(second, "new\n").text


def test_line_ends_and_a_byte_order_mark_are_no_difference() -> None:
    rig = make_rig(files={"a": b"\xef\xbb\xbfone\r\ntwo\r\n"})
    assert read(rig).success
    assert write(rig, "ONE\ntwo\n").success
    assert rig.workspace.files["a"] == b"\xef\xbb\xbfONE\r\ntwo\r\n"
