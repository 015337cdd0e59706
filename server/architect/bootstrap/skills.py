"""The skills of a project and its user, for those who manage them."""

from collections.abc import Mapping
from pathlib import Path

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.adapters.skills.fetch import FetchedSkill
from architect.adapters.skills.installed import InstalledSkills
from architect.bootstrap.run.skills import open_skills, user_skills
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.skills import INSTALLED, PROJECT_FOLDERS, SKILL_FILE, Skill, problem_with_name
from architect.l10n import english
from architect.policy.file_rules import sensitive_files
from architect.ports.skill_library import SkillLibrary
from architect.services.skills.skill_file import skill_file, skill_of


async def library(config: Config, environ: Mapping[str, str], root: Path) -> SkillLibrary | None:
    """The skills that a run in `root` is offered."""
    secrets = sensitive_files(config.guardrails.sensitive_files)
    return await open_skills(
        config,
        environ,
        DiskWorkspace(root),
        lambda place: secrets.match([place.relative]) is not None,
    )


def installed(root: Path, environ: Mapping[str, str], *, for_user: bool) -> InstalledSkills:
    """The installed skills of the project at `root`, or those of the user."""
    if for_user:
        base = user_skills(environ)
        return InstalledSkills(base, root=base)
    return InstalledSkills(root / INSTALLED, root=root)


def described(skill: FetchedSkill) -> Skill:
    """What a fetched skill says that it is.

    Raises:
        UserError: it does not say so as the specification wants it.
    """
    text = skill.files[SKILL_FILE].content.decode("utf-8", "replace")
    file = skill_file(text)
    folder = skill.source.path.rpartition("/")[2]
    found = file and skill_of(file, folder=folder, path=SKILL_FILE, origin="project")
    if not found:
        raise UserError(
            english(
                "{skill_file} of {shown} has no description in its header",
                skill_file=SKILL_FILE,
                shown=skill.source.shown,
            )
        )
    if problem := problem_with_name(found.name):
        raise UserError(
            english(
                "the name {name!r} in {skill_file} {problem}",
                name=found.name,
                skill_file=SKILL_FILE,
                problem=problem,
            )
        )
    return found


def created(
    root: Path, environ: Mapping[str, str], name: str, text: str, *, for_user: bool
) -> Path:
    """Make a new skill of that name; where its file is.

    Raises:
        UserError: it is there already, or cannot be made.
    """
    base = user_skills(environ) if for_user else root / PROJECT_FOLDERS[0]
    place = base / name / SKILL_FILE
    try:
        place.parent.mkdir(parents=True)
        place.write_bytes(text.encode())
    except FileExistsError as error:
        raise UserError(
            english(
                "{parent!r} is there already; edit it, or take another name",
                parent=str(place.parent),
            )
        ) from error
    except OSError as error:
        raise UserError(
            english("cannot make {place!r}: {error}", place=str(place), error=error.strerror)
        ) from error
    return place
