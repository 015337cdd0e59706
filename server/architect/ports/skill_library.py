"""What skills there are, and what their files say."""

from collections.abc import Sequence
from typing import Protocol

from architect.domain.skills import Skill


class SkillLibrary(Protocol):
    @property
    def skills(self) -> Sequence[Skill]:
        """All that the model may use, each name once."""
        ...

    @property
    def left_out(self) -> Sequence[str]:
        """Those that could not be used, in words."""
        ...

    async def text(self, skill: Skill, file: str = "") -> str:
        """What `file` of the skill says, a path below its folder; empty means the skill itself.

        Raises:
            PathRefusedError: it leads out of the folder, or may hold secrets.
            PortFault: it cannot be read, or is no text.
        """
        ...

    async def files(self, skill: Skill) -> Sequence[str]:
        """The other files of the skill, by their paths below its folder."""
        ...
