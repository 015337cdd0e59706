"""How much of the model's context the conversation takes."""

from collections.abc import Iterable

from architect.domain.journal.state import AgentState, Step
from architect.domain.messages import AssistantMessage, Message, UserMessage
from architect.domain.model_exchange import ToolSchema
from architect.domain.tokens import estimate_tokens
from architect.execution.context_window import ContextWindow
from architect.frozen import frozen

FULL_SHARE = 0.95
TOKENS_PER_IMAGE = 1_600
"""About the most that Anthropic counts for one
(https://platform.claude.com/docs/en/build-with-claude/vision, November 2026)."""

TOKENS_PER_MESSAGE = 4
"""Role and separators of a chat message (https://platform.openai.com/docs/guides/text-generation)."""


@frozen
class ContextSize:
    """Estimated tokens of the next request and how many may be used."""

    tokens: int
    limit: int

    @property
    def is_full(self) -> bool:
        return self.tokens > self.limit * FULL_SHARE


class ContextManager:
    """Measures requests against the window of one run."""

    def __init__(self, window: ContextWindow, tools: Iterable[ToolSchema]) -> None:
        self._window = window
        self._tool_tokens = sum(estimate_tokens(str(tool)) for tool in tools)
        self._counted: dict[int, tuple[Step, int]] = {}

    def request_tokens(self, messages: Iterable[Message], *, with_tools: bool = True) -> int:
        """Estimated tokens of a request, before the provider's own count corrects the estimate."""
        tools = self._tool_tokens if with_tools else 0
        return tools + sum(map(message_tokens, messages))

    def size(self, state: AgentState) -> ContextSize:
        """How full the context is, by the provider's count where it has given one."""
        if len(self._counted) > len(state.steps):
            self._counted.clear()  # steps were left out, and are kept here for nothing
        tokens = self.request_tokens(state.opening) + sum(map(self._of_step, state.steps))
        return ContextSize(round(tokens * state.token_factor), self._window.tokens)

    def _of_step(self, step: Step) -> int:
        """Its tokens, which are counted once: it is asked for several times in every later step."""
        known = self._counted.get(step.number)
        if known is None or known[0] is not step:
            known = self._counted[step.number] = (step, sum(map(message_tokens, step.messages)))
        return known[1]


def message_tokens(message: Message) -> int:
    """Estimated tokens of one message with its calls."""
    tokens = TOKENS_PER_MESSAGE + estimate_tokens(message.text)
    if isinstance(message, UserMessage):
        tokens += TOKENS_PER_IMAGE * len(message.images)
    if isinstance(message, AssistantMessage):
        tokens += message.items.tokens if message.items else 0
        for call in message.calls:
            tokens += TOKENS_PER_MESSAGE + estimate_tokens(call.name + call.arguments)
    return tokens
