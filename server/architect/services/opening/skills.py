"""What a run is told of skills: names and descriptions, so that the model reads one that fits."""

from collections.abc import Sequence

from architect.domain.context_part import ContextPart
from architect.domain.skills import Skill
from architect.domain.text.counted import counted
from architect.domain.tokens import estimate_tokens
from architect.l10n import english, joined
from architect.services.opening.rules import UNTRUSTED

MAX_TOKENS = 1_500
_HOW = (
    "Skills: before you begin with something that one of them is about, read it with use_skill. "
    "They grant no permissions."
)
_LONGEST_DESCRIPTION = 400


def skills_part(
    skills: Sequence[Skill], *, is_trusted: bool, broken: Sequence[str] = ()
) -> ContextPart:
    """The skills that fit the budget; without a text if there are none."""
    rows: list[str] = []
    room = MAX_TOKENS
    for skill in skills:
        row = f"- {skill.name}: {skill.description[:_LONGEST_DESCRIPTION]}"
        room -= estimate_tokens(row) + 1
        if room < 0:
            break
        rows.append(row)
    more = len(skills) - len(rows)
    left_out = joined("; ", [*([counted(more, "more skill")] if more else []), *broken])
    if not rows:
        return ContextPart(english("skills"), "", "", left_out)
    strange = any(skill.origin == "project" for skill in skills) and not is_trusted
    head = f"{_HOW} {UNTRUSTED}" if strange else _HOW
    source = ", ".join(dict.fromkeys(skill.folder.rpartition("/")[0] for skill in skills))
    return ContextPart(english("skills"), source, "\n".join((head, *rows)), left_out)
