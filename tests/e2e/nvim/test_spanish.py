"""The plugin in a Spanish locale."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.e2e.nvim.asking import ask, shown
from tests.e2e.nvim.harness import Harness, set_up
from tests.support.fake_daemon import FakeDaemon
from tests.support.neovim import Neovim, neovim
from tests.support.until import until


@pytest.fixture
def editor(tmp_path: Path, project: Path) -> Iterator[Neovim]:
    environ = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_ES.UTF-8", "ARCHITECT_LANGUAGE": ""}
    with neovim(tmp_path / "home", folder=project, environ=environ) as found:
        yield found


def test_messages_questions_and_help_are_spanish_and_what_is_typed_stays(harness: Harness) -> None:
    editor = harness.editor
    editor.command("Architect undo")
    assert editor.says("deshacer") == "architect: no hay cambios que deshacer"
    ask(harness)
    assert "Permitir una vez" in shown(harness, "Permitir")
    editor.command("Architect frobnicate")
    assert 'el subcomando "frobnicate" no existe' in editor.says("frobnicate")
    lines = editor.lua("return require('architect.chat_keys').lines(false)")
    assert any("detiene la ejecución" in line for line in lines)
    session = {"sessionId": "s9", "status": "interrupted", "title": "El pie", "undecided": 2}
    harness.daemon.commands["sessions"] = lambda _: {"sessions": [session]}
    editor.command("Architect sessions")
    asked = until(lambda: editor.asked, "the list")[-1]
    assert asked.endswith("interrumpido  0 archivos  El pie · 2 sin decidir")


def test_the_option_is_stronger_than_the_locale_and_reaches_the_server(
    editor: Neovim, daemon: FakeDaemon, project: Path
) -> None:
    set_up(editor, daemon, language="en")
    editor.edit(project / "one.py")
    hello = daemon.connected().expect("initialize")
    assert hello["initializationOptions"]["architect"]["config"] == {"language": "en"}
    assert editor.lua("return require('architect.l10n').t('no runs yet')") == "no runs yet"
