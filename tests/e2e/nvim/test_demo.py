"""`make demo-nvim`: what somebody sees who tries it without a key."""

import os
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.neovim import Neovim, neovim_program
from tests.support.neovim_rpc import NeovimRpc
from tests.support.until import until

SCRIPT = Path(__file__).parents[3] / "scripts" / "demo-nvim"


@pytest.fixture
def demo(tmp_path: Path) -> Iterator[NeovimRpc]:
    places = Path(neovim_program()).parent
    path = f"PATH={places}{os.pathsep}{os.environ['PATH']}"
    argv = ["env", path, f"TMPDIR={tmp_path}", "ARCHITECT_LLM_MODEL=none"]
    argv += [str(SCRIPT), sysconfig.get_path("scripts"), "--embed", "--headless", "-n"]
    rpc = NeovimRpc(argv)
    yield rpc
    rpc.close()


def test_the_demo_fixes_the_bug_asking_before_each_step_and_leaves_nothing(
    demo: NeovimRpc, tmp_path: Path
) -> None:
    editor = Neovim(demo)
    split = Path(editor.lua("return vim.api.nvim_buf_get_name(0)"))
    assert (split.name, split.is_relative_to(tmp_path)) == ("split.py", True)
    before = editor.text()
    editor.keys(" r")  # as the guide says
    questions = 0
    while not any("architect: Done" in line for line in editor.said):
        until(
            lambda: editor.float_text() or any("architect: Done" in line for line in editor.said),
            "a question or the end",
        )
        if editor.float_text():
            questions += 1
            shown = editor.float_text()
            until(editor.is_asking, "the question to take the cursor")
            editor.keys("y")
            until(lambda shown=shown: editor.float_text() != shown, "the question to go")
    assert "Done, 1 file changed" in " ".join(editor.said)
    assert questions >= 2
    assert "divmod(total_cents, people)" in editor.text(split)
    editor.keys(" u")
    editor.says("undid changes in 1 file; to revert: ")
    assert editor.text(split) == before
    editor.command("help architect")
    assert "architect.txt" in editor.lua("return vim.api.nvim_buf_get_name(0)")
    demo.close()
    assert list(tmp_path.glob("architect-demo-nvim-*")) == []
