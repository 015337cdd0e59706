"""The first look at a project: its parts, and what is set up there already."""

import os
import shutil
from pathlib import Path
from typing import Literal

from architect.app.first_run.facts import Facts, Part
from architect.app.first_run.folder import Folder
from architect.app.first_run.node_project import node_part
from architect.app.first_run.other_projects import make_part, other_parts
from architect.app.first_run.python_project import python_part
from architect.config.project_files import PROJECT_FILES

_MOST_PARTS = 12
_MOST_FOLDERS = 200
_RULES = (".architect.md", "AGENTS.md", "CLAUDE.md", ".github/copilot-instructions.md")
_JAVASCRIPT = {"JavaScript", "TypeScript"}
_CI = (".github/workflows", ".gitlab-ci.yml", "Jenkinsfile", ".circleci", "azure-pipelines.yml")


def look_at(root: Path) -> Facts:
    """What is known of the project in `root`; only names and manifests are read."""
    python = "python" if shutil.which("python") or not shutil.which("python3") else "python3"
    folder = Folder(root)
    own = _parts(folder, python)
    below = [part for each in _candidates(folder) for part in _parts(each, python)]
    # The root of a workspace speaks for its packages, if it can check something.
    speaks = any(part.checks for part in own)
    if speaks:
        languages = {part.language for part in own}
        alike = languages | _JAVASCRIPT if languages & _JAVASCRIPT else languages
        below = [part for part in below if part.language not in alike]
    parts = [*(own if speaks or not below else []), *below][:_MOST_PARTS]
    if not any(part.checks for part in parts) and (made := make_part(folder)):
        parts = [made, *parts]
    return Facts(
        root.resolve().name,
        tuple(parts),
        repository=_repository(root),
        ci=tuple(name for name in _CI if os.path.lexists(root / name)),
        rules=tuple(name for name in _RULES if os.path.lexists(root / name)),
        config=next((name for name in PROJECT_FILES if os.path.lexists(root / name)), ""),
    )


def _parts(folder: Folder, python: str) -> list[Part]:
    found = [python_part(folder, python), node_part(folder), *other_parts(folder)]
    parts = [part for part in found if part is not None]
    if len(parts) > 1:
        # A script beside the manifests of another language makes no Python project.
        parts = [part for part in parts if part.checks or part.setup]
    return parts


def _candidates(folder: Folder) -> list[Folder]:
    """The folders in which a monorepo has its parts: right below the root, and one deeper."""
    first = folder.folders()[:_MOST_FOLDERS]
    deeper = [inner for each in first if not _has_manifest(each) for inner in each.folders()]
    return [each for each in [*first, *deeper[:_MOST_FOLDERS]] if _has_manifest(each)]


def _has_manifest(folder: Folder) -> bool:
    return folder.has(
        *("pyproject.toml", "setup.py", "package.json", "go.mod", "Cargo.toml", "pom.xml"),
        *("build.gradle", "build.gradle.kts", "manage.py", "requirements.txt", "Gemfile"),
        *("composer.json",),
    )


def _repository(root: Path) -> Literal["own", "above", "none"]:
    if os.path.lexists(root / ".git"):
        return "own"
    above = any(os.path.lexists(folder / ".git") for folder in root.resolve().parents)
    return "above" if above else "none"
