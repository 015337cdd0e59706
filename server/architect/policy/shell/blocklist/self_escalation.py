"""architect as a command: what would let an agent do more than it was allowed."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

_PROGRAM = lazy_pattern(r"architect(?:\.exe)?")
_AS_MODULE = lazy_pattern(r"architect(?:\.__main__)?")
_SHOWS = frozenset({"--show", "--revoke", "--help", "-h"})
"""With these `architect trust` takes nothing for good that it did not before."""


def self_escalations(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Why the run of a program is blocked that trusts a project or takes a denial back."""
    words = _arguments_of_architect(program, arguments)
    match next(((word, place) for place, word in enumerate(words) if word[:1] != "-"), None):
        case ("trust", place) if _SHOWS.isdisjoint(words[place:]):
            yield english("architect trust is for the user to say")
        case ("grants", place) if "revoke" in words[place:]:
            yield english(
                "architect grants revoke is for the user to say: it takes denials back too"
            )
        case _ if "--trust-project" in words:
            yield english("--trust-project is for the user to say")
        case _:
            return


def _arguments_of_architect(program: str, arguments: Sequence[str]) -> Sequence[str]:
    """What `architect` is given; nothing if it is another program."""
    if _PROGRAM.fullmatch(program):
        return arguments
    for place, (option, name) in enumerate(pairwise(arguments)):
        if option == "-m" and _AS_MODULE.fullmatch(name):
            return arguments[place + 2 :]
    return ()
