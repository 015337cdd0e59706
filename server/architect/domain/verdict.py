"""Whether a call may go on, and what a person answered when asked."""

from enum import StrEnum

from architect.domain.grants import Grant
from architect.domain.question_title import question_title
from architect.frozen import frozen
from architect.l10n import english


class ConfirmMode(StrEnum):
    """How much is asked before a tool runs."""

    YOLO = "yolo"
    CONFIRM_SENSITIVE = "confirm-sensitive"
    CONFIRM_ALL = "confirm-all"


class EditReview(StrEnum):
    """When the user looks at the edits of a run: before each, after they are made, or instead.

    With PROPOSE nothing is edited: the user makes what he likes of the proposals himself.
    """

    CONFIRM = "confirm"
    AFTER = "after"
    PROPOSE = "propose"


@frozen
class EditedText:
    """What a person made of an edit before allowing it.

    `content` is to be the whole text of its file, `base` was that when the person was asked.
    """

    content: str
    base: str


@frozen
class Allow:
    """The call may go on; `by` says whether the rules, the user or an earlier answer said so.

    `edited` is there if the person wants another text than the call would write.
    """

    by: str = "policy"
    edited: EditedText | None = None

    @property
    def is_answer(self) -> bool:
        """Whether a person was asked about this very call."""
        return self.by.startswith("user")


class Subject(StrEnum):
    """What a question is about: a call of a tool, or a file that may hold secrets.

    EGRESS is a call that leaves the workspace after a text from outside came in. EXECUTABLE_CONFIG
    is a change of configuration that editors, CI or other programs execute. QUESTION is one of the
    model, which wants words. APPROVAL is about a step of a workflow.
    """

    CALL = "call"
    EGRESS = "egress"
    SENSITIVE_FILE = "sensitive file"
    EXECUTABLE_CONFIG = "executable config file"
    QUESTION = "question"
    APPROVAL = "approval"


@frozen
class Ask:
    """A person has to say yes first."""

    reason: str
    subject: Subject = Subject.CALL


@frozen
class Deny:
    """The call may not go on; `rule` names what forbids it.

    `reason` is for people and for the model, `advice`, in whole sentences, for the model alone.
    """

    rule: str
    reason: str
    advice: str = ""

    @property
    def told(self) -> str:
        """What the model reads."""
        return f"{self.reason}. {self.advice}" if self.advice else self.reason


DENIED = english("the user denied it")
"""Why a call was not made that a person said no to."""


def user_note(reason: str) -> str | None:
    """What a person said with their no, of which `reason` tells; None if nobody said no."""
    before, _, note = reason.partition(f"{DENIED} and says: ")
    return note if before != reason else "" if reason.endswith(DENIED) else None


def denied_because(reason: str) -> "Answer":
    """A no of a person, with what they say to the agent about it, if anything."""
    said = english("the user denied it and says: {reason}", reason=reason) if reason else ""
    return Answer(Choice.DENY, said)


class Choice(StrEnum):
    """The answers to a confirmation."""

    ONCE = "once"
    RUN = "run"
    PROJECT = "project"
    ALWAYS = "always"
    DENY = "deny"
    STOP = "stop"


@frozen
class Answer:
    """A choice, and what the person (or the absence of one) had to say about it.

    `grant` is the one of the offers that run, project or always is meant for; None is what the
    question calls its grant for the run, and else the first offer. `content`, of ONCE, is the whole
    text that the file of an `editable` question is to have instead.
    """

    choice: Choice
    note: str = ""
    grant: Grant | None = None
    content: str | None = None


@frozen
class Preview:
    """What a call would do, for the person who is asked: a patch, or a command and its folder."""

    kind: str
    text: str
    cwd: str = ""


@frozen
class Confirmation:
    """A question to a person.

    `grant` says in words what choosing `run` would allow. `offers` are what can be granted for this
    project or always, the narrowest first; none if the question has to be asked each time.
    `in_every_mode` says that no mode would do without an answer. `answers` are what a QUESTION
    suggests; its answer is ONCE with the words, and DENY leaves the decision to the model.
    `editable` says that the preview is an edit of one file, whose text the answer may change.
    """

    tool: str
    title: str
    reason: str
    grant: str
    preview: Preview | None = None
    subject: Subject = Subject.CALL
    offers: tuple[Grant, ...] = ()
    in_every_mode: bool = False
    answers: tuple[str, ...] = ()
    editable: bool = False

    @property
    def says_all(self) -> bool:
        """Whether the title has all of the preview."""
        if self.preview is None:
            return False
        text = self.preview.text
        return text in self.title and self.title == question_title(self.tool, text)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers there are: nothing can be allowed beforehand that is asked each time."""
        lasting = (Choice.PROJECT, Choice.ALWAYS) if self.offers else ()
        kept = self.subject in (Subject.CALL, Subject.EXECUTABLE_CONFIG)
        for_run = (Choice.RUN,) if kept else ()
        return (Choice.ONCE, Choice.DENY, *for_run, *lasting, Choice.STOP)
