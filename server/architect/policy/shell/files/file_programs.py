"""What programs do with the files they are given: name them, read them, change them."""

import re
from collections.abc import Iterator

from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.programs.table import names
from architect.policy.shell.wrappers.runners import Run

_PATTERN_OPTION = lazy_pattern(r"-[A-Za-z]*[ef]|--(?:regexp|file|expression|from-file)(?:=.*)?")

_CHANGES_WITH = {
    "sed": r"-[A-Za-z]*i.*|--in-place.*",
    "gsed": r"-[A-Za-z]*i.*|--in-place.*",
    "perl": r"-[A-Za-z]*i.*",
    "ruby": r"-[A-Za-z]*i.*",
    "awk": r"inplace",
    "gawk": r"inplace",
    "yq": r"-[A-Za-z]*i|--inplace|--in-place",
    "ruff": r"format|--fix|--unsafe-fixes|--add-noqa",
    "prettier": r"--write|-w",
    "eslint": r"--fix.*",
    "stylelint": r"--fix.*",
    "biome": r"--write|--fix|format",
    "gofmt": r"-w",
    "goimports": r"-w",
    "autopep8": r"-i|--in-place|-[ra]+i?",
    "clang-format": r"-i",
    "sort": r"-o.*|--output.*",
    "curl": r"-[A-Za-z]*[oO]|--output.*|--remote-name",
    "wget": r"-O.*|--output-document.*",
    "git": r"checkout|restore|rm|mv|clean|apply|reset|stash",
    "tar": r"-?[A-Za-z]*[xcru][A-Za-z]*|--extract|--create|--update|--append",
}
"""The word that makes a program change what it is given."""

_ONLY_LOOKS = frozenset({"--check", "--diff", "--check-only", "--dry-run", "-n"})


def names_only(run: Run) -> bool:
    """Whether `run` shows no more of a file than that it is there."""
    if run.program == "git":
        words = [word for word in run.arguments if not word.startswith("-")]
        return bool(words) and words[0] in names("git commands that show no content")
    if not names("options of find that run or write").isdisjoint(run.arguments):
        return False
    return run.program in names("programs that show no content")


def operands_of(run: Run) -> list[str]:
    """The words of `run` in which a file may be named."""
    words = list(_with_nothing_left_out(run))
    patterns = run.program in names("programs whose first word is a pattern")
    if not patterns or any(map(_PATTERN_OPTION.fullmatch, words)):
        return words
    for index, word in enumerate(words):
        if not word.startswith("-"):
            del words[index]
            break
    return words


_LEAVES_OUT = lazy_pattern(r"--(?:exclude|exclude-dir|ignore)=.*", re.DOTALL)
_LEAVE_OUT_NEXT = frozenset({"tar", "gtar", "rsync", "grep", "egrep", "fgrep", "du", "diff"})
"""Programs whose `--exclude` may have its pattern in the next word."""


def _with_nothing_left_out(run: Run) -> Iterator[str]:
    """The words of `run` but for the patterns of files that it leaves alone.

    Behind another option `--exclude` may be the value of that one, and behind `--` all are files.
    """
    takes_next = run.program in _LEAVE_OUT_NEXT
    before = last = ""
    words = iter(run.arguments)
    for word in words:
        if takes_next and last in ("--exclude", "--exclude-dir") and not before.startswith("-"):
            before = last = ""
            continue
        if not _LEAVES_OUT.fullmatch(word):
            yield word
        if word == "--":
            break
        before, last = last, word
    yield from words


def write_targets(run: Run) -> list[str]:
    """What `run` changes, moves or deletes, as far as the line tells."""
    if not _ONLY_LOOKS.isdisjoint(run.arguments):
        return []
    files = [word for word in operands_of(run) if not word.startswith("-")]
    if run.program in names("programs that change the last file"):
        return list(_copied(files))
    if run.program == "dd":
        return [word[3:] for word in run.arguments if word.startswith("of=")]
    if run.program in names("programs that change their files"):
        return files
    mark = _CHANGES_WITH.get(run.program)
    if mark is None or not any(re.fullmatch(mark, word) for word in run.arguments):
        return []
    words = operands_of(run)
    attached = [word.partition("=")[2] for word in words if re.match(r"--\w[\w-]*=", word)]
    return [*files, *filter(None, attached)]


_KEEPS = lazy_pattern(
    r"-[A-Za-z]*[nbiuS][A-Za-z]*|--(?:no-clobber|backup|interactive|update)(?:=.*)?"
)


_FORCES = lazy_pattern(r"-[A-Za-z]*f[A-Za-z]*|--force")


def replaced_targets(run: Run) -> list[str]:
    """What a program that copies puts something else in the place of, if it is there."""
    words = [word for word in run.arguments if not word.startswith("-")]
    if run.program in ("tee", "sponge"):
        return [] if {"-a", "--append"} & set(run.arguments) else words
    if run.program == "ln" and not any(map(_FORCES.fullmatch, run.arguments)):
        return []
    if run.program not in ("cp", "mv", "install", "ln"):
        return []
    return [] if any(map(_KEEPS.fullmatch, run.arguments)) else list(_copied(words))


def _copied(files: list[str]) -> Iterator[str]:
    """Where the copies go: the last operand, by their own names if it is a folder."""
    if len(files) < 2:
        return
    *sources, target = files
    yield target
    if target.endswith("/") or target in (".", "..") or len(sources) > 1:
        for source in sources:
            yield f"{target.rstrip('/')}/{source.rstrip('/').rsplit('/', 1)[-1]}"
