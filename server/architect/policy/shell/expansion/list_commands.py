"""Commands that name everything there is in a folder: `ls`, `find .`, `git ls-files`."""

import re
from collections.abc import Sequence

from architect.lazy_pattern import lazy_pattern

EVERYTHING = "**/*"
"""What stands for all that is below a folder, which deletes it even where only files go."""

_FIND_FILTERS = lazy_pattern(
    r"-(?:i?name|i?path|i?wholename|i?regex|i?lname|[acm](?:min|time)|newer\w*|[ac]newer|size|empty"
    r"|x?type|perm|links|inum|samefile|nouser|nogroup|executable)"
)
_TAKES_ALL = {
    "-name": re.compile(r"(?!\.)[*?.]+"),
    "-path": re.compile(r"(?:\./)?[*?/]+"),
    "-regex": re.compile(r"(?:\./)?[.*+?]+"),
}
_LS_FILES_SOME = lazy_pattern(
    r"-[A-Za-z]*[domiuk]|--(?:others|deleted|modified|ignored|unmerged).*"
)


def everything_in(words: Sequence[str]) -> list[str] | None:
    """Globs for what the command of `words` lists; None if it lists nothing, or only some of it."""
    match list(words):
        case ["ls" | "dir" | "vdir", *rest]:
            return _operands(rest) or ["*"]
        case ["find" | "gfind", *rest] if not filters(rest):
            return [_below(root) for root in roots_of_find(rest)]
        case ["fd" | "fdfind", *rest]:
            return _found_by_fd(rest)
        case ["rg", "--files", *rest] if not any(re.match(r"-[gtT]|--i?glob", w) for w in rest):
            return [_below(root) for root in _operands(rest) or ["."]]
        case ["git", "ls-files", *rest] if not _operands(rest):
            return None if any(map(_LS_FILES_SOME.fullmatch, rest)) else [EVERYTHING]
        case ["git", "ls-tree", *rest] if len(_operands(rest)) < 2:
            return [EVERYTHING]
        case ["compgen", "-f" | "-d"]:
            return ["*"]
        case _:
            return None


def roots_of_find(arguments: Sequence[str]) -> list[str]:
    """Where `find` starts."""
    start = _start_of_expression(arguments)
    return [word for word in arguments[:start] if not re.match(r"-[HLPOD]", word)] or ["."]


def expression_of_find(arguments: Sequence[str]) -> Sequence[str]:
    """Tests and actions of `find`."""
    return arguments[_start_of_expression(arguments) :]


def filters(expression: Sequence[str]) -> bool:
    """Whether the tests of find in `expression` leave something out that is worth keeping."""
    return any(
        _FIND_FILTERS.fullmatch(word) and before not in ("!", "-not") and not _fits_all(word, value)
        for before, word, value in zip(
            ("", *expression), expression, (*expression[1:], ""), strict=False
        )
    )


def _fits_all(test: str, value: str) -> bool:
    if test in ("-type", "-xtype"):
        return value in ("f", "d", "f,d", "d,f")
    kind = test.replace("-i", "-", 1).replace("wholename", "path")
    return kind in _TAKES_ALL and _TAKES_ALL[kind].fullmatch(value) is not None


def _start_of_expression(arguments: Sequence[str]) -> int:
    starts = (i for i, word in enumerate(arguments) if re.match(r"-[^HLPO]|[(!]", word))
    return next(starts, len(arguments))


def _found_by_fd(arguments: Sequence[str]) -> list[str] | None:
    if any(re.match(r"-[eEgtSd]|--(?!hidden|no-ignore|print0)", word) for word in arguments):
        return None
    pattern, *roots = _operands(arguments) or ["."]
    return [_below(root) for root in roots or ["."]] if pattern in (".", "", ".*") else None


def _operands(words: Sequence[str]) -> list[str]:
    return [word for word in words if not word.startswith("-")]


def _below(root: str) -> str:
    return f"{root.rstrip('/')}/{EVERYTHING}"
