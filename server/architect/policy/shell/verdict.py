"""What is said about a command line."""

from enum import StrEnum

from architect.domain.losses import Losses
from architect.frozen import frozen
from architect.l10n import english


class CommandClass(StrEnum):
    """From harmless to anything else; `worst` knows the order."""

    SAFE = "safe"
    DEV = "dev"
    DANGEROUS = "dangerous"


_ORDER = tuple(CommandClass)


def worst(*classes: CommandClass) -> CommandClass:
    """The most dangerous of `classes`; of none, safe."""
    return max(classes, key=_ORDER.index, default=CommandClass.SAFE)


class Reach(StrEnum):
    """How far a part of a line goes: not out of the workspace, out of it, or nobody can say.

    SENDS is the network too, for what shows little that a stranger wrote: a package is installed,
    a branch pushed. FETCHES shows what came.
    """

    INSIDE = "inside"
    OUTSIDE = "outside"
    SENDS = "sends"
    FETCHES = "fetches"
    UNKNOWN = "unknown"


@frozen
class Finding:
    """The class of a part of a line; `reason` is for a person, empty for what only reads."""

    command_class: CommandClass
    reason: str = ""
    reach: Reach = Reach.INSIDE


HARMLESS = Finding(CommandClass.SAFE)

UNKNOWN = "is not known here and may do anything"
"""What is said of programs and options that no table has; translated like reasons of the table."""


def said_of(call: str, why: str) -> str:
    """`why` of the table, or `UNKNOWN`, as a text about `call`."""
    told = f"{{call}} {why}"
    return english(told, call=call)


def dangerous(reason: str, reach: Reach = Reach.UNKNOWN) -> Finding:
    """A finding nobody should run unasked."""
    return Finding(CommandClass.DANGEROUS, reason, reach)


@frozen
class CommandVerdict:
    """The class of a whole line, whether no mode may run it, and why, the weightiest first.

    `network` and `outside` (of the workspace): it may talk and write there, or nobody can say that
    it does not. `fetches`: it is known to show what comes from the network.
    """

    command_class: CommandClass
    blocked: bool
    reasons: tuple[str, ...]
    network: bool = False
    outside: bool = False
    fetches: bool = False


@frozen
class AskedWhenHeld:
    """Why a person should look at a line although the sandbox holds it; None if for nothing.

    If `losses` are there, all reasons but those `besides` are about them alone.
    """

    ask_reason: str | None = None
    besides: str | None = None
    losses: Losses | None = None
