"""What is kept of a bug can be given away: it holds no key."""

import os
import stat
import subprocess
import sys
from pathlib import Path

KEY = "sk-crash-0123456789-abcdef"
SENT = "given-as-a-flag-55120"
TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4xY7z0A1b2C3d"
PROGRAM = f"""
from architect.bootstrap.runtime import crash_log
try:
    raise ValueError("sent {KEY} and {SENT} and {TOKEN} to nobody")
except ValueError as error:
    print(crash_log(["{SENT}"]).keep(error))
"""


def kept(home: Path) -> Path:
    """The file that a process of its own, with a key in its environment, has left."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_STATE_HOME": str(home / "state"),
        "SERVICE_API_KEY": KEY,
    }
    command = [sys.executable, "-c", PROGRAM]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return Path(run.stdout.strip())


def test_keys_in_the_message_of_an_error_are_not_kept(tmp_path: Path) -> None:
    text = kept(tmp_path).read_text()
    assert "ValueError: sent [redacted:known-value:" in text
    assert not [key for key in (KEY, SENT, TOKEN) if f"sent {key}" in text or f"and {key}" in text]


def test_only_its_user_may_read_it(tmp_path: Path) -> None:
    assert stat.S_IMODE(kept(tmp_path).stat().st_mode) == 0o600
