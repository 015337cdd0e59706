"""What the model is told before it makes a call: a way for secrets that no tool has to open."""

from pathlib import Path

import pytest
from tests.support.hostile import SECRET, Victim, attempt, by_command, by_daemon, make_victim
from tests.support.repository import git

CONTROL = attempt("read_file", path="a.txt")


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    return make_victim(tmp_path)


def commit_secrets(victim: Victim) -> None:
    """Put the file with the secrets under version control, and change it and another one."""
    git(victim.root, "add", "--force", ".env")
    git(victim.root, "commit", "--quiet", "--message", "by mistake")
    victim.project.write(".env", f"TOKEN={SECRET}\nMORE=1\n")
    victim.project.write("a.txt", "alpha\ngamma\n")


@pytest.mark.parametrize("name", [".architect.md", "AGENTS.md", "CLAUDE.md"])
def test_rules_that_are_a_link_to_a_file_with_secrets_are_none(name: str, victim: Victim) -> None:
    (victim.root / name).symlink_to("notes.txt")  # which is a link to .env itself
    assert by_command(victim, [CONTROL]).leaks() == []
    assert by_daemon(victim, [CONTROL]).leaks() == []


def test_rules_behind_a_link_that_leads_to_secrets_still_count(victim: Victim) -> None:
    (victim.root / "AGENTS.md").symlink_to(".env")
    victim.project.write("CLAUDE.md", "Use tabs.\n")
    told = by_command(victim, [CONTROL])
    assert told.leaks() == []
    assert "Use tabs." in told.everything


def test_an_attached_diff_says_nothing_of_files_with_secrets(victim: Victim) -> None:
    commit_secrets(victim)
    told = by_command(victim, [CONTROL], flags=("--context-git-diff", "HEAD"))
    assert told.leaks() == []
    assert "+gamma" in told.everything


def test_a_review_of_the_changes_is_told_nothing_of_files_with_secrets(victim: Victim) -> None:
    commit_secrets(victim)
    told = by_daemon(victim, [CONTROL], command="architect.review", argument={"scope": "changes"})
    assert told.leaks() == []
    assert "+gamma" in told.everything
