"""What a git that we start prints."""

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from architect.adapters.git_environment import environment_of_git

TIMEOUT_S = 10.0
_NO_MORE: Mapping[str, str] = MappingProxyType({})


def git_output(
    command: Sequence[str | Path],
    *,
    folder: Path,
    variables: Mapping[str, str] = _NO_MORE,
    stdin: bytes = b"",
    timeout_s: float = TIMEOUT_S,
) -> bytes | None:
    """The standard output of `command`, which starts with the git to use, run in `folder`.

    `variables` come on top of our own environment. None if it cannot be started, fails, or takes
    longer than `timeout_s`.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**environment_of_git(os.environ), **variables},
            input=stdin,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
