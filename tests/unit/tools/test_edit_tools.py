import asyncio
import codecs
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.table import table

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.domain.effect import Effect
from architect.domain.errors import InvalidArgumentsError
from architect.domain.ids import RunId
from architect.domain.search import SearchQuery, SearchResult
from architect.domain.text.document import FileChange
from architect.domain.tool_result import ToolResult
from architect.domain.verdict import Preview
from architect.ports.workspace import Workspace
from architect.testing.fake_shell import FakeShell
from architect.testing.memory_workspace import MemoryWorkspace
from architect.tools.apply_patch import ApplyPatch
from architect.tools.base import BaseTool
from architect.tools.context import ToolContext
from architect.tools.delete_file import DeleteFile
from architect.tools.edit_file import EditFile
from architect.tools.write_file import WriteFile

EDIT, PATCH, WRITE, DELETE = EditFile(), ApplyPatch(), WriteFile(), DeleteFile()
TOOLS: list[BaseTool[Any]] = [EDIT, PATCH, WRITE, DELETE]


class NoSearch:
    async def search(self, query: SearchQuery) -> SearchResult:
        raise AssertionError(f"nothing to search here: {query}")


@dataclass
class BusyWorkspace(MemoryWorkspace):
    """Someone else writes each of `interference` just before a change is applied."""

    path: str
    interference: list[bytes] = field(default_factory=list[bytes])

    def __post_init__(self) -> None:
        super().__init__({self.path: b"one\ntwo\n"})

    async def apply(self, change: FileChange) -> None:
        if self.interference:
            self.files[self.path] = self.interference.pop(0)
        await super().apply(change)


def context(workspace: Workspace) -> ToolContext:
    return ToolContext(
        workspace,
        NoSearch(),
        FakeShell(),
        on_output=lambda _stream, _text: None,
        run_id=RunId("20260102-030405-abcdef.1"),
        report=lambda _finding: True,
    )


def run(tool: BaseTool[Any], workspace: Workspace, **arguments: str) -> ToolResult:
    return asyncio.run(tool.execute(tool.validate_args(arguments), context(workspace)))


def preview(tool: BaseTool[Any], workspace: MemoryWorkspace, **arguments: str) -> Preview | None:
    return asyncio.run(tool.preview(tool.validate_args(arguments), context(workspace)))


def summary(tool: BaseTool[Any], **arguments: str) -> str:
    return tool.traits(tool.validate_args(arguments)).summary


def test_an_edit_changes_the_file_and_shows_the_diff() -> None:
    workspace = MemoryWorkspace({"src/a.py": b"one\ntwo\n"})
    result = run(EDIT, workspace, path="src/a.py", old_str="two", new_str="2")
    assert result.success
    assert result.output == ("edited src/a.py: +1 -1\n@@ -2 +2 @@\n-two\n+2\n")
    assert workspace.files == {"src/a.py": b"one\n2\n"}


def test_a_patch_that_only_removes_the_byte_order_mark_says_so() -> None:
    workspace = MemoryWorkspace({"a": codecs.BOM_UTF8 + b"x\n"})
    result = run(PATCH, workspace, path="a", patch="@@ -1 +1 @@\n-\ufeffx\n+x\n")
    assert result.output == "edited a: no line changed (byte order mark removed)"
    assert workspace.files == {"a": b"x\n"}


def test_a_long_diff_is_cut_at_a_line() -> None:
    workspace = MemoryWorkspace({"a": b"x"})
    result = run(EDIT, workspace, path="a", old_str="x", new_str="long line\n" * 1000)
    assert len(result.output) < 4_100
    assert result.output.endswith("\n+long line\n(the rest of the diff is not shown)\n")


def test_a_refused_edit_names_the_file_and_leaves_it_alone() -> None:
    workspace = MemoryWorkspace({"a.py": b"x x"})
    result = run(EDIT, workspace, path="a.py", old_str="x", new_str="y")
    assert result.error is not None
    assert result.error.startswith("'a.py': old_str is not unique")
    assert workspace.files == {"a.py": b"x x"}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (codecs.BOM_UTF8 + b"one\r\ntwo\r\n", codecs.BOM_UTF8 + b"one\r\n2\r\n3\r\n"),
        (
            codecs.BOM_UTF16_LE + "one\ntwo\n".encode("utf-16-le"),
            codecs.BOM_UTF16_LE + "one\n2\n3\n".encode("utf-16-le"),
        ),
    ],
)
def test_edits_and_patches_keep_encoding_and_line_ends(before: bytes, after: bytes) -> None:
    workspace = MemoryWorkspace({"edited": before, "patched": before})
    assert run(EDIT, workspace, path="edited", old_str="two\n", new_str="2\n3\n").success
    assert run(PATCH, workspace, path="patched", patch="@@\n one\n-two\n+2\n+3\n").success
    assert workspace.files == {"edited": after, "patched": after}


def test_a_patch_reports_its_tolerances_in_one_line() -> None:
    workspace = MemoryWorkspace({"a": b"one\ntwo\n"})
    result = run(PATCH, workspace, path="a", patch="@@ -7,2 +7,2 @@\n one\n-two\n+2\n")
    assert result.output == "edited a: +1 -1 (hunk 1: at line 1, not 7)"


def test_a_patch_creates_an_absent_file() -> None:
    workspace = MemoryWorkspace()
    patch = "--- /dev/null\n+++ b/new/a\n@@ -0,0 +1,2 @@\n+one\n+two\n"
    assert run(PATCH, workspace, path="new/a", patch=patch).output == "created new/a: +2"
    assert workspace.files == {"new/a": b"one\ntwo\n"}


def test_a_patch_of_an_absent_file_says_that_it_is_absent() -> None:
    result = run(PATCH, MemoryWorkspace(), path="a", patch="@@\n-one\n+two\n")
    assert result.error is not None
    assert result.error.startswith("'a' does not exist, and the patch does not create it: hunk 1")


def test_a_patch_that_removes_every_line_leaves_an_empty_file() -> None:
    workspace = MemoryWorkspace({"a": b"one\n"})
    result = run(PATCH, workspace, path="a", patch="+++ /dev/null\n@@ -1 +0,0 @@\n-one\n")
    assert result.output == "edited a: -1 (the file is now empty, not deleted)"
    assert workspace.files == {"a": b""}


CODEX_DELETE = "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"


@table(
    "patch",
    [
        CODEX_DELETE,
        "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n",
        "diff --git a/a b/a\ndeleted file mode 100644\n--- a/a\n+++ /dev/null\n"
        "@@ -1 +0,0 @@\n-one\n",
    ],
)
def test_a_patch_that_deletes_its_file_is_a_deletion_where_that_is_allowed(patch: str) -> None:
    workspace = MemoryWorkspace({"a": b"one\n"})
    tool = ApplyPatch(may_delete=True)
    traits = tool.traits(tool.validate_args({"path": "a", "patch": patch}))
    assert (traits.effect, traits.grant) == (Effect.DELETE, "delete_file")
    assert run(tool, workspace, path="a", patch=patch).output == "deleted a: -1"
    assert workspace.files == {}
    assert not run(tool, workspace, path="a", patch=patch).success


def test_a_patch_in_the_form_of_codex_deletes_nothing_where_that_is_not_allowed() -> None:
    workspace = MemoryWorkspace({"a": b"one\n"})
    assert "workspace.allow_delete" in run(PATCH, workspace, path="a", patch=CODEX_DELETE).text
    assert workspace.files == {"a": b"one\n"}


def test_a_patch_in_the_form_of_codex_creates_and_updates_the_file_of_the_call() -> None:
    workspace = MemoryWorkspace()
    add = "*** Begin Patch\n*** Add File: src/a\n+one\n+two\n*** End Patch\n"
    assert run(PATCH, workspace, path="src/a", patch=add).output == "created src/a: +2"
    update = add.replace("Add", "Update").replace("+one\n+two", "@@ one\n-two\n+2")
    assert run(PATCH, workspace, path="src/a", patch=update).output == "edited src/a: +1 -1"
    assert workspace.files == {"src/a": b"one\n2\n"}
    assert "for 'src/a'" in run(PATCH, workspace, path="src/b", patch=update).text


def test_a_patch_applies_all_hunks_or_none() -> None:
    workspace = MemoryWorkspace({"a": b"one\ntwo\n"})
    result = run(PATCH, workspace, path="a", patch="@@\n-one\n+1\n@@\n-three\n+3\n")
    assert not result.success
    assert workspace.files == {"a": b"one\ntwo\n"}


def test_a_new_file_is_written_as_it_is() -> None:
    workspace = MemoryWorkspace()
    result = run(WRITE, workspace, path="a/b.txt", content="é\r\n\n")
    assert result.output == "created a/b.txt: +2"
    assert workspace.files == {"a/b.txt": "é\r\n\n".encode()}


def test_a_byte_order_mark_in_the_content_is_written_once() -> None:
    workspace = MemoryWorkspace({"old": codecs.BOM_UTF8 + b"a"})
    assert run(WRITE, workspace, path="new", content="\ufeffb").success
    assert run(WRITE, workspace, path="old", content="\ufeffb").success
    assert workspace.files == {"new": codecs.BOM_UTF8 + b"b", "old": codecs.BOM_UTF8 + b"b"}


def test_an_overwritten_file_keeps_its_line_ends_and_byte_order_mark() -> None:
    workspace = MemoryWorkspace({"a": codecs.BOM_UTF8 + b"one\r\ntwo\r\n"})
    result = run(WRITE, workspace, path="a", content="1\n2\n")
    assert result.output == "edited a: +2 -2 (CRLF line endings kept; byte order mark kept)"
    assert workspace.files == {"a": codecs.BOM_UTF8 + b"1\r\n2\r\n"}


def test_content_with_crlf_is_written_as_given() -> None:
    workspace = MemoryWorkspace({"a": b"one\r\n"})
    assert run(WRITE, workspace, path="a", content="1\r\n2\n").success
    assert workspace.files == {"a": b"1\r\n2\n"}


def test_writing_the_same_content_changes_nothing() -> None:
    workspace = MemoryWorkspace({"a": b"one\r\n"})
    result = run(WRITE, workspace, path="a", content="one\r\n")
    assert (result.success, result.output) == (True, "a already has this content")
    assert preview(WRITE, workspace, path="a", content="one\r\n") is None


def test_appended_text_follows_what_is_there() -> None:
    workspace = MemoryWorkspace({"crlf": b"one\r\n", "open": b"one"})
    crlf = run(WRITE, workspace, path="crlf", content="two\n", mode="append")
    unfinished = run(WRITE, workspace, path="open", content="two\n", mode="append")
    new = run(WRITE, workspace, path="new", content="two\n", mode="append")
    assert workspace.files == {"crlf": b"one\r\ntwo\r\n", "open": b"onetwo\n", "new": b"two\n"}
    assert crlf.output == "edited crlf: +1 (CRLF line endings kept)"
    assert "continues its last line" in unfinished.output
    assert new.output == "created new: +1"


@pytest.mark.parametrize("content", [b"\0", b"caf\xe9"])
def test_a_file_that_is_not_text_is_never_written(content: bytes) -> None:
    workspace = MemoryWorkspace({"a": content})
    for tool, arguments in (
        (WRITE, {"content": "x"}),
        (WRITE, {"content": "x", "mode": "append"}),
        (EDIT, {"old_str": "c", "new_str": "x"}),
        (PATCH, {"patch": "@@\n+x\n"}),
        (DELETE, {}),
    ):
        assert not run(tool, workspace, path="a", **arguments).success
    assert workspace.files == {"a": content}


LATIN_1 = "# Zürich, café\r\nx = 1\ny = 2\r\n".encode("latin-1")


def test_latin1_bytes_elsewhere_in_the_file_survive_every_edit() -> None:
    workspace = MemoryWorkspace({"a": LATIN_1, "b": LATIN_1, "c": LATIN_1})
    edited = run(EDIT, workspace, path="a", old_str="x = 1", new_str="x = 10")
    patch = "@@\n # Z\ufffdrich, caf\ufffd\n-x = 1\n+x = 10\n"
    assert run(PATCH, workspace, path="b", patch=patch).success
    assert run(WRITE, workspace, path="c", content="é\n", mode="append").success
    changed = LATIN_1.replace(b"x = 1", b"x = 10")
    assert workspace.files == {"a": changed, "b": changed, "c": LATIN_1 + "é\r\n".encode()}
    assert edited.output == "edited a: +1 -1\n@@ -2 +2 @@\n-x = 1\n+x = 10\n"


@pytest.mark.parametrize("new", ["caf\ufffd", "caf\udce9"])
def test_what_is_shown_for_a_foreign_byte_is_never_written_over_it(new: str) -> None:
    workspace = MemoryWorkspace({"a": LATIN_1})
    for tool, arguments in (
        (WRITE, {"content": new}),
        (WRITE, {"content": new, "mode": "append"}),
        (EDIT, {"old_str": "x = 1", "new_str": new}),
        (PATCH, {"patch": f"@@\n-x = 1\n+{new}\n"}),
    ):
        try:
            assert not run(tool, workspace, path="a", **arguments).success
        except InvalidArgumentsError:
            assert "\udce9" in new
    assert workspace.files == {"a": LATIN_1}


def test_a_needle_with_the_sign_for_a_foreign_byte_is_told_what_it_stands_for() -> None:
    result = run(
        EDIT, MemoryWorkspace({"a": LATIN_1}), path="a", old_str="caf\ufffd\n", new_str="b"
    )
    assert "U+FFFD in old_str only stands for a byte" in result.text


def test_a_file_that_is_rewritten_becomes_utf8() -> None:
    workspace = MemoryWorkspace({"a": LATIN_1})
    assert run(WRITE, workspace, path="a", content="é\r\n").success
    assert workspace.files == {"a": "é\r\n".encode()}


def test_a_text_that_could_not_be_read_again_is_not_written() -> None:
    workspace = MemoryWorkspace()
    assert not run(WRITE, workspace, path="a", content="a\0b").success
    assert workspace.files == {}


def test_a_deleted_file_is_gone() -> None:
    workspace = MemoryWorkspace({"a": b"one\ntwo"})
    assert run(DELETE, workspace, path="a").output == "deleted a: -2"
    assert workspace.files == {}


@table(
    ("tool", "arguments"),
    [(DELETE, {}), (ApplyPatch(may_delete=True), {"patch": CODEX_DELETE})],
)
def test_a_link_is_never_deleted_in_the_place_of_its_target(
    tmp_path: Path, tool: BaseTool[Any], arguments: dict[str, str]
) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "target").write_text("one\n")
    (tmp_path / "a").symlink_to("inner/target")
    (tmp_path / "folder").symlink_to("inner")
    workspace = DiskWorkspace(tmp_path)
    refused = run(tool, workspace, path="a", **arguments)
    assert "'a' is a link to 'inner/target'" in refused.text
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "a").read_text() == "one\n"
    assert run(DELETE, workspace, path="folder/target").success
    assert not (tmp_path / "inner" / "target").exists()


def test_a_change_through_a_link_changes_its_target_and_leaves_the_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("one\n")
    (tmp_path / "a").symlink_to("target")
    workspace = DiskWorkspace(tmp_path)
    assert run(EDIT, workspace, path="a", old_str="one", new_str="two").success
    assert run(PATCH, workspace, path="a", patch="@@\n-two\n+three\n").success
    assert run(WRITE, workspace, path="a", content="four\n", mode="append").success
    assert (tmp_path / "a").is_symlink()
    assert (tmp_path / "target").read_text() == "three\nfour\n"


def test_a_patch_sets_the_execute_bit_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one\n")
    workspace = DiskWorkspace(tmp_path)
    modes = "old mode 100644\nnew mode 100755\n"
    asked = asyncio.run(
        PATCH.preview(PATCH.validate_args({"path": "a", "patch": modes}), context(workspace))
    )
    assert asked == Preview("patch", modes)
    output = run(PATCH, workspace, path="a", patch=modes).output
    assert output == "edited a: no line changed (now executable)"
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o755
    again = run(PATCH, workspace, path="a", patch=f"{modes}@@ -1 +1 @@\n-one\n+two\n")
    assert again.output == "edited a: +1 -1"
    back = "old mode 100755\nnew mode 100644\n"
    assert "no longer executable" in run(PATCH, workspace, path="a", patch=back).output
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o644
    assert run(PATCH, workspace, path="a", patch=back).output == "a already has this content"
    assert (tmp_path / "a").read_text() == "two\n"


@pytest.mark.parametrize(
    ("present", "header", "told"),
    [
        ("one\n", "old mode 100644\nnew mode 100755\n", "not set"),
        (None, "new file mode 100755\n--- /dev/null\n+++ b/a\n", "not set"),
    ],
)
def test_a_proposal_has_the_text_of_a_patch_and_says_that_the_mode_was_left_out(
    tmp_path: Path, present: str | None, header: str, told: str
) -> None:
    if present is not None:
        (tmp_path / "a").write_text(present)
    proposing = replace(context(DiskWorkspace(tmp_path)), only_proposes=True)
    hunk = "@@ -1 +1 @@\n-one\n+two\n" if present else "@@ -0,0 +1 @@\n+two\n"

    def patched(patch: str) -> ToolResult:
        return asyncio.run(
            PATCH.execute(PATCH.validate_args({"path": "a", "patch": patch}), proposing)
        )

    output = patched(header + hunk).output

    assert f"the execute bit is {told}, since this run only proposes" in output
    assert "executable" not in output
    assert (tmp_path / "a").read_text() == "two\n"
    assert (tmp_path / "a").stat().st_mode & 0o111 == 0
    alone = patched("old mode 100644\nnew mode 100755\n")
    assert not alone.success
    assert "tell the user to run `chmod +x` on it" in alone.text


def test_absent_files_can_be_neither_edited_nor_deleted() -> None:
    assert "'a' does not exist" in run(DELETE, MemoryWorkspace(), path="a").text
    edited = run(EDIT, MemoryWorkspace(), path="a", old_str="x", new_str="y")
    assert "'a' does not exist" in edited.text


def test_an_edit_is_made_on_the_text_that_somebody_else_just_wrote() -> None:
    workspace = BusyWorkspace("a", [b"zero\none\ntwo\n"])
    assert run(EDIT, workspace, path="a", old_str="two", new_str="2").success
    assert workspace.files == {"a": b"zero\none\n2\n"}


def test_an_edit_is_planned_anew_while_somebody_goes_on_writing() -> None:
    workspace = BusyWorkspace("a", [b"zero\none\ntwo\n", b"zero\none\n1\ntwo\n"])
    assert run(EDIT, workspace, path="a", old_str="two", new_str="2").success
    assert workspace.files == {"a": b"zero\none\n1\n2\n"}


def test_an_edit_gives_up_when_the_file_changes_again_and_again() -> None:
    workspace = BusyWorkspace("a", [b"one\ntwo\n0", b"one\ntwo\n1", b"one\ntwo\n2"])
    result = run(EDIT, workspace, path="a", old_str="two", new_str="2")
    assert result.error is not None
    assert "has changed since it was read" in result.error
    assert workspace.files == {"a": b"one\ntwo\n2"}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        (EDIT, {"old_str": "two", "new_str": "2"}),
        (PATCH, {"patch": "@@\n-two\n+2\n"}),
        (WRITE, {"content": "one\n2\n"}),
    ],
)
def test_a_preview_is_the_diff_of_what_would_be_done(
    tool: BaseTool[Any], arguments: dict[str, str]
) -> None:
    workspace = MemoryWorkspace({"a": b"one\ntwo\n"})
    diff = "--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n"
    assert preview(tool, workspace, path="a", **arguments) == Preview("patch", diff)
    assert workspace.files == {"a": b"one\ntwo\n"}


@pytest.mark.parametrize("path", ["../a", "/etc/passwd", "a/../../b", "/workspace-evil/a"])
def test_no_tool_leaves_the_workspace(path: str) -> None:
    workspace = MemoryWorkspace({"a": b"one\n"})
    results = [
        run(EDIT, workspace, path=path, old_str="x", new_str="y"),
        run(PATCH, workspace, path=path, patch="@@\n-x\n+y\n"),
        run(WRITE, workspace, path=path, content="x"),
        run(DELETE, workspace, path=path),
    ]
    assert all("outside the workspace" in result.text for result in results)
    assert workspace.files == {"a": b"one\n"}


def test_summaries_tell_the_size_of_the_change() -> None:
    assert summary(EDIT, path="a", old_str="x\ny\nz", new_str="1\n") == "a (+1 -3)"
    patch = "--- a/a\n+++ b/a\n@@\n-x\n+y\n+z\n"
    assert summary(PATCH, path="a", patch=patch) == "a (+2 -1)"
    assert summary(WRITE, path="a", content="x\ny") == "a (2 lines)"
    assert summary(WRITE, path="a", content="x\n", mode="append") == "a (+1 line)"
    assert summary(DELETE, path="a") == "a"


def test_every_editing_tool_is_sensitive_and_changes_files() -> None:
    assert {(tool.name, tool.sensitive, str(tool.effect)) for tool in TOOLS} == {
        ("edit_file", True, "write"),
        ("apply_patch", True, "write"),
        ("write_file", True, "write"),
        ("delete_file", True, "delete"),
    }
