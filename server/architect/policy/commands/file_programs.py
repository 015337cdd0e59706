"""What programs do with the files they are given: name them, read them, change them."""

import re
from collections.abc import Iterator

from architect.policy.commands.runners import Run

_NAMES_ONLY = frozenset(
    "ls dir vdir tree find fd test [ [[ stat file basename dirname realpath readlink du df which"
    " type command echo printf true false cd pushd popd mkdir export set declare local alias".split()
)
"""They show names, sizes and times, or their own arguments, never what is in a file."""

_GIT_NAMES_ONLY = frozenset(
    "status ls-files ls-tree check-ignore check-attr add commit branch push pull fetch tag init"
    " remote config rev-parse".split()
)
_FIND_RUNS = frozenset({"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "-fprintf"})

_PATTERN_FIRST = frozenset("grep egrep fgrep zgrep rg ag ack sed gsed jq yq".split())
_PATTERN_OPTION = re.compile(r"-[A-Za-z]*[ef]|--(?:regexp|file|expression|from-file)(?:=.*)?")

_CHANGES_ALL = frozenset(
    "rm rmdir unlink shred srm trash trash-put mv touch truncate tee chmod chown chgrp ln patch ed"
    " ex vi vim nvim nano emacs black isort yapf autoflake rustfmt".split()
)
_CHANGES_LAST = frozenset("cp install rsync scp".split())
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
        return bool(words) and words[0] in _GIT_NAMES_ONLY
    return run.program in _NAMES_ONLY and _FIND_RUNS.isdisjoint(run.arguments)


def operands_of(run: Run) -> list[str]:
    """The words of `run` in which a file may be named."""
    if run.program not in _PATTERN_FIRST or any(map(_PATTERN_OPTION.fullmatch, run.arguments)):
        return list(run.arguments)
    words = list(run.arguments)
    for index, word in enumerate(words):
        if not word.startswith("-"):
            del words[index]
            break
    return words


def write_targets(run: Run) -> list[str]:
    """What `run` changes, moves or deletes, as far as the line tells."""
    if not _ONLY_LOOKS.isdisjoint(run.arguments):
        return []
    files = [word for word in operands_of(run) if not word.startswith("-")]
    if run.program in _CHANGES_LAST:
        return list(_copied(files))
    if run.program == "dd":
        return [word[3:] for word in run.arguments if word.startswith("of=")]
    if run.program in _CHANGES_ALL:
        return files
    mark = _CHANGES_WITH.get(run.program)
    if mark is None or not any(re.fullmatch(mark, word) for word in run.arguments):
        return []
    attached = [word.partition("=")[2] for word in run.arguments if re.match(r"--\w[\w-]*=", word)]
    return [*files, *filter(None, attached)]


def _copied(files: list[str]) -> Iterator[str]:
    """Where the copies go: the last operand, by their own names if it is a folder."""
    if len(files) < 2:
        return
    *sources, target = files
    yield target
    if target.endswith("/") or target in (".", "..") or len(sources) > 1:
        for source in sources:
            yield f"{target.rstrip('/')}/{source.rstrip('/').rsplit('/', 1)[-1]}"
