"""Skills: instructions for one kind of task, in the format of https://agentskills.io/specification.

A skill is a folder with a `SKILL.md`: a header in YAML (`name`, `description`, ours also `globs`)
and behind it what the model reads when the skill fits, with any other files beside it.
"""

import re
from typing import Literal

from architect.domain.files.globs import glob_matcher
from architect.frozen import frozen
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern

SKILL_FILE = "SKILL.md"
USE_SKILL = "use_skill"
"""The tool by which the model reads one."""

MAX_NAME = 64
MAX_DESCRIPTION = 1024

PROJECT_FOLDERS = (
    ".architect/skills",
    ".architect/installed-skills",
    ".agents/skills",
    ".claude/skills",
)
"""Where a project has its skills; of two of one name the first counts."""

INSTALLED = PROJECT_FOLDERS[1]

SkillOrigin = Literal["user", "project"]

_NAME = lazy_pattern(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)


@frozen
class Skill:
    """`path` is its `SKILL.md` as people and the model are shown it: below the root, or whole.

    `globs` are the files that it is about, if it says so.
    """

    name: str
    description: str
    path: str
    origin: SkillOrigin
    globs: tuple[str, ...] = ()

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

    def covers(self, path: str) -> bool:
        """Whether one of its globs matches a path below the root."""
        return any(glob_matcher(pattern)(path) for pattern in self.globs)


def problem_with_name(name: str) -> str:
    """What the specification has against a name, in words; empty if it is one."""
    if len(name) > MAX_NAME:
        return english("is longer than {most} characters", most=MAX_NAME)
    if _NAME.fullmatch(name) is None:
        return english("may only have lower-case letters, digits and single hyphens between them")
    return ""
