"""Places inside the workspace that no tool may write to."""

import pytest

from architect.domain.paths import Access
from architect.domain.verdict import Allow, Deny
from architect.policy.path_rules import judge_path


@pytest.mark.parametrize(
    "path",
    [
        ".git",
        ".git/config",
        ".git/hooks/pre-commit",
        "vendor/lib/.git/hooks/post-checkout",
        "worktree/.git",
        ".GIT/config",
        ".Git/HEAD",
        "git~1/config",
        ".git./config",
        ".git /config",
        ".git::$INDEX_ALLOCATION/config",
        ".g\u200cit/config",
        "./.git/config",
    ],
)
def test_git_is_never_written_however_it_is_spelled(path: str) -> None:
    verdict = judge_path(path, Access.WRITE)
    assert isinstance(verdict, Deny)
    assert verdict.rule == "path.git"
    assert "git" in verdict.reason


@pytest.mark.parametrize(
    "path", [".architect", ".architect/config.yaml", ".ARCHITECT/tmp/x", ".architect.yaml"]
)
def test_our_own_configuration_is_never_written(path: str) -> None:
    verdict = judge_path(path, Access.WRITE)
    assert isinstance(verdict, Deny)
    assert verdict.rule == "path.architect"


@pytest.mark.parametrize(
    "path",
    [
        ".",
        "src/main.py",
        ".gitignore",
        ".gitattributes",
        ".github/workflows/ci.yml",
        "git/config",
        "my.git/config",
        "docs/.architect.yaml.md",
        "examples/.architect/config.yaml",
        ".architecture",
    ],
)
def test_other_files_may_be_written(path: str) -> None:
    assert judge_path(path, Access.WRITE) == Allow()


@pytest.mark.parametrize("path", [".git/config", ".architect/config.yaml", ".architect.yaml"])
def test_everything_may_be_read(path: str) -> None:
    assert judge_path(path, Access.READ) == Allow()
