"""Where the skills of a run are."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.files.disk_workspace import DiskWorkspace
from architect.config.schema import Config
from architect.config.user_file import user_config_file
from architect.domain.skills import PROJECT_FOLDERS, SKILL_FILE
from architect.policy.file_rules import FileRules, sensitive_files
from architect.ports.workspace import Workspace

if TYPE_CHECKING:
    from architect.services.rules.reading import Hides
    from architect.services.skills.library import SkillFolder, Skills

_MOST_ENTRIES = 200


def user_skills(environ: Mapping[str, str]) -> Path:
    """The folder of skills beside the user's own configuration."""
    return user_config_file(environ).parent / "skills"


def user_skill_folders(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders that are there of those where users keep skills, ours first."""
    folders = [user_skills(environ)]
    if home := environ.get("HOME"):
        folders += [Path(home, ".agents", "skills"), Path(home, ".claude", "skills")]
    return tuple(folder for folder in folders if os.path.isdir(folder))  # noqa: PTH112


def skill_places(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """The folders that the scripts of the user's skills are in, where links lead to as well."""
    folders = user_skill_folders(environ)
    inside = (path for folder in folders for path in folder.iterdir())
    return (*folders, *(path.resolve() for path in inside if path.is_symlink() and path.is_dir()))


async def open_skills(
    config: Config, environ: Mapping[str, str], workspace: Workspace, hides: "Hides"
) -> "Skills | None":
    """The user's skills and those of the project, in this order; None if there are none.

    `hides` names the files of the project that may hold secrets.
    """
    if not config.skills.auto_discover:
        return None
    users = user_skill_folders(environ)
    has_own = any(map(os.path.isdir, (workspace.root / each for each in PROJECT_FOLDERS)))
    if not users and not has_own:
        return None
    from architect.services.skills.library import project_folders, skills_in

    secrets = sensitive_files(config.guardrails.sensitive_files)
    folders = [each for folder in users for each in _users(folder, secrets)]
    if has_own:
        folders += await project_folders(workspace, hides)
    skills = await skills_in(folders)
    return skills if skills.skills or skills.left_out else None


def _users(base: Path, secrets: FileRules) -> "Sequence[SkillFolder]":
    """Those in a folder of the user's, who may well keep links there."""
    from architect.services.skills.library import SkillFolder

    try:
        places = sorted(base.iterdir())[:_MOST_ENTRIES]
    except OSError:
        return ()
    return [
        SkillFolder(
            DiskWorkspace(place),
            ".",
            str(place),
            "user",
            lambda file: secrets.match([file.relative]) is not None,
        )
        for place in places
        if (place / SKILL_FILE).is_file()
    ]
