"""What commands leave behind with which we were killed goes with the next one."""

import os
from pathlib import Path

import pytest

from architect.adapters.sandbox.aside import folder_of_copies
from architect.adapters.sandbox.hooks_folder import made_hooks


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    return tmp_path


def test_a_folder_for_hooks_that_was_left_behind_is_ours_again(root: Path):
    made = made_hooks(root)

    assert made == root / ".git/hooks"
    assert made_hooks(root) == made


def test_the_users_own_folder_for_hooks_is_not_ours(root: Path):
    hooks = root / ".git/hooks"
    hooks.mkdir()
    assert made_hooks(root) is None

    hooks.rmdir()
    made_hooks(root)
    (hooks / "pre-commit").write_text("#!/bin/sh\n")
    assert made_hooks(root) is None


def test_where_git_is_none_or_elsewhere_no_folder_is_made(tmp_path: Path):
    assert made_hooks(tmp_path) is None

    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".git").symlink_to("elsewhere")
    assert made_hooks(tmp_path) is None
    assert not any((tmp_path / "elsewhere").iterdir())


def test_old_copies_go_and_those_of_a_command_that_may_still_run_stay(root: Path):
    old, new = folder_of_copies(root), folder_of_copies(root)
    (old / "0").mkdir()
    os.utime(old, (1, 1))

    folder_of_copies(root)

    assert not old.exists()
    assert new.exists()
