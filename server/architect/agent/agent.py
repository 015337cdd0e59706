"""What an agent is."""

from architect.domain.verdict import ConfirmMode
from architect.frozen import frozen


@frozen
class Agent:
    """A role: its prompt, the tools it may use (None: all there are), and its bounds.

    `description` is one line for people and for models. With `known_commands_only` it runs no
    command that is not known to be safe or part of development. `model` is the one that it asks
    when another agent sends it out, None for that of the other.
    """

    name: str
    system_prompt: str
    allowed_tools: frozenset[str] | None
    confirm_mode: ConfirmMode
    max_steps: int
    description: str = ""
    known_commands_only: bool = False
    model: str | None = None
