import os
from pathlib import Path

import pytest

from architect.adapters.sandbox.path_guard import PathGuard


def guard(root: Path, *paths: str) -> PathGuard:
    return PathGuard(root, [root / path for path in paths])


def names(told: list[str]) -> list[str]:
    """What was put aside, by the sentences about it."""
    return [sentence.split("'")[1] for sentence in told if "was put aside as" in sentence]


def aside(root: Path) -> list[str]:
    return sorted(
        path.relative_to(root).as_posix().partition("/")[2].partition("/")[2].partition("/")[2]
        for path in root.glob(".architect/tmp/*/**/*")
    )


def test_what_is_new_is_moved_with_all_that_it_holds(tmp_path: Path):
    watch = guard(tmp_path, ".vscode", "Jenkinsfile")
    (tmp_path / ".vscode").mkdir()
    (tmp_path / ".vscode/tasks.json").write_bytes(b"{}")
    (tmp_path / "Jenkinsfile").write_bytes(b"x")

    moved = watch.settle()

    assert names(moved) == [".vscode", "Jenkinsfile"]
    assert aside(tmp_path) == [".vscode", ".vscode/tasks.json", "Jenkinsfile"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [".architect"]


def test_what_was_there_stays_whatever_became_of_its_content(tmp_path: Path):
    (tmp_path / ".vscode").mkdir()
    (tmp_path / "Jenkinsfile").write_bytes(b"x")
    watch = guard(tmp_path, ".vscode", "Jenkinsfile", ".circleci")
    (tmp_path / ".vscode/new").write_bytes(b"")
    (tmp_path / "Jenkinsfile").write_bytes(b"y")

    assert watch.settle() == []


def test_a_new_folder_on_the_way_stays_and_only_what_is_guarded_goes(tmp_path: Path):
    watch = guard(tmp_path, ".github/workflows")
    (tmp_path / ".github/workflows").mkdir(parents=True)
    (tmp_path / ".github/CODEOWNERS").write_bytes(b"")

    assert names(watch.settle()) == [".github/workflows"]
    assert [path.name for path in (tmp_path / ".github").iterdir()] == ["CODEOWNERS"]


def test_a_new_link_on_the_way_is_moved_and_never_followed(tmp_path: Path):
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    (outside / "workflows").mkdir(parents=True)
    watch = guard(root, ".github/workflows")
    (root / ".github").symlink_to(outside)

    assert names(watch.settle()) == [".github"]
    assert (outside / "workflows").is_dir()


def test_a_link_that_leads_elsewhere_now_is_put_back(tmp_path: Path):
    (tmp_path / ".idea").symlink_to("one")
    watch = guard(tmp_path, ".idea")
    (tmp_path / ".idea").unlink()
    (tmp_path / ".idea").symlink_to("two")

    assert names(watch.settle()) == [".idea"]
    assert (tmp_path / ".idea").readlink() == Path("one")


def test_a_path_outside_is_moved_into_the_workspace(tmp_path: Path):
    root, common = tmp_path / "root", tmp_path / "repository"
    root.mkdir()
    common.mkdir()
    watch = PathGuard(root, [common / "hooks"])
    (common / "hooks").mkdir()

    assert names(watch.settle()) == [str(common / "hooks")]
    assert not os.path.lexists(common / "hooks")
    assert list(common.iterdir()) == []
    assert [path.name for path in root.glob(".architect/tmp/*/*")] == ["hooks"]


def test_what_cannot_be_moved_is_named(tmp_path: Path):
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    watch = guard(tmp_path, "folder/.git/hooks")
    (tmp_path / "folder/.git/hooks").mkdir(parents=True)
    (tmp_path / "folder/.git").chmod(0o500)

    (sentence,) = watch.settle()

    (tmp_path / "folder/.git").chmod(0o700)
    assert "'folder/.git/hooks' could not be put aside" in sentence
