"""Texts asked for, diffs opened, documents of the server, help and health."""

import shutil
import time
from pathlib import Path

from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import PLUGIN, Neovim
from tests.support.until import until


def test_a_text_is_asked_for(harness: Harness) -> None:
    harness.editor.will_reply("Ada")
    asked = harness.server.request(
        "architect/input", {"title": "Name", "schema": {"type": "string"}}
    )
    assert asked.result(20) == {"value": "Ada"}
    assert harness.editor.asked == ["Name: "]


def test_the_fields_of_an_object_are_asked_for_one_by_one(harness: Harness) -> None:
    fields = {
        "age": {"type": "integer", "title": "Age"},
        "colour": {"enum": ["red", "green"]},
        "sure": {"type": "boolean"},
    }
    harness.editor.will_reply("old", "42", 2, 1)
    params = {"title": "Form", "schema": {"type": "object", "properties": fields}}
    answer = harness.server.request("architect/input", params).result(20)
    assert answer == {"value": {"age": 42, "colour": "green", "sure": True}}
    harness.editor.says('"old" is not a valid integer')


def test_giving_up_on_a_text_gives_none(harness: Harness) -> None:
    assert harness.server.request("architect/input", {"title": "Name"}).result(20) == {}


def test_a_question_of_the_server_stands_as_it_was_put(harness: Harness) -> None:
    actions = [{"title": "Trust"}, {"title": "Cancel"}]
    params = {"type": 3, "message": "It is part of the project.\nTrust it?", "actions": actions}
    harness.editor.will_reply(1)
    asked = harness.server.request("window/showMessageRequest", params)
    assert asked.result(20) == {"title": "Trust"}
    harness.editor.will_reply(0)
    assert harness.server.request("window/showMessageRequest", params).result(20) is None
    assert harness.editor.asked[0] == "It is part of the project.\nTrust it?\nTrust\nCancel"


def test_two_texts_are_shown_side_by_side(harness: Harness) -> None:
    params = {"left": {"text": "old\n"}, "right": harness.uri, "title": "one.py"}
    assert harness.server.request("architect/openDiff", params).result(20) == {}
    assert harness.editor.lua("return vim.fn.tabpagenr('$')") == 2
    texts = """
        return vim.tbl_map(function(win)
          local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(win), 0, -1, false)
          return { table.concat(lines, ' '), vim.wo[win].diff }
        end, vim.api.nvim_tabpage_list_wins(0))
        """
    assert harness.editor.lua(texts) == [["old", True], ["a = 1 b = 2 c = 3", True]]


def test_a_document_of_the_server_can_be_opened(harness: Harness) -> None:
    harness.daemon.documents["architect:/runs/s1.1/transcript.md"] = "what happened\n"
    harness.editor.command("edit architect:/runs/s1.1/transcript.md")
    until(lambda: harness.editor.text() == "what happened", "the document")
    assert harness.editor.lua("return vim.bo.modifiable") is False


def test_health_is_fine_with_a_connected_server(harness: Harness) -> None:
    harness.editor.command("checkhealth architect")
    report = harness.editor.text()
    assert "ERROR" not in report
    assert "WARNING" not in report
    assert f"connected to {harness.project} (1 file)" in report
    assert "(from option `cmd`)" in report


def test_health_names_what_is_missing(editor: Neovim) -> None:
    editor.lua("require('architect').setup({ cmd = { '/nowhere/architect' } })")
    editor.command("checkhealth architect")
    assert '"/nowhere/architect" is not executable' in editor.text()


def test_health_tells_of_another_protocol(
    editor: Neovim, daemon: FakeDaemon, harness: Harness
) -> None:
    editor.command("Architect stop")
    harness.server.expect("exit")
    daemon.capabilities["experimental"]["architect"]["protocol"] = 9
    set_up(editor, daemon)
    daemon.connected(2)
    editor.command("checkhealth architect")
    assert "uses protocol version 9, the plugin version 1" in editor.text()


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
    assert own
    for lhs in own:
        assert lhs in text


def test_what_other_language_servers_report_is_told(harness: Harness) -> None:
    report = """
        local place = vim.api.nvim_create_namespace('other')
        vim.diagnostic.set(place, 0, {
          { lnum = 1, col = 0, message = 'no x', severity = 2, source = 'linter' },
          { lnum = 0, col = 0, message = 'ours', source = 'architect' },
        })
        return vim.uri_from_fname(vim.fs.dirname(vim.api.nvim_buf_get_name(0)))
        """
    root = harness.editor.lua(report)
    asked = harness.server.request("architect/problems", {"root": root}).result(20)
    found = {"uri": harness.uri, "line": 2, "severity": "warning", "message": "no x"}
    assert asked.pop("mark") > 0
    assert asked == {"problems": [{**found, "source": "linter"}]}
    elsewhere = harness.server.request("architect/problems", {"root": "file:///elsewhere"})
    assert elsewhere.result(20)["problems"] in ([], {})


def test_a_language_server_that_says_nothing_is_waited_for_once(harness: Harness) -> None:
    harness.editor.lua("""
        _G.deaf = vim.lsp.start({ name = 'deaf', cmd = function()
          local closing = false
          return {
            request = function(_, _, done)
              vim.schedule(function() done(nil, { capabilities = {} }) end)
              return true, 1
            end,
            notify = function() return true end,
            is_closing = function() return closing end,
            terminate = function() closing = true end,
          }
        end })
        """)
    attached = "return #vim.lsp.get_clients({ name = 'deaf', bufnr = 0 })"
    until(lambda: harness.editor.lua(attached) == 1, "the language server")
    root = "file://" + str(harness.project)
    wanted = {"root": root, "uris": [harness.uri], "since": 1_000, "waitMs": 1_500}

    def asked() -> float:
        began = time.monotonic()
        answer = harness.server.request("architect/problems", wanted).result(20)
        assert answer["problems"] in ([], {})
        return time.monotonic() - began

    assert asked() >= 1.5
    assert min(asked(), asked()) < 1.5
    place = "vim.api.nvim_create_namespace('deaf')"
    harness.editor.lua(f"vim.diagnostic.set({place}, 0, {{}})")
    assert asked() >= 1.5


def test_health_says_what_the_doctor_of_the_server_finds(harness: Harness) -> None:
    checks = [
        {"name": "sandbox", "state": "ok", "message": "bubblewrap works", "command": None},
        {
            "name": "model",
            "state": "error",
            "message": "no key\x1b[2J",
            "command": "export KEY=...",
        },
        {"name": "git", "state": "warning", "message": "old", "command": None},
    ]
    harness.daemon.commands["doctor"] = lambda _: {"checks": checks}
    harness.editor.command("checkhealth architect")
    asked = harness.daemon.executed("doctor")
    assert asked == {"uri": harness.project.as_uri(), "offline": True}
    shown = harness.editor.text()
    assert "OK sandbox: bubblewrap works" in shown
    assert "ERROR model: no key\\x1b[2J" in shown
    assert "export KEY=..." in shown
    assert "WARNING git: old" in shown


def test_a_component_of_the_status_line_tells_model_mode_state_cost_and_context(
    harness: Harness,
) -> None:
    def shown(*parts: str) -> str:
        code = "return require('architect').component(#... > 0 and ... or nil)"
        return harness.editor.lua(code, list(parts))

    assert shown() == ""
    harness.daemon.commands["run"] = lambda _: {"runId": "s1.1", "state": "running"}
    harness.editor.command("Architect chat ++model=%{x}gpt-4.1 ++mode=ask hello")
    harness.daemon.executed("run")
    harness.event("run.started", 1, agent="build", model="m", task="hello", sessionId="s1")
    harness.event("model.requested", 2, step=1, contextPercent=12)
    usage = {"inputTokens": 10, "outputTokens": 2}
    replied = {"step": 1, "text": "Hi.", "usage": usage, "costUsd": 0.0042}
    harness.event("model.replied", 3, **replied)
    expected = "xgpt-4.1 · ask · running · $0.0042 · context 12 %"
    evaluated = "return vim.api.nvim_eval_statusline(require('architect').component(), {}).str"
    until(lambda: harness.editor.lua(evaluated) == expected, "the component")
    assert shown("state", "agent") == "running · build"
