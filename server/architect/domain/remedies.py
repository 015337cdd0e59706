"""What helps against an error, so that front ends can offer it as a button."""

from typing import Literal

from architect.frozen import frozen

RemedyKind = Literal[
    "selectModel",
    "enterKey",
    "retry",
    "startOllama",
    "installLitellm",
    "openSettings",
    "trustProject",
]


@frozen
class Remedy:
    """`setting` is what is to be changed, as the front end calls it; empty if nothing is known."""

    kind: RemedyKind
    setting: str = ""
