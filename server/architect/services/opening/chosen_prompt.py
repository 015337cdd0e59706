"""A task that names what to do: a prompt, `/SERVER:PROMPT WORDS`, or a skill, `/SKILL WORDS`."""

import re
import shlex
from collections.abc import Sequence

from architect.domain.errors import PortFault, UserError
from architect.domain.skills import Skill
from architect.domain.text.counted import counted
from architect.frozen import frozen
from architect.l10n import at, english
from architect.lazy_pattern import lazy_pattern
from architect.ports.tool_source import TextOffer

MAX_CHARS = 100_000
_SKILL = lazy_pattern(r"/(\S+)(?:\s+(.*))?", re.DOTALL)
_COMMAND = lazy_pattern(r"/([\w-]+):(\S+)(?:\s+(.*))?", re.DOTALL)


@frozen
class ChosenPrompt:
    """The task that the prompt makes; `taint` is where it comes from, empty if it is trusted."""

    task: str
    taint: str = ""


async def chosen_prompt(task: str, texts: Sequence[TextOffer]) -> ChosenPrompt | None:
    """What a task that names a prompt says; None for any other.

    Raises:
        UserError: the prompt is not there, needs other arguments, or cannot be had.
    """
    match = _COMMAND.fullmatch(task.strip()) if task.lstrip().startswith("/") else None
    offer = next((each for each in texts if match and each.source == match[1]), None)
    if match is None or offer is None:
        return None
    name = f"/{match[1]}:{match[2]}"
    try:
        text = await offer.prompt(match[2], _words(match[3] or ""))
    except (PortFault, UserError) as fault:
        raise UserError(at(name, str(fault))) from fault
    if not text.strip():
        raise UserError(english("{name}: the prompt is empty", name=name))
    if len(text) > MAX_CHARS:
        left_out = counted(len(text) - MAX_CHARS, "character")
        text = f"{text[:MAX_CHARS]}\n[... {left_out} left out ...]"
    return ChosenPrompt(text, "" if offer.is_trusted else f"prompt {match[1]}")


def chosen_skill(task: str, skills: Sequence[Skill]) -> ChosenPrompt | None:
    """A task that names a skill, in words for the model; None for any other."""
    match = _SKILL.fullmatch(task.strip())
    if match is None or not any(skill.name == match[1] for skill in skills):
        return None
    words = (match[2] or "").strip()
    return ChosenPrompt(f"Read the skill {match[1]} with use_skill, and follow it. {words}".strip())


def _words(text: str) -> list[str]:
    """The arguments as a shell would read them; as they stand if their quotes do not match."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()
