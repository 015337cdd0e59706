"""The environment of a git that we start."""

from collections.abc import Iterable, Mapping

ENGLISH = {"LC_ALL": "C"}
"""For what is read out of git's messages."""

NO_REPOSITORY = "not a git repository"
"""What git says in English where there is none (its setup.c)."""


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


def without_filters(keys: Iterable[str]) -> dict[str, str]:
    """Variables that take the programs out of all filters among the `keys` of a configuration.

    Options could not: a name may have a `=`, and git takes the first one for its end.
    """
    filters = sorted({key.rpartition(".")[0] for key in keys if key.startswith("filter.")})
    programs = [(f"{name}.{kind}", "") for name in filters for kind in ("clean", "process")]
    settings = [*programs, *((f"{name}.required", "false") for name in filters)]
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    return variables
