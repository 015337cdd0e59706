"""What Neovim keeps for later: whose it is, and what happens where the disk has no room for it."""

import re
import resource
import signal
import subprocess
from pathlib import Path
from typing import Any

from tests.support.neovim import neovim_program
from tests.support.processes import is_alive
from tests.support.until import until

PLUGIN = Path(__file__).parents[3] / "client-nvim"
MOST_BYTES = 1_000
FILL = """
local files = require('architect.kept_files')
local path = files.path(1)
files.write(path, 'whole')
local is_written = pcall(files.write, path, ('x'):rep(3000))
print(is_written, table.concat(vim.fn.readfile(path)))
"""
KEEP = """
vim.fn.serverstop(vim.v.servername)
local files = require('architect.kept_files')
files.write(files.path(1), files.head({}) .. 'draft')
io.stderr:write('kept by ' .. vim.fn.getpid() .. vim.v.servername .. '\\n')
io.read()
"""
LOOK = """
for _, file in ipairs(require('architect.kept_files').left_behind()) do
  io.stderr:write(vim.fs.basename(file.path):match('^%d+') .. ' ')
end
"""


def let_files_grow_no_further() -> None:
    """The write that goes beyond writes a part, as on a disk that gets full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))


def started(home: Path, script: str, **options: Any) -> subprocess.Popen[str]:
    """A Neovim with a script."""
    path = home / f"{len(script)}.lua"
    path.write_text(script)
    argv = [neovim_program(), "--clean", "-n", "-i", "NONE"]
    argv += ["--cmd", f"set runtimepath^={PLUGIN}", "-l", str(path)]
    return subprocess.Popen(
        argv,
        env={"HOME": str(home), "XDG_STATE_HOME": str(home), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def said(home: Path, script: str, **options: Any) -> list[str]:
    """The words that a script leaves on standard error."""
    with started(home, script, **options) as editor:
        return editor.communicate(timeout=60)[1].split()


def test_a_file_that_has_no_room_stays_as_it_was(tmp_path: Path) -> None:
    assert said(tmp_path, FILL, preexec_fn=let_files_grow_no_further) == ["false", "whole"]


def test_a_file_is_up_for_others_once_its_neovim_is_gone(tmp_path: Path) -> None:
    """Also of one that nothing can connect to, since its address could not be made."""
    with started(tmp_path, KEEP) as keeper:
        assert keeper.stderr
        assert keeper.stderr.readline() == f"kept by {keeper.pid}\n"
        assert said(tmp_path, LOOK) == []
        (kept,) = (tmp_path / "nvim" / "architect" / "unsent").iterdir()
        later = kept.with_name(kept.name + "1")
        later.write_text(re.sub(r'"birth":"\d', '"birth":"9', kept.read_text()))
        assert later.read_text() != kept.read_text()
        assert said(tmp_path, LOOK) == [str(keeper.pid)], "another process has had its number"
        later.unlink()
        keeper.kill()
        until(lambda: not is_alive(keeper.pid), "its end")
        assert said(tmp_path, LOOK) == [str(keeper.pid)], (
            "it is gone, though nobody has waited for it"
        )
