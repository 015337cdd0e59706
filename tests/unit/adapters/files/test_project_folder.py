"""What a run leaves in a workspace is one folder that git does not see."""

import subprocess
from pathlib import Path

import pytest

from architect.adapters.files.project_folder import project_folder


def test_git_sees_nothing_of_what_is_kept_there(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (project_folder(tmp_path, "sessions") / "1.jsonl").write_bytes(b"{}\n")
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=tmp_path, check=True, capture_output=True
    )
    assert status.stdout == b""


def test_git_sees_the_configuration_beside_it(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    project_folder(tmp_path, "sessions")
    (tmp_path / ".architect/config.yaml").write_bytes(b"{}\n")
    status = subprocess.run(
        ["git", "status", "--porcelain", "-uall"], cwd=tmp_path, check=True, capture_output=True
    )
    assert status.stdout == b"?? .architect/config.yaml\n"


def test_a_gitignore_that_is_there_stays(tmp_path: Path) -> None:
    (tmp_path / ".architect").mkdir()
    (tmp_path / ".architect/.gitignore").write_bytes(b"mine\n")
    project_folder(tmp_path, "sessions")
    assert (tmp_path / ".architect/.gitignore").read_bytes() == b"mine\n"


@pytest.mark.parametrize("link", [".architect", ".architect/sessions"])
def test_a_link_is_refused_and_nothing_is_written_behind_it(tmp_path: Path, link: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    root = tmp_path / "root"
    (root / link).parent.mkdir(parents=True)
    (root / link).symlink_to(elsewhere)
    with pytest.raises(OSError, match="link"):
        project_folder(root, "sessions")
    assert list(elsewhere.iterdir()) == []


def test_what_is_kept_is_for_nobody_else_to_read(tmp_path: Path) -> None:
    folder = project_folder(tmp_path, "sessions", ".workflows")
    assert [each.stat().st_mode & 0o077 for each in (folder, folder.parent)] == [0, 0]
