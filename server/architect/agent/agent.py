"""What an agent is."""

from dataclasses import dataclass

from architect.domain.verdict import ConfirmMode


@dataclass(frozen=True, slots=True)
class Agent:
    """A role: its prompt, the tools it may use (None: all there are), and its bounds.

    `description` is one line for people.
    """

    name: str
    system_prompt: str
    allowed_tools: frozenset[str] | None
    confirm_mode: ConfirmMode
    max_steps: int
    description: str = ""
