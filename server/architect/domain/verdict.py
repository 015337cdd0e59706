"""Whether a call may go on, and what a person answered when asked."""

from dataclasses import dataclass
from enum import StrEnum


class ConfirmMode(StrEnum):
    """How much is asked before a tool runs."""

    YOLO = "yolo"
    CONFIRM_SENSITIVE = "confirm-sensitive"
    CONFIRM_ALL = "confirm-all"


class EditReview(StrEnum):
    """When the user looks at the edits of a run: before each, or after they are made."""

    CONFIRM = "confirm"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Allow:
    """The call may go on; `by` says whether the rules or the user said so."""

    by: str = "policy"


@dataclass(frozen=True, slots=True)
class Ask:
    """A person has to say yes first."""

    reason: str


@dataclass(frozen=True, slots=True)
class Deny:
    """The call may not go on; `rule` names what forbids it."""

    rule: str
    reason: str


class Choice(StrEnum):
    """The answers to a confirmation."""

    ONCE = "once"
    RUN = "run"
    DENY = "deny"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Answer:
    """A choice, and what the person (or the absence of one) had to say about it."""

    choice: Choice
    note: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a call would do, for the person who is asked: a patch, or a command and its folder."""

    kind: str
    text: str
    cwd: str = ""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A question to a person. `grant` says in words what choosing `run` would allow."""

    tool: str
    title: str
    reason: str
    grant: str
    preview: Preview | None = None
