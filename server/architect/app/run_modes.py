"""The modes that people choose from, and what each means for a run."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol

from architect.agent.catalog import DEFAULT_AGENT
from architect.domain.journal.run_events import RunStarted
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions
from architect.domain.verdict import ConfirmMode, EditReview
from architect.frozen import frozen

PLANNER = "plan"
"""The agent of the mode `plan`, which reads and plans."""
REVIEWER = "review"
"""The agent of a review, which reads and reports."""
EXPLAINER = "explain"
"""The agent of an explanation, which reads and answers."""
_READERS = frozenset({REVIEWER, EXPLAINER, "explore"})


@frozen
class Meaning:
    """What a mode chooses; None leaves it to the agent, the configuration, or who asks."""

    confirm: ConfirmMode | None = None
    review: EditReview | None = None
    agent: str | None = None


MEANINGS: Mapping[RunMode, Meaning] = {
    "ask": Meaning(ConfirmMode.CONFIRM_SENSITIVE, EditReview.CONFIRM),
    "edit": Meaning(ConfirmMode.CONFIRM_SENSITIVE, EditReview.AFTER),
    "plan": Meaning(agent=PLANNER),
    "yolo": Meaning(ConfirmMode.YOLO),
    "confirm-sensitive": Meaning(ConfirmMode.CONFIRM_SENSITIVE),
    "confirm-all": Meaning(ConfirmMode.CONFIRM_ALL),
}
"""`ask` asks about edits and commands, `edit` about commands alone, `plan` changes nothing, `yolo`
asks about neither. The others are the confirmation modes that the configuration has."""


class AgentChoice(Protocol):
    """Which agent a run has, by its mode, what is wanted, and the agent of the run before it."""

    def __call__(self, mode: RunMode | None, wanted: str | None, *, last: str) -> str: ...


_BY_REVIEW: Mapping[tuple[ConfirmMode | None, EditReview | None], RunMode] = {
    (each.confirm, each.review): name for name, each in MEANINGS.items() if each.review
}
"""The modes that only differ in when edits are looked at."""

_WORKS = frozenset[RunMode]({"ask", "edit", "yolo"})


def options_in(mode: RunMode | None, options: RunOptions) -> RunOptions:
    """`options` in that mode; a `review` that they have goes before that of the mode."""
    meaning = Meaning() if mode is None else MEANINGS[mode]
    return replace(options, mode=meaning.confirm, review=options.review or meaning.review)


def mode_of(started: RunStarted) -> str | None:
    """The mode of a run, by the name that people choose it by where it has one; None if it reads.

    An agent that only reads is asked about nothing, and to call that yolo would frighten people.
    """
    if started.agent == PLANNER:
        return "plan"
    if started.agent in _READERS and started.review is None:
        return None
    return _BY_REVIEW.get((started.mode, started.review), started.mode)


def agent_in(mode: RunMode | None, wanted: str | None, *, last: str = DEFAULT_AGENT) -> str:
    """The agent of what is asked for; `last` is that of the run before it in its session.

    A review is one task: what is said behind it is work. Behind a plan, a mode that works means
    that it is carried out. An agent that is `wanted` goes before both.
    """
    if mode is not None and (agent := MEANINGS[mode].agent) is not None:
        return agent
    if wanted:
        return wanted
    is_carried_out = last == PLANNER and mode in _WORKS
    return DEFAULT_AGENT if last == REVIEWER or is_carried_out else last


def agent_going_on(mode: RunMode | None, wanted: str | None, *, last: str) -> str:
    """The agent of a run that goes on where that of `last` stopped, without words of the user's.

    A review that was cut short is still one, unless another agent is `wanted`.
    """
    stays = last == REVIEWER and mode != PLANNER and not wanted
    return REVIEWER if stays else agent_in(mode, wanted, last=last)
