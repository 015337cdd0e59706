"""The environment of architect, and so of the commands that it runs: no secret of the job."""

import os
from collections.abc import Mapping
from pathlib import Path

from architect_action.inputs import Inputs

KEY_VARIABLE = "LITELLM_API_KEY"

_PLAIN = frozenset(
    {
        *("HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM"),
        *("TZ", "USER", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy"),
        *("no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE"),
    }
)
"""All that a review of strangers' code gets."""

_OF_THE_JOB = ("ACTIONS_", "INPUT_", "GITHUB_", "RUNNER_", "GIT_", "STATE_", "PYTHON")
"""Tokens of the runner, inputs, files by which a step steers the next ones, repositories."""

_FOLDERS = ("CONFIG", "STATE", "CACHE", "DATA")
_AUTHOR = ("github-actions[bot]", "41898282+github-actions[bot]@users.noreply.github.com")


def child_environment(
    environ: Mapping[str, str],
    inputs: Inputs,
    *,
    folder: Path,
    workspace: Path,
    is_stranger: bool,
) -> dict[str, str]:
    """The variables for architect, whose own settings and state are in `folder`.

    The model's key is among them: architect itself needs it, and withholds it from commands.
    """
    secret = frozenset(filter(None, (*inputs.secrets, environ.get("GITHUB_TOKEN"))))
    kept = {
        name: value
        for name, value in environ.items()
        if (name in _PLAIN if is_stranger else not name.startswith(_OF_THE_JOB))
        and value not in secret
    }
    kept["PATH"] = _safe_path(environ.get("PATH", ""), workspace if is_stranger else None)
    kept |= {f"XDG_{name}_HOME": str(folder / name.lower()) for name in _FOLDERS}
    for who in ("AUTHOR", "COMMITTER"):
        kept |= {f"GIT_{who}_NAME": _AUTHOR[0], f"GIT_{who}_EMAIL": _AUTHOR[1]}
    kept |= {"CI": "true", "NO_COLOR": "1", "ARCHITECT__COMMANDS__SANDBOX": inputs.sandbox}
    if inputs.api_key:
        kept |= {KEY_VARIABLE: inputs.api_key, "ARCHITECT__LLM__API_KEY_ENV": KEY_VARIABLE}
    return kept


def _safe_path(path: str, workspace: Path | None) -> str:
    """`path` without relative folders, and without those that the checked-out code fills."""

    def is_safe(folder: str) -> bool:
        if not Path(folder).is_absolute():
            return False
        place = Path(folder).resolve()
        return workspace is None or not place.is_relative_to(workspace.resolve())

    return os.pathsep.join(filter(is_safe, path.split(os.pathsep)))
