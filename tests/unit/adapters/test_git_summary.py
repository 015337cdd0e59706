"""What a repository says of itself in a line."""

from pathlib import Path

from tests.support.repository import commit_all, git

from architect.adapters.git_summary import git_summary


def summary_after(tmp_path: Path, *steps: tuple[str, ...] | str) -> str:
    """What is said of a repository with a committed `a.txt` after the git commands of `steps`.

    A step that is a text is the name of a file that gets another content.
    """
    folder = tmp_path / f"repository{len(list(tmp_path.iterdir()))}"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    commit_all(folder)
    for step in steps:
        if isinstance(step, str):
            (folder / step).write_text(f"{step} is new\n")
        else:
            git(folder, *step)
    return git_summary(folder)


def test_branch_and_changes_are_told(tmp_path: Path) -> None:
    assert summary_after(tmp_path) == "branch main, nothing changed"
    assert (
        summary_after(tmp_path, "a.txt", "b.txt") == "branch main, 1 file changed, 1 path untracked"
    )
    staged = summary_after(tmp_path, "b.txt", ("add", "."), ("checkout", "-q", "-b", "x"), "c", "d")
    assert staged == "branch x, 1 file changed, 2 paths untracked"
    assert summary_after(tmp_path, ("checkout", "-q", "--detach")).startswith("no branch, at ")


def test_before_the_first_commit_and_outside_of_a_repository(tmp_path: Path) -> None:
    assert git_summary(tmp_path) == ""
    git(tmp_path, "init", "-q", "-b", "main")
    assert git_summary(tmp_path) == "branch main, no commits yet, nothing changed"


def test_no_program_that_the_repository_names_is_run(tmp_path: Path) -> None:
    folder, trace = tmp_path / "repository", tmp_path / "trace"
    folder.mkdir()
    (folder / "a.txt").write_text("one\n")
    commit_all(folder)
    program = f"touch {trace}; cat"
    for key in ("core.fsmonitor", "filter.x.clean", "filter.x.process"):
        git(folder, "config", key, program)
    git(folder, "config", "filter.x.required", "true")
    (folder / ".gitattributes").write_text("* filter=x\n")
    (folder / "a.txt").write_text("two\n")
    assert git_summary(folder) == "branch main, 1 file changed, 1 path untracked"
    assert not trace.exists()
