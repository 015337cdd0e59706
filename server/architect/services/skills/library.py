"""The skills of a project and of its user."""

import posixpath
from collections.abc import Iterable, Sequence

from architect.domain.errors import PathRefusedError, PortFault
from architect.domain.paths import Access, WorkspacePath
from architect.domain.skills import PROJECT_FOLDERS, SKILL_FILE, Skill, SkillOrigin
from architect.frozen import frozen
from architect.l10n import at, english
from architect.ports.workspace import Workspace
from architect.services.rules.reading import Hides
from architect.services.skills.skill_file import skill_file, skill_of
from architect.services.text_start import text_start

MAX_SKILLS = 100
_MOST_FILES = 200
_MOST_CHARS = 200_000
"""Of one file of a skill: the specification wants less than 500 lines in `SKILL.md`."""


@frozen
class SkillFolder:
    """A folder that may hold a skill, `path` below the root of `workspace`.

    `shown_as` is what people call it. `hides` names files that may hold secrets.
    """

    workspace: Workspace
    path: str
    shown_as: str
    origin: SkillOrigin
    hides: Hides

    def place(self, file: str) -> WorkspacePath:
        """Where a file of the skill is.

        Raises:
            PathRefusedError: it leads out of the folder, or may hold secrets.
        """
        path = posixpath.normpath(posixpath.join(self.path, file))
        inside = f"{self.path}/" if self.path != "." else ""
        if path.startswith(("/", "..")) or not path.startswith(inside):
            raise PathRefusedError(f"path {file!r} refused: it leads out of the skill's folder")
        place = self.workspace.locate(path, Access.READ)
        if not place.real.is_relative_to(self.workspace.locate(self.path, Access.READ).real):
            raise PathRefusedError(f"path {file!r} refused: it leads out of the skill's folder")
        if self.hides(place):
            raise PathRefusedError(f"path {file!r} refused: it may hold secrets")
        return place


class Skills:
    """The skills that were found; see `SkillLibrary`."""

    def __init__(self) -> None:
        self._found: dict[str, tuple[Skill, SkillFolder]] = {}
        self._left_out: list[str] = []

    @property
    def skills(self) -> Sequence[Skill]:
        return tuple(skill for skill, _ in self._found.values())

    @property
    def left_out(self) -> Sequence[str]:
        return self._left_out

    async def text(self, skill: Skill, file: str = "") -> str:
        _, folder = self._found[skill.name]
        place = folder.place(file or SKILL_FILE)
        start = await text_start(folder.workspace, place, most_chars=_MOST_CHARS)
        if file:
            return start.text
        found = skill_file(start.text)
        return start.text if found is None else found.text

    async def files(self, skill: Skill) -> Sequence[str]:
        _, folder = self._found[skill.name]
        place = folder.workspace.locate(folder.path, Access.READ)
        listing = await folder.workspace.list(place, recursive=True, limit=_MOST_FILES)
        paths = (entry.relative for entry in listing.entries if not entry.is_folder)
        below = (posixpath.relpath(path, folder.path) for path in paths)
        return sorted(path for path in below if path != SKILL_FILE)

    async def look_into(self, folder: SkillFolder) -> None:
        """Take the skill of a folder, if it is one and none of its name is there yet."""
        if len(self._found) >= MAX_SKILLS:
            return
        shown = f"{folder.shown_as}/{SKILL_FILE}"
        try:
            start = await text_start(
                folder.workspace, folder.place(SKILL_FILE), most_chars=_MOST_CHARS
            )
        except PathRefusedError as error:
            self._left_out.append(at(shown, str(error)))
            return
        except PortFault:
            return  # a folder with something else in it
        file = skill_file(start.text)
        name = posixpath.basename(folder.shown_as)
        skill = file and skill_of(file, folder=name, path=shown, origin=folder.origin)
        if skill:
            self._found.setdefault(skill.name, (skill, folder))
        else:
            self._left_out.append(english("{shown} has no description", shown=shown))


async def skills_in(folders: Iterable[SkillFolder]) -> Skills:
    """The skills of `folders`; of two with one name the first counts."""
    skills = Skills()
    for folder in folders:
        await skills.look_into(folder)
    return skills


async def project_folders(workspace: Workspace, hides: Hides) -> list[SkillFolder]:
    """The folders of a workspace that may hold skills."""
    return [
        SkillFolder(workspace, path, path, "project", hides)
        for base in PROJECT_FOLDERS
        for path in await _folders(workspace, base)
    ]


async def _folders(workspace: Workspace, base: str) -> Sequence[str]:
    try:
        place = workspace.locate(base, Access.READ)
        listing = await workspace.list(place, recursive=False, limit=2 * MAX_SKILLS)
    except (PathRefusedError, PortFault):
        return ()
    return sorted(entry.relative for entry in listing.entries if entry.is_folder)
