"""Reading a skill, and the files that come with it."""

import asyncio
from dataclasses import replace

from architect.checked.field import Field
from architect.config.nearest import did_you_mean
from architect.domain.effect import Effect
from architect.domain.errors import ToolFault
from architect.domain.skills import USE_SKILL, Skill
from architect.domain.tool_result import ToolResult, succeeded
from architect.ports.skill_library import SkillLibrary
from architect.tools.base import BaseTool, ToolArgs
from architect.tools.context import ToolContext
from architect.tools.traits import CallTraits

_MOST_LISTED = 50


class UseSkillArgs(ToolArgs):
    name: str
    file: str = Field(
        default="", description="One of its files, by the path it gives; empty: the skill itself."
    )


class UseSkill(BaseTool[UseSkillArgs]):
    """Shows a skill of the library to the model; what it says is carried out by other tools."""

    name = USE_SKILL
    description = "Read a skill that fits the task, or a file that belongs to it."
    args_model = UseSkillArgs
    sensitive = False
    effect = Effect.READ

    def __init__(self, library: SkillLibrary) -> None:
        self._library = library

    async def run(self, args: UseSkillArgs, context: ToolContext) -> ToolResult:
        skill = self._skill(args.name)
        if args.file:
            text = await self._library.text(skill, args.file)
            return succeeded(_fitting(text, context.room.page_bytes), fits=True)
        text, files = await asyncio.gather(self._library.text(skill), self._library.files(skill))
        head = f"The skill {skill.name}, in the folder {skill.folder}."
        if files:
            more = len(files) - _MOST_LISTED
            named = ", ".join(files[:_MOST_LISTED]) + (f" and {more} more" if more > 0 else "")
            head = f"{head} Its files, for use_skill with file: {named}."
        return succeeded(f"{head}\n\n{_fitting(text, context.room.page_bytes)}", fits=True)

    def traits(self, args: UseSkillArgs) -> CallTraits:
        summary = f"{args.name}: {args.file}" if args.file else args.name
        return replace(super().traits(args), summary=summary)

    def _skill(self, name: str) -> Skill:
        skills = self._library.skills
        found = next((skill for skill in skills if skill.name == name.strip()), None)
        if found is None:
            names = [skill.name for skill in skills]
            raise ToolFault(
                f"there is no skill {name!r}{did_you_mean(name, names)}; "
                f"there are: {', '.join(names)}"
            )
        return found


def _fitting(text: str, most_bytes: int) -> str:
    """`text` up to a line's end within its room."""
    content = text.encode()
    if len(content) <= most_bytes:
        return text
    start = content[:most_bytes].decode(errors="ignore")
    return f"{start[: start.rfind(chr(10)) + 1]}[the rest does not fit]"
