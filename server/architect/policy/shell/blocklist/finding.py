"""`find` and `fd` that delete what they find."""

import re
from collections.abc import Iterator, Sequence

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.list_commands import (
    expression_of_find,
    filters,
    roots_of_find,
)
from architect.policy.shell.place import Place


def deleted_by_find(arguments: Sequence[str], place: Place) -> Iterator[str]:
    """`find` that deletes all it finds, from somewhere precious."""
    for part in _alternatives(expression_of_find(arguments)):
        if not _deletes(part):
            continue
        for root in roots_of_find(arguments):
            found = place.precious(root)
            if found is not None and (found.kind == "root" or not filters(part)):
                yield english("find deletes what is in {precious}", precious=found.name)


def _alternatives(expression: Sequence[str]) -> Iterator[Sequence[str]]:
    """The parts of `expression` between the `-o` that stand outside of all brackets."""
    level, start = 0, 0
    for index, word in enumerate(expression):
        level += (word == "(") - (word == ")")
        if word in ("-o", "-or", ",") and level == 0:
            yield expression[start:index]
            start = index + 1
    yield expression[start:]


def deleted_by_fd(arguments: Sequence[str], place: Place) -> Iterator[str]:
    """`fd . / -x rm`: a pattern that fits everything, and a program that deletes."""
    runs = next((i for i, word in enumerate(arguments) if re.match(r"-[xX]|--exec", word)), None)
    if runs is None or not _deletes(("-exec", *arguments[runs + 1 :])):
        return
    before = arguments[:runs]
    pattern, *roots = [word for word in before if not word.startswith("-")] or ["."]
    if pattern not in (".", "", ".*") or any(re.match(r"-[eEgtSd]|--", word) for word in before):
        return
    for found in filter(None, map(place.precious, roots or ["."])):
        yield english("fd deletes what is in {precious}", precious=found.name)


_MAX_CHARACTERS = 2_000
_EMPTIES = lazy_pattern(
    r"(?:^|[\s/;&|'\"])(?:rm|shred|unlink|rmdir|srm|trash|wipe|truncate)\b"
    r"|\b(?:mv\b.*|cp\b.*)\s/dev/null\b|\bcp\b.*/dev/null\s|\bdd\b.*\bof="
    r"|(?:^|['\"\s])(?::|true)?\s*>\s*['\"]*(?:\{\}|\$)"
)
"""A command that leaves nothing of the files it is given."""


def _deletes(expression: Sequence[str]) -> bool:
    for index, word in enumerate(expression):
        if word == "-delete":
            return True
        runs = word in ("-exec", "-execdir", "-ok", "-okdir")
        if runs and _EMPTIES.search(" ".join(expression[index + 1 :])[:_MAX_CHARACTERS]):
            return True
    return False
