"""What Neovim keeps for later, where the disk has no room for it."""

import resource
import signal
import subprocess
from pathlib import Path

from tests.support.neovim import neovim_program

PLUGIN = Path(__file__).parents[3] / "client-nvim"
MOST_BYTES = 1_000
SCRIPT = """
local files = require('architect.kept_files')
local path = files.path(1)
files.write(path, 'whole')
local is_written = pcall(files.write, path, ('x'):rep(3000))
print(is_written, table.concat(vim.fn.readfile(path)))
"""


def let_files_grow_no_further() -> None:
    """The write that goes beyond writes a part, as on a disk that gets full."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_BYTES, MOST_BYTES))


def test_a_file_that_has_no_room_stays_as_it_was(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text(SCRIPT)
    argv = [neovim_program(), "--clean", "-n", "-i", "NONE"]
    argv += ["--cmd", f"set runtimepath^={PLUGIN}", "-l", str(script)]
    ended = subprocess.run(
        argv,
        env={"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        preexec_fn=let_files_grow_no_further,
    )
    assert ended.stderr.split() == ["false", "whole"]
