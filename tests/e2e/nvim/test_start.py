"""Starting, announcing, attaching, ending."""

import shlex
from pathlib import Path

from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim, neovim
from tests.support.until import until


def test_the_server_starts_with_the_first_file_and_hears_what_the_plugin_can_do(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    set_up(editor, daemon, config={"llm": {"model": "recorded/demo"}}, opt_out=["llm"])
    editor.edit(project / "one.py")
    hello = daemon.connected().expect("initialize")
    assert hello["rootUri"] == project.as_uri()
    names = hello["initializationOptions"]["architect"].pop("settingNames")
    assert names["llm.api_base"] == "config.llm.api_base"
    assert hello["initializationOptions"] == {
        "architect": {
            "protocol": 1,
            "features": {
                "events": True,
                "confirm": True,
                "save": True,
                "problems": True,
                "language": True,
                "input": True,
                "diff": True,
                "hunks": True,
                "partial": True,
                "renamed": True,
                "workflows": True,
            },
            "optOut": ["llm"],
            "config": {"llm": {"model": "recorded/demo"}},
        }
    }
    assert hello["capabilities"]["workspace"]["workspaceEdit"]["documentChanges"] is True


def test_an_empty_configuration_is_an_object(harness: Harness) -> None:
    announced = harness.server.expect("initialize")["initializationOptions"]["architect"]
    assert announced["config"] == {}
    assert announced["optOut"] == []
    changed = harness.server.expect("workspace/didChangeConfiguration")
    assert changed == {"settings": {"architect": {}}}


def test_all_files_of_a_workspace_share_one_server(harness: Harness) -> None:
    uri = harness.editor.edit(harness.two)
    opened = harness.server.expect("textDocument/didOpen", 2)
    assert opened["textDocument"]["uri"] == uri
    assert len(harness.daemon.connections) == 1


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
    assert 'unknown option "comand" in setup' in editor.lua(code, {"comand": ["x"]})[1]
    assert (
        'option "height" in setup.log must be of type number'
        in editor.lua(code, {"log": {"height": "big"}})[1]
    )
    wrong = {"language": "es", "comand": ["x"]}
    assert 'opción desconocida "comand" en setup' in editor.lua(code, wrong)[1]


def test_a_server_that_is_not_executable_is_named_once_and_when_it_is_needed(
    editor: Neovim, project: Path
) -> None:
    editor.lua("require('architect').setup({ cmd = { '/nowhere/architect', 'lsp' } })")
    editor.edit(project / "one.py")
    editor.says('"/nowhere/architect" is not executable')
    editor.edit(project / "two.py")
    told = 'architect: "/nowhere/architect" is not executable; see :checkhealth architect'
    assert editor.said == [told]
    editor.command("Architect run x")
    until(lambda: editor.said == [told, told], "the message again")


def _own_server(project: Path) -> Path:
    server = project / ".venv" / "bin" / "architect"
    server.parent.mkdir(parents=True)
    server.write_bytes(b"#!/bin/sh\ntouch started\n")
    server.chmod(0o755)
    return server


def test_a_server_in_the_workspace_is_not_started_until_it_is_trusted(
    editor: Neovim, project: Path
) -> None:
    server = _own_server(project)
    editor.lua("vim.env.PATH = '/nowhere'; require('architect').setup()")
    editor.edit(project / "one.py")
    editor.says(f"{server} is not trusted")
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


def test_stopping_is_not_a_crash_and_no_run_is_stopped_unawares(harness: Harness) -> None:
    harness.run()
    harness.event("run.state", 1, state="running", position=0)
    until(lambda: harness.editor.statusline() == "architect: running", "the status line")
    harness.editor.command("Architect stop")
    harness.editor.says(":Architect cancel ends the run that is under way")
    harness.editor.command("Architect stop-server")
    harness.server.expect("exit")
    harness.editor.says("stopped the server of project")
    until(lambda: harness.editor.lua("return #vim.lsp.get_clients()") == 0, "no client")
    assert not [line for line in harness.editor.said if "server exited" in line]
    harness.editor.command("Architect stop")
    harness.editor.says("no server runs")
    harness.editor.command("Architect restart")
    harness.editor.says("restarted the server of project")


def test_a_server_that_crashes_is_restarted_and_gets_the_open_files(harness: Harness) -> None:
    harness.server.kill()
    harness.editor.says("server exited unexpectedly (signal 9); restarting (1 of 3)")
    opened = harness.daemon.connected(2).expect("textDocument/didOpen")
    assert opened["textDocument"]["uri"] == harness.uri


def test_a_server_that_keeps_crashing_is_not_restarted_again(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    set_up(editor, daemon, restarts=1)
    editor.edit(project / "one.py")
    daemon.connected(1).kill()
    daemon.connected(2).kill()
    editor.says("server exited unexpectedly 2 times (signal 9); use :Architect restart")
    editor.command("Architect restart")
    daemon.connected(3)


def test_a_run_interrupted_by_a_crash_is_reported_after_the_restart(harness: Harness) -> None:
    harness.run()
    harness.event("run.state", 1, state="running", position=0)
    run = {"runId": "s1.1", "state": "done", "outcome": "interrupted", "title": "do it"}
    harness.daemon.commands["runs"] = lambda _: {"runs": [run | {"filesChanged": ["one.py"]}]}
    until(lambda: harness.editor.statusline() == "architect: running", "the status line")
    harness.server.kill()
    harness.editor.says('run "do it" was interrupted, 1 file changed')
    assert harness.daemon.executed("runs") == {"runId": "s1.1"}
    assert harness.editor.statusline() == ""
    assert "server exited, run interrupted" in harness.editor.buffer_text("log/s1.1")


def test_a_session_interrupted_earlier_is_reported_at_the_next_start_alone(
    editor: Neovim, daemon: FakeDaemon, project: Path, tmp_path: Path
) -> None:
    interrupted = {"sessionId": "s7", "task": "fix it", "status": "interrupted"}
    older = {"sessionId": "s6", "task": "an older one", "status": "interrupted"}
    daemon.commands["sessions"] = lambda _: {
        "sessions": [{**interrupted, "filesChanged": ["a", "b"]}, {**older, "filesChanged": ["c"]}]
    }
    set_up(editor, daemon)
    editor.edit(project / "one.py")
    editor.says('run "fix it" was interrupted, 2 files changed')
    assert not [message for message in editor.said if "an older one" in message]
    editor.quit()
    with neovim(tmp_path / "home", folder=project) as again:
        set_up(again, daemon)
        again.edit(project / "one.py")
        daemon.executed("sessions", 2)
        again.command("Architect chat ++session=s0")
        again.says('there is no session "s0"')
        assert not [message for message in again.said if "was interrupted" in message]


def test_a_run_that_the_user_stopped_is_not_reported_as_interrupted(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    stopped = {"sessionId": "s7", "task": "fix it", "status": "cancelled", "runs": ["s7.1"]}
    daemon.commands["sessions"] = lambda _: {"sessions": [stopped]}
    set_up(editor, daemon)
    editor.edit(project / "one.py")
    daemon.executed("sessions")
    editor.command("Architect chat ++session=s0")
    editor.says('there is no session "s0"')
    assert not [message for message in editor.said if "was interrupted" in message]
