"""Neovim with the plugin, and the real server: the changes of a run, hunk by hunk."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support.neovim import Neovim, neovim
from tests.support.recorded_model import call, recorded, reply
from tests.support.until import until

SERVER = [sys.executable, "-m", "architect", "lsp"]
TEXT = "one\ntwo\nthree\nfour\nfive\nsix\n"
EDITS = (
    call("edit_file", path="a.txt", old_str="two\n", new_str="TWO\n"),
    call("edit_file", path="a.txt", old_str="five\n", new_str=""),
)

_MARKS = """
local namespace = vim.api.nvim_get_namespaces()['architect.hunks']
local found = {}
for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })) do
  local lines = {}
  for _, line in ipairs(mark[4].virt_lines or {}) do
    table.insert(lines, line[1][1])
  end
  table.insert(found, { mark[2], vim.trim(mark[4].sign_text or ''), table.concat(lines, '|') })
end
return found
"""


class Review:
    """An editor with one open file that a run has changed."""

    def __init__(self, editor: Neovim, file: Path, model: str) -> None:
        self.editor = editor
        self.file = file
        self.model = model
        editor.lua("require('architect').setup(...)", {"cmd": SERVER, "log": {"open": False}})
        editor.edit(file)

    def run(self, options: str = "") -> None:
        self.editor.command(f"Architect run ++model={self.model} ++mode=yolo {options} do it")
        self.editor.says("architect: Done")

    @property
    def text(self) -> str:
        return self.editor.text(self.file)

    def marks(self) -> list[list[Any]]:
        """Row, sign and virtual lines of each mark."""
        return self.editor.lua(_MARKS)

    def has_list_window(self) -> bool:
        return self.editor.lua("return vim.fn.getqflist({ winid = 0 }).winid") != 0

    def quickfix(self) -> list[tuple[int, str]]:
        found = self.editor.lua("return vim.fn.getqflist()")
        return [(one["lnum"], one["text"]) for one in found]

    def at(self, line: int) -> None:
        self.editor.lua("vim.api.nvim_win_set_cursor(0, { ..., 0 })", line)


@pytest.fixture
def review(tmp_path: Path) -> Iterator[Review]:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    (folder / "a.txt").write_bytes(TEXT.encode())
    model = recorded(tmp_path / "m.json", reply("I edit.", *EDITS), reply("Done."))
    with neovim(tmp_path / "home", folder=folder) as editor:
        yield Review(editor, folder / "a.txt", model)


def test_after_a_run_its_hunks_are_marked_and_listed(review: Review) -> None:
    review.run()
    marks = [[1, "~", ""], [1, "", "- two "], [4, "_", "- five "]]
    until(lambda: review.marks() == marks, "the marks")
    review.editor.command("Architect hunks")
    until(review.quickfix, "the list")
    assert review.quickfix() == [(2, "TWO (was: two)"), (5, "removed: five")]


def test_the_hunk_under_the_cursor_is_undone_and_the_undo_undone(review: Review) -> None:
    review.run()
    review.at(2)
    review.editor.command("Architect hunks undo")
    message = review.editor.says("undid 1 hunk; to revert: :Architect undo ")
    assert review.text == "one\ntwo\nthree\nfour\nsix"
    until(lambda: review.marks() == [[4, "_", "- five "]], "the mark of the other one")
    review.editor.command(message.split(": :")[1])
    until(lambda: "TWO" in review.text, "the undo of the undo")
    until(lambda: len(review.marks()) == 3, "its mark")


def test_a_hunk_is_undone_with_a_note_after_typing(review: Review) -> None:
    review.run()
    review.editor.keys("ggOzero<Esc>")
    until(lambda: "zero" in review.text, "what was typed")
    review.at(3)
    review.editor.will_reply("too loud")
    review.editor.command("Architect hunks note")
    review.editor.says("undid 1 hunk")
    assert review.text == "zero\none\ntwo\nthree\nfour\nsix"
    journals = (review.file.parent / ".architect" / "sessions").glob("*.jsonl")
    assert any(b'"note":"too loud"' in journal.read_bytes() for journal in journals)


def test_kept_hunks_are_listed_no_more(review: Review) -> None:
    review.run()
    review.at(1)
    review.editor.command("Architect hunks keep")
    review.editor.says("no pending hunk here")
    review.editor.command("Architect hunks keep file")
    review.editor.says("kept 2 hunks")
    until(lambda: review.marks() == [], "no mark")
    review.editor.command("Architect hunks")
    review.editor.says("no pending hunks")
    assert review.text == "one\nTWO\nthree\nfour\nsix"


def test_what_was_kept_stays_when_the_run_is_undone_until_it_is_meant_too(review: Review) -> None:
    review.run()
    review.at(2)
    review.editor.command("Architect hunks keep")
    review.editor.says("kept 1 hunk")
    review.editor.command("Architect undo")
    message = review.editor.says("undid changes in 1 file; 1 kept hunk not undone: ")
    assert review.text == TEXT.replace("two", "TWO").rstrip("\n")
    review.editor.command(message.split(": :")[1])
    review.editor.says("undid changes in 1 file; to revert: :Architect undo ")
    assert review.text == TEXT.rstrip("\n")


def test_pending_hunks_are_marked_again_after_a_restart(review: Review) -> None:
    review.run()
    marks = [[1, "~", ""], [1, "", "- two "], [4, "_", "- five "]]
    until(lambda: review.marks() == marks, "the marks")
    review.editor.command("write")
    review.editor.command("Architect hunks clear")
    assert review.marks() == []
    review.editor.command("Architect restart")
    until(lambda: review.marks() == marks, "the marks of the earlier run")
    review.at(2)
    review.editor.command("Architect hunks undo")
    review.editor.says("undid 1 hunk")
    assert review.text == "one\ntwo\nthree\nfour\nsix"


def test_one_goes_from_hunk_to_hunk_and_around(review: Review) -> None:
    review.run()

    def goes(where: str, line: int) -> None:
        review.editor.command(f"Architect hunks {where}")
        until(lambda: review.editor.lua("return vim.fn.line('.')") == line, f"line {line}")

    review.at(1)
    for where, line in [("next", 2), ("next", 5), ("next", 2), ("previous", 5), ("previous", 2)]:
        goes(where, line)


def test_proposals_are_shown_and_made_one_by_one(review: Review) -> None:
    review.run("++review=propose")
    assert review.text == TEXT.rstrip("\n")
    until(lambda: [1, "", "+ TWO "] in review.marks(), "the proposal")
    review.at(5)
    review.editor.command("Architect hunks keep")
    review.editor.says("applied 1 proposal")
    assert review.text == "one\ntwo\nthree\nfour\nsix"
    review.editor.command("Architect hunks undo all")
    review.editor.says("discarded 1 proposal")
    assert review.text == "one\ntwo\nthree\nfour\nsix"
    until(lambda: review.marks() == [], "no mark")


def test_a_hunk_that_was_typed_over_is_named_and_left_alone(review: Review) -> None:
    review.run()
    review.at(2)
    review.editor.keys("ccother<Esc>")
    until(lambda: "other" in review.text, "what was typed")
    review.editor.command("Architect hunks")
    until(review.quickfix, "the list")
    assert any("changed again since" in text for _, text in review.quickfix())


def test_an_unknown_scope_is_named(review: Review) -> None:
    review.editor.command("Architect hunks keep everything")
    review.editor.says('unknown scope "everything"; available: file, all')


def test_the_list_of_hunks_follows_what_is_decided(review: Review) -> None:
    review.run()
    review.editor.command("Architect hunks")
    until(lambda: len(review.quickfix()) == 2, "the list")
    review.editor.command("wincmd p")
    review.at(2)
    review.editor.will_reply("not here")
    review.editor.command("Architect hunks note")
    review.editor.says(
        "undid 1 hunk; the agent reads the note with your next message: :Architect chat"
    )
    until(lambda: len(review.quickfix()) == 1, "the list without it")
    review.editor.command("Architect hunks keep all")
    until(lambda: review.quickfix() == [], "the empty list")
    until(lambda: not review.has_list_window(), "the end of its window")


def test_forty_hunks_are_decided_in_the_list_and_all_at_once(
    review: Review, tmp_path: Path
) -> None:
    before = "".join(f"line {number}\n" for number in range(120))
    after = before
    for number in range(0, 120, 3):
        after = after.replace(f"line {number}\n", f"LINE {number}\n")
    review.file.write_text(before)
    review.editor.command("edit!")
    read = call("read_file", path="a.txt")
    write = call("write_file", path="a.txt", content=after)
    review.model = recorded(tmp_path / "forty.json", reply("", read, write), reply("Done."))
    review.run()
    review.editor.command("copen")
    review.editor.command("wincmd p")
    review.editor.command("Architect hunks")
    until(lambda: len(review.quickfix()) == 40, "the list", 60)
    review.editor.command("copen")
    review.editor.keys("gg")
    review.editor.command("1,10Architect hunks keep")
    until(lambda: len(review.quickfix()) == 30, "ten to be kept", 60)
    review.editor.command("Architect hunks undo")
    until(lambda: len(review.quickfix()) == 29, "one to be undone", 60)
    review.editor.command("wincmd p")
    review.editor.command("Architect hunks undo all")
    until(lambda: review.quickfix() == [], "the rest to be undone", 60)
    assert review.has_list_window()  # it is the user's own
    kept = before
    for number in range(0, 30, 3):
        kept = kept.replace(f"line {number}\n", f"LINE {number}\n")
    assert review.text == kept.rstrip("\n")
