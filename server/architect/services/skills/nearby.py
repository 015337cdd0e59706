"""Skills that are about files of a run, by their globs.

They are announced when the run has come to such a file, behind the step in which it has.
"""

import json
from collections.abc import Iterator
from contextlib import suppress

from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.journal.context_events import RulesTold
from architect.domain.journal.state import AgentState
from architect.domain.skills import USE_SKILL, Skill
from architect.ports.skill_library import SkillLibrary


class SkillsNearby:
    """What of them a run is still to be told, by the conversation that it has left."""

    def __init__(self, library: SkillLibrary) -> None:
        self._with_globs = tuple(skill for skill in library.skills if skill.globs)
        self._covered: dict[tuple[str, str], bool] = {}

    def due(self, state: AgentState) -> tuple[RulesTold, ...]:
        """An announcement for each skill that fits a file and was neither told of nor read."""
        if not self._with_globs:
            return ()
        places = dict.fromkeys(seen.place for step in state.steps for _, seen in step.seen)
        told = {path for step in state.steps for path in step.rules}
        read = set(_read_in(state))
        return tuple(
            _announced(skill, place)
            for skill in self._with_globs
            if skill.path not in told and skill.name not in read
            if (place := next((one for one in places if self._covers(skill, one)), None))
        )

    def _covers(self, skill: Skill, place: str) -> bool:
        known = (skill.name, place)
        if known not in self._covered:
            self._covered[known] = skill.covers(place)
        return self._covered[known]


def _read_in(state: AgentState) -> Iterator[str]:
    for step in state.steps:
        for call in step.reply.calls:
            if call.name == USE_SKILL:
                with suppress(ValueError, AttributeError):
                    yield json.loads(call.arguments).get("name")


def _announced(skill: Skill, place: str) -> RulesTold:
    shown = escape_controls(in_one_line(place))
    text = (
        f"The skill {skill.name} is about files like {shown}: {skill.description} Read it with "
        "use_skill before you change them, if it fits the task. It grants no permissions."
    )
    return RulesTold(path=skill.path, text=text)
