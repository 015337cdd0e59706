"""Neovim with its server, and the command line in the same folder."""

from pathlib import Path

from tests.e2e.nvim.talk import PATIENCE_S, Talk
from tests.support.command import Project
from tests.support.neovim import neovim
from tests.support.recorded_model import call, recorded, reply
from tests.support.until import until

TEXT = "a = 1\n\n\n\n\n\n\n\nc = 3\n"
READ = call("read_file", path="one.py")
SET_A = call("edit_file", path="one.py", old_str="a = 1", new_str="a = 11")
SET_C = call("edit_file", path="one.py", old_str="c = 3", new_str="c = 33")
TAG = call("run_command", command="git tag made-by-test")
FINDING = call(
    "report_finding", path="one.py", line=9, severity="warning", title="Wrong", detail="So."
)
_REPORTED = """
local found = vim.diagnostic.get(vim.fn.bufnr(...))
return vim.tbl_map(function(each) return each.lnum .. ' ' .. each.message end, found)
"""


def test_nobody_overwrites_anybody_each_undoes_its_own_and_findings_and_grants_agree(
    tmp_path: Path, project: Path
) -> None:
    shell = Project(project, tmp_path / "home")
    shell.write("one.py", TEXT)
    edit = recorded(tmp_path / "edit.json", reply("", READ), reply("", SET_A), reply("Set a."))
    own = recorded(tmp_path / "own.json", reply("", READ), reply("", SET_C), reply("Set c."))
    review = recorded(tmp_path / "review.json", reply("", FINDING), reply("Looked."))
    tag = recorded(tmp_path / "tag.json", reply("", TAG), reply("Not tagged."))

    def on_command_line(*arguments: str) -> None:
        ran = shell.architect(*arguments)
        assert ran.code == 0, ran.stderr

    with neovim(shell.home, folder=project) as editor:
        talk = Talk(editor, project, own)
        editor.lua("vim.api.nvim_buf_set_lines(0, 4, 4, false, { '# mine' })")
        typed = editor.text(talk.one)
        on_command_line("run", "edit", "--mode", "yolo", "--model", edit)
        assert shell.read("one.py") == TEXT.replace("a = 1", "a = 11")
        assert editor.text(talk.one) == typed
        editor.command("Architect chat ++mode=yolo set c")
        talk.shows("Set c.")
        talk.is_idle()
        assert editor.text(talk.one) == typed.replace("c = 3", "c = 33")
        assert shell.read("one.py") == TEXT.replace("a = 1", "a = 11")
        editor.command("Architect undo")
        editor.says("undid changes in 1 file")
        assert editor.text(talk.one) == typed
        on_command_line("undo", min(each.stem for each in shell.journals))
        assert (shell.read("one.py"), editor.text(talk.one)) == (TEXT, typed)

        on_command_line("review", "one.py", "--model", review)
        reported = until(lambda: editor.lua(_REPORTED, str(talk.one)), "the finding", PATIENCE_S)
        assert reported == ["9 Wrong\n\nSo."]  # counted from 0: below what is typed
        editor.command("stopinsert")
        editor.command("Architect findings")
        listed = "return vim.tbl_map(function(each) return each.text end, vim.fn.getqflist())"
        until(lambda: editor.lua(listed) == ["Wrong"], "the list", PATIENCE_S)

        on_command_line("grants", "deny", "git tag")
        editor.command(f"Architect chat ++model={tag} tag it")
        talk.shows("Not tagged.")
        assert "• denied: run_command git tag made-by-test: " in talk.text()
        talk.is_idle()
