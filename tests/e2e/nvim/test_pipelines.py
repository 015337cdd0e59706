"""Pipelines in a real Neovim: picked, trusted as they are shown, and approved."""

from pathlib import Path

from tests.e2e.nvim.test_workflows import SERVER, SHOWN, on_line
from tests.support.agents_at_work import at_work, writes
from tests.support.neovim import Neovim, neovim
from tests.support.processes import daemons_below
from tests.support.provider_server import ProviderServer, Reply
from tests.support.repository import commit_all
from tests.support.until import until

FILE = """name: Release
description: With a word of yours.
variables: {word: }
steps:
  - {name: write, prompt: "WRITE {{word}}"}
  - {name: publish, approval: true, prompt: "PUBLISH it"}
"""


def project_at(folder: Path) -> Path:
    folder.mkdir()
    (folder / "a.txt").write_text("alpha\n")
    (folder / "release.yaml").write_text(FILE)
    commit_all(folder)
    return folder


def set_up(editor: Neovim, server: ProviderServer, file: Path) -> None:
    config = {
        "llm": {"model": "openai_compatible/m", "api_base": f"{server.url}/v1"},
        "agents": {"build": {"confirm_mode": "yolo"}},
    }
    editor.lua("require('architect').setup(...)", {"cmd": SERVER, "config": config})
    editor.edit(file)
    until(lambda: daemons_below(editor.pid), "the server")


def test_a_pipeline_is_picked_and_its_step_approved_from_the_window(tmp_path: Path) -> None:
    project = project_at(tmp_path / "project")
    script = at_work(
        {
            "WRITE hello, unsaved": [writes("written.txt"), Reply("written")],
            "PUBLISH": [writes("published.txt"), Reply("published")],
        }
    )
    with ProviderServer(script) as server, neovim(tmp_path / "home", folder=project) as editor:
        set_up(editor, server, project / "release.yaml")
        editor.lua("vim.fn.setline(5, ...)", '  - {name: write, prompt: "WRITE {{word}}, unsaved"}')
        editor.will_reply(1, "hello", 1, 1)
        editor.command("Architect pipeline")
        waits = "waits for approval (a): publish"
        until(lambda: waits in editor.lua(SHOWN), "the approval", 40.0)
        assert not (project / "published.txt").exists()
        picked, value, trusted = editor.asked
        assert picked == "Pipeline to run:\nRelease  (release.yaml)  With a word of yours."
        assert value == "Value of word: "
        assert "'release.yaml' is part of the project" in trusted
        until(lambda: "Approve the step 'publish'" in editor.float_text(), "the question")
        on_line(editor, "publish:", "a")
        until(lambda: "+ pipeline: Release  [done, 2 of 2" in editor.lua(SHOWN), "the end")
        assert editor.asked[3] == "publish? PUBLISH it\nApprove\nRefuse"
        assert (project / "published.txt").exists()
        until(lambda: not editor.float_text(), "the question to be gone")


def test_a_pipeline_by_its_name_is_refused_with_line_and_key(tmp_path: Path) -> None:
    project = project_at(tmp_path / "project")
    (project / "release.yaml").write_text(FILE.replace("approval:", "aproval:"))
    with ProviderServer([]) as server, neovim(tmp_path / "home", folder=project) as editor:
        set_up(editor, server, project / "a.txt")
        editor.command("Architect pipeline release.yaml")
        assert "release.yaml:6: steps[1].aproval" in editor.says("aproval")


def test_a_question_about_a_step_is_answered_by_a_key(tmp_path: Path) -> None:
    project = project_at(tmp_path / "project")
    script = at_work({"WRITE": [Reply("written")], "PUBLISH": [Reply("published")]})
    with ProviderServer(script) as server, neovim(tmp_path / "home", folder=project) as editor:
        set_up(editor, server, project / "a.txt")
        editor.will_reply("hello", 1)
        editor.command("Architect pipeline release.yaml")
        until(lambda: "Approve" in editor.float_text(), "the question", 40.0)
        shown = editor.float_text()
        assert "Refuse" in shown and "Leave it open" in shown and "Allow once" not in shown
        editor.command("Architect answer deny")
        until(lambda: "x pipeline: Release  [failed, 2 of 2" in editor.lua(SHOWN), "the end")
        assert "it was not approved" in editor.lua(SHOWN)
