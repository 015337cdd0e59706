"""What is asked of the model, what it replies, and what becomes of its context."""

from typing import Literal

from architect.domain.ids import CallId
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.domain.provider_items import ProviderItems
from architect.domain.usage import Usage
from architect.frozen import frozen
from architect.l10n import english

Purpose = Literal["step", "close", "compact", "evaluate"]
"""What a model request is for: the next step, the summary that closes a run, or one that stands for
steps which are left out from then on."""

_SUMMARY = english("summary")
_SOURCES = {"step": english("agent"), "evaluate": english("eval")}
"""What replies are paid for, by the purpose of their requests: a summary unless it is here."""

_TO_THE_USER = frozenset[str]({"step", "close"})


class _Said:
    """What the model says or thinks in its answer to a request of some purpose."""

    __slots__ = ()
    purpose: Purpose

    @property
    def is_to_the_user(self) -> bool:
        """Whether it is said to the user, and not only for the run to work with."""
        return self.purpose in _TO_THE_USER


@frozen(kw_only=True)
class ModelRequested:
    """`estimated_tokens` is our own count of the request.

    `context_percent` is how much of the context it takes, by what the provider counted before; 0 in
    journals that do not say so.
    """

    type: Literal["model.requested"] = "model.requested"
    step: int
    purpose: Purpose
    messages: int
    estimated_tokens: int
    context_percent: int = 0


@frozen(kw_only=True)
class ModelDelta(_Said):
    """A part of the reply to the request of that purpose, as it arrives."""

    type: Literal["model.delta"] = "model.delta"
    text: str
    purpose: Purpose = "step"


@frozen(kw_only=True)
class ModelReasoning(_Said):
    """A part of what the model thinks before its reply, as it arrives."""

    type: Literal["model.reasoning"] = "model.reasoning"
    text: str
    purpose: Purpose = "step"


@frozen(kw_only=True)
class ModelItems:
    """What the provider wants back with the reply that comes next; nobody is shown it."""

    type: Literal["model.items"] = "model.items"
    items: ProviderItems


@frozen(kw_only=True)
class ModelRetried:
    """Attempt number `attempt` failed; the next begins in `delay_s`.

    That is at `retry_at`, in seconds since 1970; 0 stands for an unknown time.
    """

    type: Literal["model.retried"] = "model.retried"
    attempt: int
    delay_s: float
    reason: str
    retry_at: float = 0.0


@frozen(kw_only=True)
class ModelWarned:
    """Something about the model that the user should know."""

    type: Literal["model.warned"] = "model.warned"
    message: str


@frozen(kw_only=True)
class ModelSwitched:
    """The model `before` did not answer, for the `reason`; `model` answers from here on."""

    type: Literal["model.switched"] = "model.switched"
    before: str
    model: str
    reason: str


@frozen(kw_only=True)
class ModelReplied(_Said):
    """A complete reply of `model`. `cost_usd` is None if the model's price is unknown.

    `reasoning` is what the model thought before it, as far as the provider shows that, and took
    `reasoning_s` of `duration_s`; None if it did not come piece by piece. `cached`: the reply was
    kept on this machine from an earlier request, and neither sent for nor paid.
    """

    type: Literal["model.replied"] = "model.replied"
    step: int
    purpose: Purpose
    text: str
    calls: tuple[ToolCall, ...]
    finish: FinishReason
    usage: Usage | None
    cost_usd: float | None
    duration_s: float
    reasoning: str = ""
    reasoning_s: float | None = None
    model: str = ""
    cached: bool = False

    @property
    def source(self) -> str:
        """What it was paid for: the work itself, a text about it, or a look at it."""
        return _SOURCES.get(self.purpose, _SUMMARY)


@frozen(kw_only=True)
class ModelNudged:
    """The reply could not be used as it was; the model is told why and asked again."""

    type: Literal["model.nudged"] = "model.nudged"
    step: int
    reason: str
    text: str


@frozen(kw_only=True)
class ContextCompacted:
    """The oldest `dropped_steps` steps are no longer sent; `note` tells the model so.

    Where that is not enough, the results of `emptied_calls` of the last step give way to
    `placeholder`. `summary` is what the model wrote for the steps, in the note with what it forgot;
    without one they are dropped, and the summary before stays.
    """

    type: Literal["context.compacted"] = "context.compacted"
    dropped_steps: int
    emptied_calls: tuple[CallId, ...] = ()
    placeholder: str = ""
    tokens_before: int
    tokens_after: int
    note: str
    summary: str = ""


@frozen(kw_only=True)
class ContextNotCompacted:
    """No summary stands for the oldest steps, although one was wanted; `reason` says why.

    `is_failure` says that the model was asked for it; after two in a row it is not asked again.
    """

    type: Literal["context.not_compacted"] = "context.not_compacted"
    reason: str
    is_failure: bool
