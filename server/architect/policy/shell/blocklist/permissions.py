"""Permissions and owners, changed for everybody or for everything."""

import re
from collections.abc import Iterator, Sequence

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.place import Place

_WORLD_MODE = lazy_pattern(r"[+=]?[0-7]?0*[0-7]?777")
_TAKES_ALL_MODE = lazy_pattern(
    r"0*[0-3]?[0-7]{2}|[0-7]?[0-3][0-7]{2}|0+|(?:.*,)?[ua]*(?:-\w*r\w*|=(?!\w*r)\w*)(?:,.*)?"
)
"""The mode by which the owner of a file may not read it any more."""


def changed_permissions(program: str, arguments: Sequence[str], place: Place) -> Iterator[str]:
    recursive = any(re.fullmatch(r"-\w*R\w*|--recursive", word) for word in arguments)
    operands = [word for word in arguments if not re.fullmatch(r"-[RvcfhHLP]+|--.*", word)]
    mode, targets = operands[:1], operands[1:]
    named = [found for target in targets if (found := place.precious(target))]
    if program == "chmod" and mode and not (place.in_sandbox and _all_inside(targets, place)):
        if _WORLD_MODE.fullmatch(mode[0]):
            yield english("chmod {mode} lets everybody write and run it", mode=mode[0])
            return
        if _for_all(mode[0]) and (recursive or named):
            yield english("chmod {mode} lets everybody write and run it", mode=mode[0])
            return
    locks = program == "chmod" and bool(mode) and _TAKES_ALL_MODE.fullmatch(mode[0])
    for found in named:
        if (recursive and (found.kind != "workspace" or locks)) or (locks and not found.contents):
            call = f"{program} -R" if recursive else program
            yield english("{call} changes {precious}", call=call, precious=found.name)


def _all_inside(targets: Sequence[str], place: Place) -> bool:
    """Whether all `targets` are known to lie in the workspace."""
    paths = [place.absolute(target) if HOLE not in target else None for target in targets]
    return all(path and f"{path}/".startswith(f"{place.workspace}/") for path in paths)


def _for_all(mode: str) -> bool:
    """Whether a symbolic mode gives everybody every permission."""
    given: set[str] = set()
    for clause in mode.split(","):
        found = re.fullmatch(r"([ugoa]*)[+=]([rwxXst]+)", clause)
        if found and {"r", "w"} <= set(found[2]) and set(found[2]) & {"x", "X"}:
            given |= set(found[1] or "a")
    return "a" in given or {"u", "g", "o"} <= given or "o" in given
