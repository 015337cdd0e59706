"""The conversation of all front ends, held in the chat of the plugin, leaves the same journal."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.chat.test_one_conversation import in_editor, settings_for
from tests.cli.talk import KEY
from tests.e2e.nvim.test_chat_real import PATIENCE_S, Talk
from tests.support import one_conversation as script
from tests.support.daemon import played
from tests.support.lsp_client import NEOVIM
from tests.support.neovim import neovim
from tests.support.provider_server import ProviderServer
from tests.support.until import until


def prepared(root: Path) -> Path:
    (root / ".git").mkdir(parents=True)
    (root / "one.py").write_bytes(b"a = 1\n")
    script.prepare(root)
    return root


def answered(talk: Talk, about: str, answer: str) -> None:
    until(lambda: about in talk.editor.float_text(), f"a question about {about}", PATIENCE_S)
    talk.editor.command(f"Architect answer {answer}")


def held(talk: Talk, root: Path) -> None:
    editor = talk.editor
    editor.command("Architect chat")
    editor.command("Architect mode ask")
    editor.command(f"Architect attach {script.NOTES}")
    talk.types(f"{script.TASK}<C-s>")
    talk.shows(f"• run_command cat {script.GATE}")
    talk.types(f"{script.MEANWHILE}<C-s>")
    talk.shows(f"queued: the model reads it after this step\n{script.MEANWHILE}")
    script.open_gate(root)
    answered(talk, script.FILE, "once")
    answered(talk, "touch other.txt", f"deny {script.REASON}")
    talk.shows(script.ANSWERS[0])
    talk.is_idle()
    talk.types(f"{script.FOLLOW_UP}<C-s>")
    talk.shows(script.ANSWERS[1])
    talk.is_idle()
    talk.types(f"{script.SLOW}<C-s>")
    talk.shows(f"• run_command cat {script.GATE} {script.GATE}")
    editor.command("Architect cancel")
    talk.is_idle()
    editor.command("Architect mode plan")
    talk.types(f"{script.PLANNED}<C-s>")
    talk.shows(script.PLAN)
    talk.is_idle()
    editor.command("Architect do")
    talk.shows(script.CARRIED_OUT)
    talk.is_idle()
    [journal] = (root / ".architect" / "sessions").glob("*.jsonl")
    editor.command(f"Architect undo {journal.stem}.1")
    until(lambda: has_undone(journal), "the undo", PATIENCE_S)
    editor.command("Architect mode ask")
    editor.command("Architect fork")
    talk.shows(script.CARRIED_OUT, 2)
    talk.is_idle()
    talk.types(f"{script.IN_THE_FORK}<C-s>")
    talk.shows(script.FORKED, 2)
    talk.is_idle()


def has_undone(journal: Path) -> bool:
    *_, last = journal.read_bytes().splitlines()
    return b'"run.finished"' in last and b"deleted" in last


def test_the_plugin_leaves_the_journal_that_every_front_end_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LITELLM_API_KEY", KEY)
    expected = prepared(tmp_path / "project")
    with ProviderServer(script.REPLIES) as server:
        played(in_editor(expected, settings_for(server), NEOVIM))
    root = prepared(tmp_path / "another")  # as long as the other path
    with ProviderServer(script.REPLIES) as server:
        environ: dict[str, Any] = {"LITELLM_API_KEY": KEY}
        with neovim(tmp_path / "home", folder=root, environ=environ) as editor:
            held(Talk(editor, root, settings_for(server)), root)
    assert script.normalized(root) == script.normalized(expected)
