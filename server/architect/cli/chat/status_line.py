"""What stands below the input: model, mode, agent, what it has cost, how full the context is."""

from architect.app.choices import Choices
from architect.cli.chat.conversation import Conversation
from architect.config.llm import AUTO
from architect.domain.errors import ArchitectError
from architect.domain.journal.state import AgentState
from architect.l10n import t
from architect.services.cost_line import nothing_came


def status_line(
    conversation: Conversation, choices: Choices, ended: AgentState | None = None
) -> str:
    """`openai/m · edit · $0.0042 · context 12 %`; `ended` is the state of a run that just ended."""
    latest = ended or conversation.state
    model = choices.model or (ended.model if ended else None) or _next_model(conversation, choices)
    parts = [model, choices.mode or "ask"]
    if choices.agent:
        parts.append(choices.agent)
    if latest.started is not None:
        spending = latest.session_spending
        is_unknown = spending.unpriced_calls or nothing_came(latest, spending)
        parts.append(t("price unknown") if is_unknown else f"${spending.cost_usd:.4f}")
        if latest.context_percent:  # a run that asked nothing knows nothing of it
            parts.append(t("context {percent} %", percent=latest.context_percent))
    return " · ".join(parts)


def _next_model(conversation: Conversation, choices: Choices) -> str:
    """The one that the next message goes to, whatever the session had before."""
    if conversation.place.lacks_model:
        return t("no model chosen")
    try:
        model = conversation.place.config(choices.options).llm.model
    except ArchitectError:
        return t("no model")
    found_last = conversation.state.model or t("no model chosen")
    return found_last if model == AUTO else model
