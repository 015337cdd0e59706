"""What is said about a command line."""

from dataclasses import dataclass
from enum import StrEnum


class CommandClass(StrEnum):
    """From harmless to anything else; `worst` knows the order."""

    SAFE = "safe"
    DEV = "dev"
    DANGEROUS = "dangerous"


_ORDER = tuple(CommandClass)


def worst(*classes: CommandClass) -> CommandClass:
    """The most dangerous of `classes`; of none, safe."""
    return max(classes, key=_ORDER.index, default=CommandClass.SAFE)


@dataclass(frozen=True, slots=True)
class Finding:
    """The class of a part of a line; `reason` is for a person, empty for what only reads."""

    command_class: CommandClass
    reason: str = ""


HARMLESS = Finding(CommandClass.SAFE)


def dangerous(reason: str) -> Finding:
    """A finding nobody should run unasked."""
    return Finding(CommandClass.DANGEROUS, reason)


@dataclass(frozen=True, slots=True)
class CommandVerdict:
    """The class of a whole line, whether no mode may run it, and why, the weightiest first."""

    command_class: CommandClass
    blocked: bool
    reasons: tuple[str, ...]
