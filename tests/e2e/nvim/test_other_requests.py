"""Texts asked for, diffs opened, documents of the server, help and health."""

import shutil
from pathlib import Path

from tests.e2e.nvim.desk import Desk, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import PLUGIN, Neovim
from tests.support.until import until


def test_a_text_is_asked_for(desk: Desk) -> None:
    desk.editor.will_reply("Ada")
    asked = desk.server.request("architect/input", {"title": "Name", "schema": {"type": "string"}})
    assert asked.result(20) == {"value": "Ada"}
    assert desk.editor.asked == ["Name: "]


def test_the_fields_of_an_object_are_asked_for_one_by_one(desk: Desk) -> None:
    fields = {
        "age": {"type": "integer", "title": "Age"},
        "colour": {"enum": ["red", "green"]},
        "sure": {"type": "boolean"},
    }
    desk.editor.will_reply("old", "42", 2, 1)
    params = {"title": "Form", "schema": {"type": "object", "properties": fields}}
    answer = desk.server.request("architect/input", params).result(20)
    assert answer == {"value": {"age": 42, "colour": "green", "sure": True}}
    desk.editor.says('"old" is no integer')


def test_giving_up_on_a_text_gives_none(desk: Desk) -> None:
    assert desk.server.request("architect/input", {"title": "Name"}).result(20) == {}


def test_two_texts_are_shown_side_by_side(desk: Desk) -> None:
    params = {"left": {"text": "old\n"}, "right": desk.uri, "title": "one.py"}
    assert desk.server.request("architect/openDiff", params).result(20) == {}
    assert desk.editor.lua("return vim.fn.tabpagenr('$')") == 2
    texts = """
        return vim.tbl_map(function(win)
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false)
          return { table.concat(lines, ' '), vim.wo[win].diff }
        end, vim.api.nvim_tabpage_list_wins(0))
        """
    assert desk.editor.lua(texts) == [["old", True], ["a = 1 b = 2 c = 3", True]]


def test_a_document_of_the_server_can_be_opened(desk: Desk) -> None:
    desk.daemon.documents["architect:/runs/s1.1/transcript.md"] = "what happened\n"
    desk.editor.command("edit architect:/runs/s1.1/transcript.md")
    until(lambda: desk.editor.text() == "what happened", "the document")
    assert desk.editor.lua("return vim.bo.modifiable") is False


def test_health_is_fine_with_a_connected_server(desk: Desk) -> None:
    desk.editor.command("checkhealth architect")
    report = desk.editor.text()
    assert "ERROR" not in report
    assert "WARNING" not in report
    assert f"connected for {desk.project}: 1 file" in report
    assert "(from the option cmd)" in report


def test_health_names_what_is_missing(editor: Neovim) -> None:
    editor.lua("require('architect').setup({ cmd = { '/nowhere/architect' } })")
    editor.command("checkhealth architect")
    assert '"/nowhere/architect" is not a program' in editor.text()


def test_health_tells_of_another_protocol(editor: Neovim, daemon: FakeDaemon, desk: Desk) -> None:
    editor.command("Architect stop")
    desk.server.expect("exit")
    daemon.capabilities["experimental"]["architect"]["protocol"] = 9
    set_up(editor, daemon)
    daemon.connected(2)
    editor.command("checkhealth architect")
    assert "speaks protocol 9, this plugin 1" in editor.text()


def test_the_help_has_every_subcommand_option_and_mapping(editor: Neovim, tmp_path: Path) -> None:
    shutil.copytree(PLUGIN / "doc", tmp_path / "copy" / "doc")
    editor.command(f"set runtimepath^={tmp_path / 'copy'}")
    editor.command(f"helptags {tmp_path / 'copy' / 'doc'}")
    editor.command("help architect")
    text = editor.text()
    for name in editor.lua("return vim.tbl_keys(require('architect.commands').commands)"):
        editor.command(f"help architect-{name}")
        assert f"Architect {name}" in text
    for name in editor.lua("return vim.tbl_keys(require('architect.config').defaults)"):
        assert f"\n{name} " in text, name
    maps = "return vim.tbl_map(function(map) return map.lhs end, vim.api.nvim_get_keymap('n'))"
    own = [lhs for lhs in editor.lua(maps) if "architect" in lhs]
    assert len(own) == 14
    for lhs in own:
        assert lhs in text
