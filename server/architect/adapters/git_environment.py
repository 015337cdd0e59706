"""The environment of a git that we start."""

from collections.abc import Mapping


def without_git_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """`environ` as it is for somebody who types a command in a folder.

    Hooks and `git rebase --exec` set GIT_DIR, GIT_INDEX_FILE and others for whatever they start;
    with those, git works on that repository and index instead of the ones of its folder.
    """
    return {name: value for name, value in environ.items() if not name.startswith("GIT_")}
