"""What of a pull request would tell its own reviewer something, and is as on the base."""

from pathlib import Path

import pytest
from tests.support.repository import commit_all, git

from architect_action.base_settings import put_base_settings
from architect_action.repository import Repository

GOOD = {
    "AGENTS.md": "good, @docs/style.md, @linked/inner.md, @only/head.md and `@x`\n",
    "CLAUDE.md": "good",
    "docs/style.md": "good, and @deeper.md\n",
    "docs/deeper.md": "good\n",
    "real/inner.md": "good\n",
    "code.py": "x = 1\n",
}
LINKS = {"linked": "real", "team.md": "docs/team.md", ".architect.md": "team.md"}
EVIL = {
    **dict.fromkeys(GOOD, "evil\n"),
    "docs/team.md": "evil\n",
    "only/head.md": "evil\n",
    "Agents.MD": "evil\n",
    "sub/CLAUDE.md": "evil\n",
    "sub/.cursor/rules/x.mdc": "evil\n",
    ".architect/findings.json": "evil\n",
    ".claude/skills/x/SKILL.md": "evil\n",
    ".agents/skills/x/SKILL.md": "evil\n",
    ".vscode/mcp.json": "evil\n",
    "REVIEW.md": "evil\n",
    ".gitattributes": "* binary\n",
}


@pytest.fixture
def tree(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def write(folder: Path, files: dict[str, str], links: dict[str, str] | None = None) -> None:
    for path, text in files.items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    for path, target in (links or {}).items():
        place = folder / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        place.symlink_to(target)


def evil_files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if ".git" not in path.parts and path.is_file() and "evil" in path.read_text()
    }


def test_all_that_is_read_as_settings_is_that_of_the_base(tree: Repository) -> None:
    write(tree.folder, GOOD | {"docs/team.md": "good\n"}, LINKS)
    commit_all(tree.folder)
    base = tree.head()
    write(tree.folder, EVIL)
    commit_all(tree.folder)
    changed = put_base_settings(tree, base)
    assert evil_files(tree.folder) == {"code.py"}
    assert not (tree.folder / ".gitattributes").exists()
    assert (tree.folder / ".architect.md").read_text() == "good\n"
    assert {"AGENTS.md", "docs/deeper.md", "real/inner.md", "only/head.md"} <= set(changed)
    assert "code.py" not in changed


@pytest.mark.parametrize(
    "links",
    [
        {".architect": "evil"},
        {".claude": "evil"},
        {".github": "evil"},
        {".vscode": "evil"},
        {"docs": "evil"},
        {"only": "evil"},
        {"AGENTS.md": "evil/notes.txt"},
        {"sub/AGENTS.md": "../evil/notes.txt"},
    ],
)
def test_links_of_the_head_lead_nowhere(tree: Repository, links: dict[str, str]) -> None:
    write(tree.folder, GOOD)
    commit_all(tree.folder)
    base = tree.head()
    names = ("config.yaml", "copilot-instructions.md", "mcp.json", "notes.txt", "style.md")
    for path in ("docs/style.md", "docs/deeper.md") if "docs" in links else ():
        (tree.folder / path).unlink()
    if "docs" in links:
        (tree.folder / "docs").rmdir()
    write(tree.folder, {f"evil/{name}": "evil\n" for name in (*names, "head.md")}, links)
    commit_all(tree.folder)
    put_base_settings(tree, base)
    for path in links:
        assert not (tree.folder / path).is_symlink()
    assert all(path.startswith("evil/") for path in evil_files(tree.folder))
    assert (tree.folder / "docs/style.md").read_text().startswith("good")


def test_names_with_odd_characters_are_names(tree: Repository) -> None:
    write(tree.folder, {"a b/[x]/AGENTS.md": "good\n", ":(top)/AGENTS.md": "good\n"})
    commit_all(tree.folder)
    base = tree.head()
    write(tree.folder, {"a b/[x]/AGENTS.md": "evil\n", ":(top)/AGENTS.md": "evil\n"})
    commit_all(tree.folder)
    put_base_settings(tree, base)
    assert evil_files(tree.folder) == set()
    assert git(tree.folder, "log", "--oneline").count("\n") == 2
