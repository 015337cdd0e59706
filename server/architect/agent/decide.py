"""What follows from a model's reply: a pure function of the state that holds it."""

from architect.domain.journal.state import AgentState
from architect.domain.messages import ToolCall
from architect.domain.model_exchange import FinishReason
from architect.frozen import frozen
from architect.l10n import english

MAX_NUDGES = 2
"""How often in a row the model is asked again after a reply that cannot be used."""


@frozen
class RunTools:
    """Run these calls, then ask the model again."""

    calls: tuple[ToolCall, ...]


@frozen
class Nudge:
    """Tell the model what was wrong with its reply and ask again."""

    reason: str
    text: str


@frozen
class Finish:
    """The model says it is done, with this text."""

    text: str


@frozen
class GiveUp:
    """The model cannot be brought to a usable reply."""

    message: str


Decision = RunTools | Nudge | Finish | GiveUp


def next_step(state: AgentState) -> Decision:
    """What to do after the reply that is the last of `state.steps`."""
    reply, finish = state.steps[-1].reply, state.steps[-1].finish
    if finish is FinishReason.CONTENT_FILTER:
        return GiveUp(english("the provider's content filter withheld the reply"))
    if reply.calls:
        return RunTools(reply.calls)
    if finish is FinishReason.TOOL_CALLS:
        return _nudge_or_give_up(
            state,
            english("the reply announced a tool call that was not in it"),
            "Your reply announced a tool call, but there was none in it. Send the call again.",
        )
    if finish is FinishReason.LENGTH:
        return _nudge_or_give_up(
            state,
            english("the reply was cut off at the model's output limit"),
            "Your reply was cut off at the output limit. Continue exactly where it ended.",
        )
    if not reply.text.strip():
        return _nudge_or_give_up(
            state,
            english("the reply was empty"),
            "Your reply was empty. Call a tool, or give your final answer as text.",
        )
    return Finish(final_text(state))


def final_text(state: AgentState) -> str:
    """The last reply, with the pieces before it that were cut off at the output limit."""
    pieces = [state.steps[-1].reply.text]
    for step in reversed(state.steps[:-1]):
        if step.finish is not FinishReason.LENGTH or step.reply.calls:
            break
        pieces.append(step.reply.text)
    return "".join(reversed(pieces))


def _nudge_or_give_up(state: AgentState, reason: str, text: str) -> Nudge | GiveUp:
    earlier = 0
    for step in reversed(state.steps[:-1]):
        if step.nudge is None:
            break
        earlier += 1
    if earlier < MAX_NUDGES:
        return Nudge(reason, text)
    return GiveUp(english("{reason}, {times} times in a row", reason=reason, times=earlier + 1))
