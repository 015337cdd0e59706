"""Install, create, list, show or remove skills."""

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.options import config_option, workspace_option
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.adapters.skills.installed import InstalledSkills
    from architect.config.schema import Config
    from architect.domain.skills import Skill
    from architect.ports.skill_library import SkillLibrary

_user_option = click.option("--user", is_flag=True, help="For all projects of yours.")
_yes_option = click.option("--yes", is_flag=True, help="Do not ask.")

_TEMPLATE = """\
---
name: {name}
description: {description}
---

# {name}

What to do, step by step. Name files beside this one by their path, such as `references/details.md`
or `scripts/check.py`.
"""


@click.group("skill")
def command() -> None:
    """Install, create, list, show or remove skills (agentskills.io)."""


@command.command("list")
@config_option
@workspace_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def list_command(config: Path | None, workspace: Path | None, as_json: bool) -> None:
    """List the skills that a run here is offered."""
    from architect.cli.result_stream import print_result

    settings, root = _settings(config, workspace)
    if not settings.skills.auto_discover:
        print_note(t("architect: no run is offered skills: skills.auto_discover is false"))
    library = _library(settings, root)
    rows = [_row(skill, root) for skill in library.skills] if library else []
    for problem in library.left_out if library else ():
        print_note(t("architect: left out: {problem}", problem=shown(problem)))
    if as_json:
        import json

        print_result(json.dumps(rows, indent=2))
        return
    if not rows:
        print_note(t("no skills here yet; see `architect skill create --help`"))
    for row in rows:
        print_result(f"{row['name']}: {row['description']}\n    {row['path']}{_pinned(row)}")


def _row(skill: "Skill", root: Path) -> dict[str, object]:
    row: dict[str, object] = {
        "name": skill.name,
        "description": skill.description,
        "path": skill.path,
        "origin": skill.origin,
        "globs": list(skill.globs),
    }
    skills = _installed(root, for_user=skill.origin == "user")
    known = skills.all().get(skill.name)
    if known and (skills.base / skill.name) == (root / skill.folder):
        changed = skills.changed(skill.name)
        row |= {"source": known.url, "source_path": known.path, "commit": known.commit}
        row |= {"changed": changed}
    return row


def _pinned(row: dict[str, object]) -> str:
    if "commit" not in row:
        return ""
    pinned = t("from {source} at {commit}", source=row["source"], commit=str(row["commit"])[:12])
    return f" {pinned}; {t('changed since it was installed')}" if row["changed"] else f" {pinned}"


@command.command("show")
@click.argument("name")
@click.argument("file", required=False, default="")
@config_option
@workspace_option
def show_command(config: Path | None, workspace: Path | None, name: str, file: str) -> None:
    """Print a skill, or one of its files, as the model reads it."""
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    settings, root = _settings(config, workspace)
    library = _library(settings, root)
    skill = _named(name, library)
    assert library is not None
    text = asyncio.run(library.text(skill, file))
    if not file:
        print_note(f"{skill.path}: {skill.description}")
        for path in asyncio.run(library.files(skill)):
            print_note(escape_controls(f"  {path}"))
    print_result(escape_controls(text))


def _named(name: str, library: "SkillLibrary | None") -> "Skill":
    from architect.config.nearest import did_you_mean

    skills = library.skills if library else ()
    found = next((skill for skill in skills if skill.name == name), None)
    if found is None:
        close = did_you_mean(name, [skill.name for skill in skills])
        raise click.UsageError(
            english(
                "no skill {name!r}{close}; `architect skill list` shows them.",
                name=name,
                close=close,
            )
        )
    return found


@command.command("create")
@click.argument("name")
@click.option("--description", default="What it does, and when to use it.", help="What it is for.")
@_user_option
@config_option
@workspace_option
def create_command(
    config: Path | None, workspace: Path | None, name: str, description: str, user: bool
) -> None:
    """Make a skill of your own, to be filled in."""
    from architect.bootstrap.skills import created
    from architect.cli.result_stream import print_result
    from architect.domain.skills import MAX_DESCRIPTION, problem_with_name

    if problem := problem_with_name(name):
        raise click.UsageError(english("the name {name!r} {problem}.", name=name, problem=problem))
    if not description.strip() or len(description) > MAX_DESCRIPTION:
        raise click.UsageError(
            english("the description needs 1 to {most} characters.", most=MAX_DESCRIPTION)
        )
    import json

    _, root = _settings(config, workspace)
    text = _TEMPLATE.format(name=name, description=json.dumps(description, ensure_ascii=False))
    print_result(str(created(root, os.environ, name, text, for_user=user)))


@command.command("install")
@click.argument("source")
@click.option("--path", default="", metavar="FOLDER", help="The skill's folder in the repository.")
@click.option("--ref", default="", metavar="REF", help="Branch, tag or commit (default: HEAD).")
@_user_option
@_yes_option
@config_option
@workspace_option
def install_command(
    config: Path | None,
    workspace: Path | None,
    source: str,
    path: str,
    ref: str,
    user: bool,
    yes: bool,
) -> int:
    """Install a skill from USER/REPOSITORY[/PATH] on GitHub or from any git repository.

    It is pinned to the commit it is at now; installing it again shows what has changed. Nothing of
    it is run.
    """
    from architect.adapters.skills.fetch import fetch_skill
    from architect.bootstrap.skills import described
    from architect.cli.fetched_skill import show_contents, show_differences
    from architect.cli.result_stream import print_result
    from architect.domain.skill_source import skill_source

    _, root = _settings(config, workspace)
    fetched = fetch_skill(skill_source(source, path=path, ref=ref))
    skill, skills = described(fetched), _installed(root, for_user=user)
    show_contents(skill, fetched)
    is_there = (skills.base / skill.name).exists()
    if is_there and not show_differences(skills, skill.name, fetched):
        print_result(
            t(
                "{name} is installed already, at {commit}",
                name=skill.name,
                commit=fetched.commit[:12],
            )
        )
        return SUCCESS
    if not (yes or _says_yes(t("Install {name}?", name=skill.name))):
        print_result(t("not installed"))
        return FAILED
    skills.put(skill.name, fetched)
    print_result(
        t(
            "installed {name} at {commit} in {folder}",
            name=skill.name,
            commit=fetched.commit[:12],
            folder=skills.base / skill.name,
        )
    )
    return SUCCESS


@command.command("remove")
@click.argument("name")
@_user_option
@_yes_option
@config_option
@workspace_option
def remove_command(
    config: Path | None, workspace: Path | None, name: str, user: bool, yes: bool
) -> int:
    """Remove an installed skill."""
    from architect.cli.result_stream import print_result

    _, root = _settings(config, workspace)
    skills = _installed(root, for_user=user)
    if name not in skills.all():
        raise click.UsageError(
            english(
                "no skill {name!r} was installed in {folder!r}; one that you made is removed "
                "with its folder.",
                name=name,
                folder=str(skills.base),
            )
        )
    if changed := skills.changed(name):
        print_note(t("changed since it was installed: {files}", files=", ".join(changed)))
        if not (yes or _says_yes(t("Remove {name} all the same?", name=name))):
            print_result(t("not removed"))
            return FAILED
    skills.remove(name)
    print_result(t("removed {name}", name=name))
    return SUCCESS


def _settings(config: Path | None, workspace: Path | None) -> "tuple[Config, Path]":
    from architect.bootstrap.settings import workspace_root
    from architect.cli.settings import told_settings

    settings = told_settings(config, workspace)
    return settings, workspace_root(settings, workspace)


def _library(settings: "Config", root: Path) -> "SkillLibrary | None":
    from architect.bootstrap.skills import library

    return asyncio.run(library(settings, os.environ, root))


def _installed(root: Path, *, for_user: bool) -> "InstalledSkills":
    from architect.bootstrap.skills import installed

    return installed(root, os.environ, for_user=for_user)


def _says_yes(question: str) -> bool:
    """Whether the person at the terminal says yes; without a terminal nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print_note(t("architect: no terminal to ask on; review the above, then use --yes"))
        return False
    return click.confirm(question, default=False, err=True)
