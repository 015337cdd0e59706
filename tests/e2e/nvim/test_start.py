"""Starting, announcing, attaching, ending."""

import shlex
from pathlib import Path

from tests.e2e.nvim.desk import Desk, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim
from tests.support.until import until


def test_the_server_starts_with_the_first_file_and_hears_what_the_plugin_can_do(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    set_up(editor, daemon, config={"llm": {"model": "recorded/demo"}}, opt_out=["llm"])
    editor.edit(project / "one.py")
    hello = daemon.connected().expect("initialize")
    assert hello["rootUri"] == project.as_uri()
    assert hello["initializationOptions"] == {
        "architect": {
            "protocol": 1,
            "features": {
                "events": True,
                "confirm": True,
                "save": True,
                "input": True,
                "diff": True,
                "hunks": True,
            },
            "optOut": ["llm"],
            "config": {"llm": {"model": "recorded/demo"}},
        }
    }
    assert hello["capabilities"]["workspace"]["workspaceEdit"]["documentChanges"] is True


def test_an_empty_configuration_is_an_object(desk: Desk) -> None:
    announced = desk.server.expect("initialize")["initializationOptions"]["architect"]
    assert announced["config"] == {}
    assert announced["optOut"] == []
    changed = desk.server.expect("workspace/didChangeConfiguration")
    assert changed == {"settings": {"architect": {}}}


def test_all_files_of_a_workspace_share_one_server(desk: Desk) -> None:
    uri = desk.editor.edit(desk.two)
    opened = desk.server.expect("textDocument/didOpen", 2)
    assert opened["textDocument"]["uri"] == uri
    assert len(desk.daemon.connections) == 1


def test_a_file_outside_of_any_workspace_starts_nothing(
    editor: Neovim, daemon: FakeDaemon, tmp_path: Path, project: Path
) -> None:
    lonely = tmp_path / "lonely.txt"
    lonely.write_bytes(b"text\n")
    set_up(editor, daemon)
    editor.edit(lonely)
    editor.edit(project / "one.py")
    opened = daemon.connected().expect("textDocument/didOpen")
    assert opened["textDocument"]["uri"] == (project / "one.py").as_uri()
    assert len(daemon.connections) == 1


def test_a_wrong_option_is_named(editor: Neovim) -> None:
    code = "return { pcall(require('architect').setup, ...) }"
    assert 'has no option "comand"' in editor.lua(code, {"comand": ["x"]})[1]
    assert (
        'the option "height" of setup.log is a string'
        in editor.lua(code, {"log": {"height": "big"}})[1]
    )


def test_a_server_that_is_no_program_is_named_once(editor: Neovim, project: Path) -> None:
    editor.lua("require('architect').setup({ cmd = { '/nowhere/architect', 'lsp' } })")
    editor.edit(project / "one.py")
    editor.says('"/nowhere/architect" is not a program')
    editor.edit(project / "two.py")
    editor.command("Architect run x")
    editor.says("there is no server for this file")
    assert len([line for line in editor.said if "is not a program" in line]) == 1


def _own_server(project: Path) -> Path:
    server = project / ".venv" / "bin" / "architect"
    server.parent.mkdir(parents=True)
    server.write_bytes(b"#!/bin/sh\ntouch started\n")
    server.chmod(0o755)
    return server


def test_a_server_that_lies_in_the_workspace_is_not_started_unasked(
    editor: Neovim, project: Path
) -> None:
    server = _own_server(project)
    editor.lua("vim.env.PATH = '/nowhere'; require('architect').setup()")
    editor.edit(project / "one.py")
    editor.says(f"{server} is not started unasked")
    assert not (project / "started").exists()


def test_a_server_of_the_workspace_starts_once_it_is_trusted(editor: Neovim, project: Path) -> None:
    _own_server(project)
    editor.lua("require('architect').setup({ restarts = 0 })")
    editor.edit(project / "one.py")
    editor.command("Architect trust")
    until((project / "started").exists, "the server of the workspace")


def test_the_server_of_an_active_environment_is_trusted(editor: Neovim, project: Path) -> None:
    _own_server(project)
    editor.lua("vim.env.VIRTUAL_ENV = ...", str(project / ".venv"))
    editor.lua("require('architect').setup({ restarts = 0 })")
    editor.edit(project / "one.py")
    until((project / "started").exists, "the server of the workspace")


def test_a_command_before_any_setup_starts_the_server_on_path(
    editor: Neovim, daemon: FakeDaemon, project: Path, tmp_path: Path
) -> None:
    program = tmp_path / "bin" / "architect"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec {shlex.join(daemon.argv)}\n")
    program.chmod(0o755)
    editor.lua("vim.env.PATH = ... .. ':' .. vim.env.PATH", str(program.parent))
    editor.edit(project / "one.py")
    editor.command("Architect run look around")
    assert daemon.executed("run")["prompt"] == "look around"


def test_stopping_is_no_crash(desk: Desk) -> None:
    desk.editor.command("Architect stop")
    desk.server.expect("exit")
    until(lambda: desk.editor.lua("return #vim.lsp.get_clients()") == 0, "no client")
    assert not [line for line in desk.editor.said if "the server ended" in line]


def test_a_server_that_dies_is_started_again_and_gets_the_open_files(desk: Desk) -> None:
    desk.server.kill()
    desk.editor.says("the server ended (signal 9); starting it again (1 of 3)")
    opened = desk.daemon.connected(2).expect("textDocument/didOpen")
    assert opened["textDocument"]["uri"] == desk.uri


def test_a_server_that_keeps_dying_is_given_up(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    set_up(editor, daemon, restarts=1)
    editor.edit(project / "one.py")
    daemon.connected(1).kill()
    daemon.connected(2).kill()
    editor.says("the server ended 2 times (signal 9); :Architect restart starts it again")
    editor.command("Architect restart")
    daemon.connected(3)


def test_a_run_that_died_with_the_server_is_told_after_its_restart(desk: Desk) -> None:
    desk.run()
    desk.event("run.state", 1, state="running", position=0)
    run = {"runId": "s1.1", "state": "done", "outcome": "interrupted", "title": "do it"}
    desk.daemon.commands["runs"] = lambda _: {"runs": [run | {"filesChanged": ["one.py"]}]}
    until(lambda: desk.editor.statusline() == "architect: running", "the status line")
    desk.server.kill()
    desk.editor.says('the run "do it" was interrupted, 1 file changed')
    assert desk.daemon.executed("runs") == {"runId": "s1.1"}
    assert desk.editor.statusline() == ""
    assert "the server ended; the run was interrupted" in desk.editor.buffer_text("log/s1.1")


def test_a_session_that_was_interrupted_earlier_is_told_at_the_start(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    interrupted = {"sessionId": "s7", "task": "mend it", "status": "interrupted"}
    older = {"sessionId": "s6", "task": "an older one", "status": "interrupted"}
    daemon.commands["sessions"] = lambda _: {
        "sessions": [{**interrupted, "filesChanged": ["a", "b"]}, {**older, "filesChanged": ["c"]}]
    }
    set_up(editor, daemon)
    editor.edit(project / "one.py")
    editor.says('the run "mend it" was interrupted, 2 files changed')
    assert not [message for message in editor.said if "an older one" in message]
