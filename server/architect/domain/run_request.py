"""What a front end, or a tool that opens a run, asks for."""

from dataclasses import replace
from typing import Self

from architect.domain.attached import Image
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.review_scope import ReviewScope
from architect.domain.verdict import ConfirmMode, EditReview
from architect.frozen import frozen

TERMINAL = "terminal"
"""The kind of an `Attachment` that a command has printed."""


@frozen
class Attachment:
    """A text that goes with a task: what `kind` of text, and where it comes from.

    `outside`: it is neither the user's own nor part of the workspace, such as an issue. `lines` is
    how many people are told of, where those of `text` are more than they saw.
    """

    kind: str
    source: str
    text: str
    outside: bool = False
    lines: int | None = None


@frozen(kw_only=True)
class RunOptions:
    """What a user may choose for one run; None leaves it to the configuration or to the agent.

    `review` says when edits are looked at, `auto_review` whether another agent looks at the work.
    """

    mode: ConfirmMode | None = None
    review: EditReview | None = None
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    budget_usd: float | None = None
    dry_run: bool = False
    auto_review: bool | None = None


@frozen
class RunRequest:
    """A task for an agent. `mode` and `max_steps` None leave it to the agent.

    `title` is what the run is called if that is not its task, and `typed` what the user typed if
    the task was made of it.
    `checks` are commands that have to end with 0 before the run is a success. `edits` AFTER lets
    the mode confirm-sensitive make edits without asking; with PROPOSE none are made. One that
    `only_compacts` sums up its session, and its task is what matters in it. One with a
    `scope` reviews that, and puts on record what of it was looked at. One that a call opens asks
    `model`, or the model of the run above it if that is None. What it says in the end fits the JSON
    schema `output_schema`, if there is one. `names_in` is the text in which the user names files,
    None for the task. `taints` say where texts in the task came from that strangers may have
    written.
    """

    task: str
    agent: str
    mode: ConfirmMode | None = None
    max_steps: int | None = None
    timeout_s: float | None = None
    dry_run: bool = False
    edits: EditReview = EditReview.CONFIRM
    attachments: tuple[Attachment, ...] = ()
    images: tuple[Image, ...] = ()
    checks: tuple[str, ...] = ()
    title: str = ""
    only_compacts: bool = False
    scope: ReviewScope | None = None
    output_schema: str = ""
    model: str | None = None
    names_in: str | None = None
    taints: tuple[str, ...] = ()
    typed: str = ""

    @property
    def proposes(self) -> bool:
        """Whether its changes are left to the user; a dry run does not even propose any."""
        return self.edits is EditReview.PROPOSE and not self.dry_run

    def with_options(self, options: RunOptions, *, review: EditReview) -> Self:
        """The request as `options` have it; `review` counts where they do not say.

        Whoever chooses a mode of asking wants to be asked.
        """
        configured = review if options.mode is None else EditReview.CONFIRM
        return replace(
            self,
            mode=options.mode,
            max_steps=options.max_steps,
            timeout_s=options.timeout_s,
            dry_run=options.dry_run,
            edits=options.review or configured,
        )
