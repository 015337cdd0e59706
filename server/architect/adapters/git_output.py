"""Running git to its end: what it prints, or why it failed.

Whoever runs git does it here, unless it may be cancelled (`git.py`), is read while it goes on
(`files/file_names.py`), or fetches from elsewhere (`skills/fetch.py`).
"""

import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType

from architect.adapters.git_environment import NO_REPOSITORY, environment_of_git
from architect.domain.errors import VcsFault
from architect.l10n import at, english

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
    """As `checked_git_output`, but None where that raises."""
    with suppress(VcsFault):
        return checked_git_output(
            command,
            folder=folder,
            failure=english("git failed"),
            variables=variables,
            stdin=stdin,
            timeout_s=timeout_s,
        )
    return None


def checked_git_output(
    command: Sequence[str | Path],
    *,
    folder: Path,
    failure: str,
    variables: Mapping[str, str] = _NO_MORE,
    kept: frozenset[str] = frozenset(),
    stdin: bytes = b"",
    codes: Sequence[int] = (0,),
    timeout_s: float = TIMEOUT_S,
) -> bytes:
    """The standard output of `command`, which starts with the git to use, run in `folder`.

    `variables` come on top of our own environment, of which git's own are left out but for `kept`.

    Raises:
        VcsFault: it cannot be started, takes longer than `timeout_s`, or ends with an exit code
            that is none of `codes`; it says `failure`, then what git said.
    """
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**environment_of_git(os.environ, kept=kept), **variables},
            input=stdin,
            capture_output=True,
            timeout=timeout_s,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise VcsFault(at(failure, str(error))) from error
    if done.returncode not in codes:
        raise git_fault(failure, done.stderr, folder)
    return done.stdout


def git_fault(failure: str, stderr: bytes, folder: Path) -> VcsFault:
    """What is told of a git that has failed in `folder`."""
    said = stderr.decode("utf-8", "replace").strip()
    if NO_REPOSITORY in said:
        return VcsFault(english("{folder!r} is not a git repository", folder=str(folder)))
    return VcsFault(at(failure, said) if said else failure)
