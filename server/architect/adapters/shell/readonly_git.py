"""The environment in which git, asked only to look, runs no program of the repository."""

from collections.abc import Mapping

_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": "/dev/null",
    "log.showSignature": "false",
    # A folder of a clone may be a bare repository with a configuration of its own.
    "safe.bareRepository": "explicit",
}
"""Settings by git-config(1) that keep it from running a program; external diffs have none."""


def readonly_git(environment: Mapping[str, str]) -> dict[str, str]:
    """`environment` with those settings behind what it sets by `GIT_CONFIG_COUNT` already.

    Git does not write what it found out into the index either, after which it would run a hook.
    """
    count = environment.get("GIT_CONFIG_COUNT", "")
    first = int(count) if count.isascii() and count.isdecimal() else 0
    variables = {"GIT_CONFIG_COUNT": str(first + len(_SETTINGS)), "GIT_OPTIONAL_LOCKS": "0"}
    for number, (key, value) in enumerate(_SETTINGS.items(), first):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return {**environment, **variables}
