"""What a message may begin with behind a slash: a task, a skill, a prompt of a server."""

from collections.abc import Sequence
from typing import Literal

from architect.app.named_tasks import NAMED_TASKS, TASK_SUMMARIES
from architect.domain.mcp_server import ServerPrompt
from architect.domain.skills import Skill
from architect.frozen import frozen

SlashKind = Literal["task", "skill", "prompt"]


@frozen
class SlashName:
    """A `name` without the slash, and what it does in a line."""

    name: str
    kind: SlashKind
    summary: str


def slash_names(
    skills: Sequence[Skill], prompts: Sequence[ServerPrompt] = ()
) -> tuple[SlashName, ...]:
    """All of them; of two with one name the first counts."""
    every = (
        *(SlashName(name, "task", TASK_SUMMARIES[task]) for name, task in NAMED_TASKS.items()),
        *(SlashName(one.name, "skill", one.description) for one in skills),
        *(
            SlashName(f"{one.server}:{one.prompt.name}", "prompt", one.prompt.description)
            for one in prompts
        ),
    )
    first: dict[str, SlashName] = {}
    for one in every:
        first.setdefault(one.name, one)
    return tuple(first.values())
