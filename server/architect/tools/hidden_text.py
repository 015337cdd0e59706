"""What a call says about lines in which a key is hidden, with the key itself.

The model sees `[redacted:...]` in the place of a key. Where it speaks of such lines, each
placeholder means what stands behind it in the file.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import TypeVar

from architect.domain.errors import EditRefusedError, PlaceholderError
from architect.domain.redaction import PLACEHOLDER, placeholder
from architect.tools.context import HiddenIn

ReadingT = TypeVar("ReadingT")
ResultT = TypeVar("ResultT")

_MOST_READINGS = 64
"""Few files have two keys with one placeholder: 16 bits tell them apart."""


def edit_readings(
    old: str, new: str, text: str, hidden_in: HiddenIn
) -> tuple[tuple[str, str], ...]:
    """`old` and `new` with the keys of `text`; in several ways if a placeholder may mean several.

    Raises:
        PlaceholderError: a placeholder is none of `text`, or `new` has one that `old` has not.
    """
    return tuple(
        (_with(old, keys), _with(new, keys)) for keys in _meanings(old, new, text, hidden_in)
    )


def patch_readings(patch: str, text: str, hidden_in: HiddenIn) -> tuple[str, ...]:
    """`patch` with the keys of `text`, as `edit_readings`; a key of several lines is marked so.

    Raises:
        PlaceholderError: as there.
    """
    lines = patch.split("\n")
    old = "\n".join(line for line in lines if not line.startswith("+"))
    new = "\n".join(line for line in lines if line.startswith("+"))
    return tuple(
        "\n".join(_marked(line, keys) for line in lines)
        for keys in _meanings(old, new, text, hidden_in)
    )


def the_only_fit(readings: tuple[ReadingT, ...], apply: Callable[[ReadingT], ResultT]) -> ResultT:
    """What `apply` makes of the only one of `readings` that it does not refuse.

    Raises:
        EditRefusedError: it refuses all of them, or more than one fits.
    """
    results: list[ResultT] = []
    refusals: list[EditRefusedError] = []
    for reading in readings:
        try:
            results.append(apply(reading))
        except EditRefusedError as refusal:
            refusals.append(refusal)
    if not results:
        raise refusals[0]
    if len(results) > 1:
        raise EditRefusedError(
            "a placeholder in it stands for several keys in the file, and more than one of them "
            "fits; choose lines without it"
        )
    return results[0]


def _meanings(old: str, new: str, text: str, hidden_in: HiddenIn) -> Iterator[Mapping[str, str]]:
    wanted = tuple(dict.fromkeys(match[1] for match in PLACEHOLDER.finditer(old)))
    for match in PLACEHOLDER.finditer(new):
        if match[1] not in wanted:
            raise PlaceholderError(
                f"the new text has {match[0]!r}, which stands for a key that is hidden from you, "
                "and the text that it replaces does not: writing it would destroy the key. Leave "
                "it out, or replace the line in which it stands"
            )
    if not wanted:
        return iter((dict[str, str](),))
    hidden = hidden_in(text)
    for name in wanted:
        if name not in hidden:
            raise PlaceholderError(
                f"{placeholder(name)!r} stands for a key that is hidden from you, and the file has "
                "none that is shown like this; read the file again, or choose lines beside it"
            )
    choices = product(*(hidden[name] for name in wanted))
    return (dict(zip(wanted, keys, strict=True)) for keys in islice(choices, _MOST_READINGS))


def _with(said: str, keys: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: keys[found[1]], said) if keys else said


def _marked(line: str, keys: Mapping[str, str]) -> str:
    mark = line[:1] if line.startswith(("+", "-")) else " "
    return _with(line, {name: key.replace("\n", f"\n{mark}") for name, key in keys.items()})
