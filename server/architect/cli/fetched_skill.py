"""A skill that was fetched and not installed yet, as its user looks at it."""

from difflib import unified_diff

from architect.adapters.skills.fetch import FetchedSkill
from architect.adapters.skills.installed import InstalledSkills
from architect.cli.result_stream import print_note
from architect.domain.escape_controls import escape_controls
from architect.domain.skills import Skill
from architect.l10n import t, tn

_MOST_SHOWN = 40


def show_contents(skill: Skill, fetched: FetchedSkill) -> None:
    """What it is, where it is from, and its files."""
    print_note(escape_controls(f"{skill.name}: {skill.description}"))
    print_note(t("from {source} at {commit}", source=fetched.source.shown, commit=fetched.commit))
    for path, file in sorted(fetched.files.items())[:_MOST_SHOWN]:
        about = t("{bytes:,} bytes", bytes=len(file.content))
        if file.executable:
            about += f", {t('executable')}"
        print_note(escape_controls(f"  {path} ({about})"))
    if (more := len(fetched.files) - _MOST_SHOWN) > 0:
        print_note(tn("  and {number} more file", "  and {number} more files", more))


def show_differences(skills: InstalledSkills, name: str, fetched: FetchedSkill) -> bool:
    """Show what an installation would change of what is there; whether that is anything."""
    there = skills.contents(name)
    fresh = {path: file.content for path, file in fetched.files.items()}
    changed = [path for path in sorted(there | fresh) if there.get(path) != fresh.get(path)]
    for path in changed:
        before, after = (files.get(path, b"").decode(errors="replace") for files in (there, fresh))
        lines = unified_diff(
            before.split("\n"), after.split("\n"), f"a/{path}", f"b/{path}", lineterm=""
        )
        print_note(escape_controls("\n".join(lines)))
    return bool(changed)
