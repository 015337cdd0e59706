"""A repository that comes with its `.git`: whatever looks at it runs nothing that it names."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.hostile import OUTSIDE, Victim, attempt, make_victim, script
from tests.support.repository import commit_all, git

from architect.adapters.git_settings import refuse_unknown_programs
from architect.domain.checkpoints import REFS
from architect.domain.errors import VcsFault

HOOKS = (
    *("post-checkout", "reference-transaction", "pre-commit", "commit-msg", "post-commit"),
    *("prepare-commit-msg", "post-index-change", "pre-auto-gc", "post-merge"),
)
SIGNATURE = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----"
SETTINGS = """
[core]
	repositoryformatversion = 1
	fsmonitor = {trap}
	sshCommand = {trap}
	pager = {trap}
	editor = {trap}
	askPass = {trap}
	alternateRefsCommand = {trap}
	hooksPath = {hooks}
[extensions]
	partialClone = origin
[remote "origin"]
	url = {folder}
	promisor = true
	uploadpack = {trap}
	receivepack = {trap}
	fetch = +refs/heads/*:refs/remotes/origin/*
[log]
	showSignature = true
[commit]
	gpgSign = true
[gpg]
	program = {trap}
[filter "evil"]
	clean = {trap}
	smudge = {trap}
[merge "evil"]
	driver = {trap}
[user]
	name = n
	email = e@localhost
"""


@pytest.fixture
def victim(tmp_path: Path) -> Victim:
    """Signed commits, a version that is missing, and every setting that names a program."""
    victim = make_victim(tmp_path)
    root = victim.root
    (root / ".architect.yaml").unlink()
    victim.project.write(".gitattributes", "*.txt filter=evil merge=evil\n")
    for content in ("old\n", "newer\n"):
        victim.project.write("missing.txt", content)
        commit_all(root)
    sign(root, "HEAD")
    blob = git(root, "rev-parse", "HEAD~1:missing.txt").strip()
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    for name in HOOKS:
        (hooks / name).symlink_to(victim.trap)
    with (root / ".git" / "config").open("a") as config:
        config.write(SETTINGS.format(trap=victim.trap, hooks=hooks, folder=victim.outside))
    victim.project.write("a.txt", "alpha\nomega\n")
    return Victim(victim.project, victim.outside, victim.trap, victim.sprung, victim.precious())


def sign(root: Path, ref: str) -> None:
    """Give the commit at `ref` a signature that a program would have to look at."""
    head, _, message = git(root, "cat-file", "commit", ref).partition("\n\n")
    commit = root.with_name("commit")
    commit.write_bytes(f"{head}\n{SIGNATURE}\n\n{message}".encode())
    made = git(root, "hash-object", "-t", "commit", "-w", str(commit)).strip()
    git(root, "-c", "core.hooksPath=/dev/null", "update-ref", "--no-deref", ref, made)


def played(victim: Victim, arguments: Sequence[str], *calls: dict[str, Any]) -> int:
    """The exit code of a command; nothing of the repository ran."""
    model = ("--model", script(victim, [[*calls]])) if calls else ()
    finished = victim.project.architect(*arguments, *model)
    assert not victim.sprung.exists(), (arguments, finished.stderr)
    return finished.code


EDIT = attempt("edit_file", path="sub/b.txt", old_str="beta", new_str="gamma")
FINDING = attempt("report_finding", path="a.txt", line=1, severity="info", title="t", detail="d")


def test_no_command_about_a_session_runs_a_program_of_the_repository(victim: Victim) -> None:
    assert played(victim, ("run", "x", "--mode", "yolo"), EDIT) == 0
    session = victim.project.journals[-1].stem
    sign(victim.root, f"{REFS}/{session}")
    assert played(victim, ("history", session)) == 0
    played(victim, ("replay", session))
    played(victim, ("replay", session, "--record", "kept"))
    played(victim, ("test-cases",))
    played(victim, ("rollback", session, "--to-step", "0"))
    played(victim, ("report", session, "--report", "markdown"))
    played(victim, ("undo", session))
    assert played(victim, ("cleanup", "--older-than", "0")) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("review", "--base", "HEAD~1"),
        ("review", "--base", "HEAD~1", "--committed"),
        ("review", "--staged"),
        ("review", "a.txt"),
        ("run", "x", "--context-git-diff", "HEAD~1"),
        ("run", "x", "--mode", "yolo", "--commit=m"),
        ("run", "x", "--mode", "yolo", "--branch", "b"),
        ("run", "x", "--mode", "yolo", "--export-patch", "p.patch"),
        ("loop", "x", "--check", "true", "--mode", "yolo"),
        ("parallel", "--task", "x", "--task", "y", "--mode", "yolo"),
    ],
    ids=" ".join,
)
def test_no_work_runs_a_program_of_the_repository(
    arguments: tuple[str, ...], victim: Victim
) -> None:
    played(victim, arguments, FINDING if arguments[0] == "review" else EDIT)


@pytest.mark.parametrize(
    "arguments", [("init", "--yes"), ("doctor",), ("context", "x"), ("health", "--base", "HEAD~1")]
)
def test_nothing_that_looks_runs_a_program_of_the_repository(
    arguments: tuple[str, ...], victim: Victim
) -> None:
    played(victim, arguments)


def test_a_commit_says_which_program_it_would_run_and_makes_the_filters_of_everybody(
    tmp_path: Path,
) -> None:
    victim = make_victim(tmp_path)
    root = victim.root
    config = root / ".git" / "config"
    before = f"{config.read_text()}[user]\n\tname = n\n\temail = e@localhost\n"
    config.write_text(f'{before}[filter "x"]\n\tclean = {victim.trap}\n')
    finished = victim.project.architect(
        "run", "x", "--mode", "yolo", "--commit=m", "--model", script(victim, [[EDIT]])
    )
    assert finished.code == 3
    assert f"filter.x.clean = {victim.trap}" in finished.stderr
    assert "git config --global" in finished.stderr
    config.write_text(f'{before}[filter "lfs"]\n\tclean = git-lfs clean -- %f\n')
    assert played(victim, ("run", "x", "--mode", "yolo", "--commit=m"), EDIT) == 0
    assert git(root, "log", "-1", "--format=%s").strip() == "m"


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "x", "--mode", "yolo"),
        ("run", "x", "--mode", "yolo", "--commit=m"),
        ("run", "x", "--context-git-diff", "HEAD"),
        ("review", "--base", "HEAD"),
        ("parallel", "--task", "x", "--task", "y", "--mode", "yolo"),
    ],
    ids=" ".join,
)
def test_no_file_elsewhere_is_taken_for_one_of_the_repository(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    victim = make_victim(tmp_path)
    root = victim.root
    victim.project.write("secret.txt", "mine\n")
    commit_all(root)
    with (root / ".git" / "config").open("a") as config:
        config.write(f"[core]\n\tworktree = {victim.outside}\n[user]\n\tname = n\n\temail = e@x\n")
    model = script(victim, [[EDIT]])
    finished = victim.project.architect(*arguments, "--model", model)
    journals = "".join(each.read_text() for each in victim.project.journals)
    assert OUTSIDE not in finished.text + finished.stderr + journals
    blob = git(root, "hash-object", str(victim.outside / "secret.txt")).strip()
    assert not (root / ".git" / "objects" / blob[:2] / blob[2:]).exists()


def test_branches_are_merged_by_no_program_of_the_repository(victim: Victim) -> None:
    with pytest.raises(VcsFault, match=r"merge\.evil\.driver = "):
        refuse_unknown_programs(victim.root, merging=True)


@pytest.mark.parametrize(
    ("settings", "is_asked"),
    [
        ("", True),
        ('[http "https://127.0.0.1:9/"]\n\textraheader = x\n', True),
        ("[core]\n\tsshCommand = {trap}\n", False),
        ("[credential]\n\thelper = {trap}\n", False),
        ("[http]\n\tproxy = http://127.0.0.1:9\n", False),
        ('[url "ext::{trap}"]\n\tinsteadOf = https:\n', False),
        ("[include]\n\tpath = more\n", False),
    ],
)
def test_a_partial_clone_gets_what_it_lacks_unless_that_runs_something(
    settings: str, is_asked: bool, tmp_path: Path
) -> None:
    victim = make_victim(tmp_path)
    root = victim.root
    for content in ("old\n", "newer\n"):
        victim.project.write("missing.txt", content)
        commit_all(root)
    blob = git(root, "rev-parse", "HEAD~1:missing.txt").strip()
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    (root / ".git" / "more").write_text(f'[remote "origin"]\n\tuploadpack = {victim.trap}\n')
    with (root / ".git" / "config").open("a") as config:
        config.write("[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = o\n")
        config.write('[remote "o"]\n\tpromisor = true\n\turl = https://127.0.0.1:9/x.git\n')
        config.write(settings.format(trap=victim.trap))
    finished = victim.project.architect("review", "--base", "HEAD~1")
    assert finished.code == 3
    assert ("127.0.0.1" in finished.stderr) == is_asked, finished.stderr
    assert not victim.sprung.exists()
