"""The options and the environment of a git that we start."""

import os
from collections.abc import Iterable, Mapping

ENGLISH = {"LC_ALL": "C"}
"""For what is read out of git's messages."""

NO_REPOSITORY = "not a git repository"
"""What git says in English where there is none (its setup.c)."""

RUNS_NOTHING = (
    "--no-pager",
    *("-c", "core.fsmonitor=false"),
    *("-c", f"core.hooksPath={os.devnull}"),
    *("-c", "log.showSignature=false"),
)
"""Options behind `git` by which it runs no program that a repository names.

Filters need `without_filters`, and what is fetched from elsewhere `environment_of_git`.
"""

IN_NO_SUBMODULE = "--ignore-submodules=dirty"
"""An option of what compares with the working tree: submodules are taken for the commits that they
are at. Git would start another one in each to tell what is changed there, which runs the filters
that the configuration of the submodule names.
"""

NO_TRANSPORT: Mapping[str, str] = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
"""Nothing is fetched. A repository may claim to be a partial clone, and say by which program git
gets the objects that are missing (`remote.NAME.uploadpack`); whatever looks for one runs it then.

Before git 2.45 and its security releases there is no first variable; the second one is enough.
"""

FROM_FILES: Mapping[str, str] = {"GIT_ALLOW_PROTOCOL": "file"}
"""On top of the above: bundles and repositories on this machine may be fetched from."""


def without_git_variables(
    environ: Mapping[str, str], *, kept: frozenset[str] = frozenset()
) -> dict[str, str]:
    """`environ` as it is for somebody who types a command in a folder.

    Hooks and `git rebase --exec` set GIT_DIR, GIT_INDEX_FILE and others for whatever they start;
    with those, git works on that repository and index instead of the ones of its folder. Those in
    `kept` stay.
    """
    return {
        name: value
        for name, value in environ.items()
        if name in kept or not name.startswith("GIT_")
    }


def environment_of_git(
    environ: Mapping[str, str], *, kept: frozenset[str] = frozenset()
) -> dict[str, str]:
    """The same, for a git that does not fetch anything."""
    return {**without_git_variables(environ, kept=kept), **NO_TRANSPORT}


def without_filters(keys: Iterable[str]) -> dict[str, str]:
    """Variables that take the programs out of all filters among the `keys` of a configuration.

    Options could not: a name may have a `=`, and git takes the first one for its end.
    """
    filters = sorted({key.rpartition(".")[0] for key in keys if key.startswith("filter.")})
    kinds = ("clean", "smudge", "process")
    programs = [(f"{name}.{kind}", "") for name in filters for kind in kinds]
    settings = [*programs, *((f"{name}.required", "false") for name in filters)]
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables
