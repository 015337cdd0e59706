"""What a message may begin with behind a slash: a task, a skill, a prompt of a server."""

import os
import re
from collections.abc import Container, Sequence
from typing import Literal

from architect.app.named_tasks import NAMED_TASKS, TASK_SUMMARIES
from architect.domain.mcp_server import ServerPrompt
from architect.domain.skills import Skill
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern

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


_TYPED = lazy_pattern(r"/([A-Za-z][\w:-]*)(?:\s.*)?", re.DOTALL)


def typed_name(message: str, known: Container[str] = ()) -> str | None:
    """The name of the command that `message` is, one of `known` or one that there is not.

    What begins with a path, even the name of a folder such as /tmp alone, is none, and neither is
    the prompt of a server, /SERVER:PROMPT.
    """
    found = _TYPED.fullmatch(message)
    if found is None or ":" in found[1]:
        return None
    name = found[1]
    return name if name in known or not os.path.lexists(f"/{name}") else None
