"""What git overwrites or deletes of the files of a work tree, where undo may bring it back.

What it takes from the history, the stash or a merge under way is not told: no undo has that.
"""

import re
from collections.abc import Sequence

from architect.domain.losses import NO_LOSSES, Losses
from architect.policy.shell.git_discards import IsThere, discarded_by_git
from architect.policy.shell.place import Place

_BRINGS_NOTHING = frozenset(
    {"status", "diff", "log", "show", "branch", "add", "commit", "fetch", "rev-parse", "ls-files"}
)
"""Subcommands that change nothing of what lies where something is deleted."""

_HEAD = frozenset({"HEAD", "@"})


def is_harmless_git(arguments: Sequence[str]) -> bool:
    """Whether git brings nothing there that only it has, so that what is there is what was."""
    return bool(arguments) and (arguments[0] in _BRINGS_NOTHING or arguments[0] in _OF_FILES)


def lost_by_git(arguments: Sequence[str], place: Place, is_there: IsThere) -> Losses | None:
    """What git with these `arguments`, a subcommand first, takes from files at most.

    None if it takes more than that, or nobody can say.
    """
    if not list(discarded_by_git(arguments, place, is_there)):
        return NO_LOSSES
    words = arguments[1:]
    pattern = _OF_FILES.get(arguments[0])
    if pattern is None or not all(re.fullmatch(pattern, word) for word in _options(words)):
        return None
    return _OF[arguments[0]](words, place)


def _options(words: Sequence[str]) -> list[str]:
    ends = words.index("--") if "--" in words else len(words)
    return [word for word in words[:ends] if word.startswith("-")]


def _by_reset(words: Sequence[str], _: Place) -> Losses | None:
    revisions = [word for word in words if not word.startswith("-")]
    return Losses(changed=True) if set(revisions) <= _HEAD else None


def _by_clean(words: Sequence[str], place: Place) -> Losses | None:
    return Losses(untracked=True, within=_paths(words, place))


def _by_checkout(words: Sequence[str], place: Place) -> Losses | None:
    forced = any(re.fullmatch(r"-q?fq?|--force", word) for word in words)
    before = list(words[: words.index("--")]) if "--" in words else [*words[:-1]]
    from_commit = any(not word.startswith("-") for word in before)
    within = () if forced and "--" not in words else _paths(words, place)
    return Losses(changed=True, untracked=forced or from_commit, within=within)


def _by_restore(words: Sequence[str], place: Place) -> Losses | None:
    from_commit = any(word.startswith(("-s", "--source")) for word in words)
    return Losses(changed=True, untracked=from_commit, within=_paths(words, place))


def _by_switch(_: Sequence[str], __: Place) -> Losses | None:
    return Losses(changed=True, untracked=True)


def _by_rm(words: Sequence[str], place: Place) -> Losses | None:
    return Losses(changed=True, within=_paths(words, place))


_OF = {
    "reset": _by_reset,
    "clean": _by_clean,
    "checkout": _by_checkout,
    "restore": _by_restore,
    "switch": _by_switch,
    "rm": _by_rm,
}
_OF_FILES = {
    "reset": "--hard|-q|--quiet",
    "clean": "-[qd]*f[qd]*|-[qd]+|--force|--quiet",
    "checkout": "-q?fq?|--force|-q|--quiet",
    "restore": r"-[SWq]+|--staged|--worktree|--quiet|-s.*|--source(=.*)?",
    "switch": "-q?fq?|--force|--discard-changes|-q|--quiet",
    "rm": r"-[rfq]+|--force|--quiet",
}
"""By subcommand, the options with which it takes nothing but changes of files."""


def _paths(words: Sequence[str], place: Place) -> tuple[str, ...]:
    """The paths in `words`, with all that may be one; none if they may be everywhere."""
    behind = words[words.index("--") + 1 :] if "--" in words else words
    named = [word for word in behind if not word.startswith("-") or "--" in words]
    if any(set(word) & set("*?[:\\") or ".." in word.split("/") for word in named):
        return ()
    found = [place.absolute(word) for word in named]
    return tuple(path for path in found if path) if None not in found else ()
