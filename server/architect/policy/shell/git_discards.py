"""What git discards for good: changes that are not committed, files it does not have, branches.

What it only moves away from, as by `rebase` or `commit --amend`, stays in its reflog.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.place import Place

IsThere = Callable[[str], bool]
"""Whether there is something at an absolute path."""

_BY_WORD = {
    "reset": (
        "--hard|--merge|--keep",
        english("git reset --hard discards changes that are not committed"),
    ),
    "push": (
        r"-\w*f\w*|--force\S*|--mirror|--delete|-d|--prune|\+.+|:.+",
        english("git push overwrites or deletes what the remote repository has"),
    ),
    "switch": (
        "-f|--force|--discard-changes|-C|--force-create",
        english("git switch discards changes or moves a branch"),
    ),
    "stash": ("drop|clear", english("git stash deletes stashed changes")),
    "branch": (
        r"-\w*[DMCf]\w*|--force",
        english("git branch deletes or moves a branch, whatever is on it"),
    ),
    "tag": (r"-\w*[df]\w*|--delete|--force", english("git tag deletes or moves a tag")),
    "rm": (r"-\w*f\w*|--force", english("git rm -f deletes files, changed or not")),
    "worktree": (
        r"-f|--force",
        english("git worktree --force gives up a work tree, changed or not"),
    ),
    "gc": (r"--prune.*", english("git gc --prune deletes commits that nothing refers to")),
    "read-tree": ("--reset|-u", english("git read-tree overwrites files")),
    "checkout-index": (r"-\w*f\w*|--force", english("git checkout-index overwrites files")),
    "submodule": ("deinit", english("git submodule deinit deletes a work tree")),
    "reflog": ("expire|delete", english("git reflog loses commits")),
    "update-ref": (".*", english("git update-ref moves or deletes a branch")),
    "prune": (".*", english("git prune deletes commits that nothing refers to")),
    "filter-branch": (".*", english("git filter-branch rewrites the history")),
    "filter-repo": (".*", english("git filter-repo rewrites the history")),
    **dict.fromkeys(
        ("merge", "rebase", "cherry-pick", "revert", "am"),
        ("--abort|--skip", english("it discards what was resolved")),
    ),
}
"""By subcommand, the word that makes it discard something, and what it does."""

_LOOKS = lazy_pattern(r"-[A-Za-z]*n[A-Za-z]*|--dry-run")


def discarded_by_git(arguments: Sequence[str], place: Place, is_there: IsThere) -> Iterator[str]:
    """How git with these `arguments` discards something for good, in words."""
    subcommand, words = git_subcommand(arguments)
    if subcommand == "clean" and not any(map(_LOOKS.fullmatch, words)):
        yield english("git clean deletes files that git does not have")
    elif subcommand == "checkout":
        yield from _by_checkout(words, place, is_there)
    elif subcommand == "restore":
        options = set(words)
        if not options & {"--staged", "-S"} or options & {"--worktree", "-W", "-SW", "-WS"}:
            yield english("git restore discards changes of files")
    elif subcommand in _BY_WORD:
        pattern, reason = _BY_WORD[subcommand]
        if any(re.fullmatch(pattern, word) or word == HOLE for word in words or [""]):
            yield reason


_GIT_VALUED = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"})


def git_subcommand(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The subcommand of git behind its own options, and the words behind that."""
    words = iter(arguments)
    for word in words:
        if word in _GIT_VALUED:
            next(words, None)
        elif not word.startswith("-"):
            return word, list(words)
    return "", []


_FORCES = lazy_pattern(r"-[A-Za-z]*f[A-Za-z]*|--force")
_ABOUT_FILES = frozenset({"-p", "--patch", "--ours", "--theirs", "-m", "--merge"})
_MAKES_BRANCH = frozenset({"-b", "--orphan", "--detach", "-d", "-t", "--track"})


def _by_checkout(words: Sequence[str], place: Place, is_there: IsThere) -> Iterator[str]:
    if "-B" in words:
        yield english("git checkout -B moves a branch away from its commits")
    elif any(map(_FORCES.fullmatch, words)) or _names_files(words, place, is_there):
        yield english("git checkout discards changes of files")


def _names_files(words: Sequence[str], place: Place, is_there: IsThere) -> bool:
    """Whether `git checkout words` is about files and not about a branch."""
    if "--" in words[:-1] or any(word.startswith("--pathspec") for word in words):
        return True
    if not _ABOUT_FILES.isdisjoint(words):
        return True
    if not _MAKES_BRANCH.isdisjoint(words):
        return False
    operands = [word for word in words if not word.startswith("-") or word == "-"]
    return len(operands) > 1 or any(_is_path(word, place, is_there) for word in operands)


def _is_path(word: str, place: Place, is_there: IsThere) -> bool:
    if HOLE in word or word.startswith(":") or set(word) & set("*?[") or word.endswith("/"):
        return True
    path = place.absolute(word)
    return path is None or is_there(path)
