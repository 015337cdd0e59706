"""Commands of a run that only proposes, in the real sandbox: they change nothing."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.sandboxes import Place, broken_bwrap, make_place, need_sandbox
from tests.support.selection import with_usual

from architect.domain.errors import ShellFault
from architect.domain.shell import Need

SLOW_S = 180.0
TOOLS = {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}

WAYS = {
    "write": "echo evil > a.py",
    "append": "echo evil >> a.py",
    "truncate": "truncate -s 0 a.py",
    "make": "echo evil > new.py",
    "folder": "mkdir new",
    "delete": "rm -f a.py",
    "rename": "mv a.py b.py",
    "replace": "cp a.py /tmp/b && echo evil >> /tmp/b && mv -f /tmp/b a.py",
    "mode": "chmod 777 a.py",
    "link": "ln a.py /tmp/b && echo evil > /tmp/b",
    "by a link": "ln -s $PWD/a.py /tmp/b && echo evil > /tmp/b",
    "root": "echo evil > /proc/self/root$PWD/a.py",
    "folder of the process": "echo evil > /proc/self/cwd/a.py",
    "mount": "mount -o remount,rw,bind $PWD && echo evil > a.py",
    "namespace": "unshare -Ur sh -c 'mount -o remount,rw,bind $PWD; echo evil > a.py'",
    "mounts of its own": "unshare -Urm sh -c 'mount -o remount,rw,bind $PWD; echo evil > a.py'",
    "unmount": "unshare -Urm sh -c 'umount $PWD; umount -l $PWD; cd /; cd - && echo evil > a.py'",
    "itself": "mv $PWD $PWD.old; mkdir -p $PWD && echo evil > $PWD/a.py",
    "git": "git add -A && git -c user.name=A -c user.email=a@b.c commit -qm evil",
    "git's configuration": "git config core.pager evil",
    "git's hooks": "mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit",
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    need_sandbox(tmp_path)
    place = make_place(tmp_path)
    place.write("a.py", "x = 1\n")
    subprocess.run(["git", "init", "-q", str(place.root)], check=True)
    return place


def state(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything below `folder`: mode and content."""
    return {
        str(path.relative_to(folder)): (
            path.lstat().st_mode,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in folder.rglob("*")
    }


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    "granted", with_usual([frozenset[Need](), frozenset(Need)], usual=[frozenset(Need)])
)
def test_nothing_of_the_workspace_is_changed_whatever_is_granted(
    place: Place, way: str, granted: frozenset[Need]
) -> None:
    before = state(place.root)

    outcome = place.run(WAYS[way], granted=granted, read_only=True)

    assert state(place.root) == before
    assert outcome.exit_code != 0
    assert outcome.confinement.sandboxed


def test_a_command_leaves_no_trace_and_needs_none(place: Place) -> None:
    before = state(place.root)

    outcome = place.run(
        "cat a.py; git status --short; git log --oneline 2>&1 | head -1; find .", read_only=True
    )

    assert "x = 1" in outcome.stdout
    assert "?? a.py" in outcome.stdout
    assert outcome.stderr == ""
    assert state(place.root) == before
    assert ".architect" not in before


def test_the_repository_of_a_second_work_tree_is_not_changed(tmp_path: Path, place: Place) -> None:
    def git(folder: Path, *words: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True)

    main = tmp_path / "main"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "-q", str(tmp_path / "tree"))
    before = state(main)

    tree = Place(tmp_path / "tree", place.home)
    outcome = tree.run(
        "git log --oneline; git -c user.name=A -c user.email=a@b.c commit -q --allow-empty -m evil;"
        " git branch evil",
        read_only=True,
    )

    assert "first" in outcome.stdout
    assert outcome.exit_code != 0
    assert state(main) == before


def test_temporary_files_the_home_folder_and_what_is_configured_can_be_written(
    place: Place,
) -> None:
    out = place.home / "out"
    out.mkdir()

    outcome = place.run(
        f"echo a > $(mktemp) && echo b > ~/kept && echo c > {out}/made && cat ~/kept",
        writable=(out,),
        read_only=True,
    )

    assert (outcome.exit_code, outcome.stdout) == (0, "b\n")
    assert (out / "made").read_bytes() == b"c\n"
    assert place.run("cat ~/kept", read_only=True).stdout == "b\n"


def test_tests_run_although_their_warnings_are_errors(place: Place) -> None:
    """In several processes and, the second time, in one."""
    place.write("test_it.py", "import a\n\n\ndef test_it() -> None:\n    assert a.x == 1\n")
    place.write(
        "pytest.ini",
        "[pytest]\nfilterwarnings = error\nasyncio_default_fixture_loop_scope = function\n",
    )
    before = state(place.root)

    outcome = place.run(
        "python -m pytest -q -n 2", environment=TOOLS, timeout_s=SLOW_S, read_only=True
    )
    again = place.run(
        "python -m pytest -q --last-failed", environment=TOOLS, timeout_s=SLOW_S, read_only=True
    )

    assert (outcome.exit_code, again.exit_code) == (0, 0), outcome.stdout + outcome.stderr
    assert state(place.root) == before


def test_checks_run_although_they_keep_a_cache(place: Place) -> None:
    outcome = place.run(
        "ruff check . && ruff format --check .", environment=TOOLS, timeout_s=SLOW_S, read_only=True
    )
    assert outcome.exit_code == 0, outcome.stdout + outcome.stderr


def test_what_the_user_said_about_caches_is_kept(place: Place) -> None:
    own = {"RUFF_CACHE_DIR": "/tmp/own", "PYTEST_ADDOPTS": "-x --tb=short"}

    outcome = place.run(
        'echo "$RUFF_CACHE_DIR|$PYTEST_ADDOPTS|$MYPY_CACHE_DIR"', environment=own, read_only=True
    )

    ruff, pytest_options, mypy = outcome.stdout.strip().split("|")
    assert ruff == "/tmp/own"
    assert pytest_options == f"-x --tb=short -o cache_dir={place.home}/.cache/pytest"
    assert mypy == f"{place.home}/.cache/mypy"


def test_a_home_folder_with_a_space_in_its_name_disturbs_no_tests(place: Place) -> None:
    spaced = Place(place.root, place.home / "my home")
    spaced.home.mkdir()
    place.write("test_it.py", "def test_it() -> None:\n    pass\n")
    outcome = spaced.run("python -m pytest -q", environment=TOOLS, timeout_s=SLOW_S, read_only=True)
    assert outcome.exit_code == 0, outcome.stdout + outcome.stderr
    assert place.run("ls", read_only=True).stdout.split() == ["a.py", "test_it.py"]


def test_caches_go_to_the_temporary_folder_where_the_home_folder_is_in_the_workspace(
    place: Place,
) -> None:
    inside = Place(place.root, place.root / "home")
    inside.home.mkdir()

    outcome = inside.run("echo $MYPY_CACHE_DIR; touch ~/x", read_only=True)

    assert outcome.stdout == "/tmp/.cache/mypy\n"
    assert "Read-only file system" in outcome.stderr


def test_other_runs_may_write_and_have_their_caches_where_they_were(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    for own in ("RUFF_CACHE_DIR", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(own, raising=False)
    outcome = place.run('echo y > b.py; echo "[$RUFF_CACHE_DIR$PYTEST_ADDOPTS]"')
    assert (outcome.stdout, place.read("b.py")) == ("[]\n", "y\n")


@pytest.mark.parametrize(
    ("mode", "words"),
    [("auto", "No permissions"), ("off", "commands.sandbox is off"), ("require", "")],
)
def test_why_commands_have_no_sandbox_is_said_beforehand(
    tmp_path: Path, mode: str, words: str
) -> None:
    place = make_place(tmp_path)
    shell = place.shell(broken_bwrap(tmp_path / "bin"), mode=mode, read_only=True)

    why = asyncio.run(shell.why_unconfined())

    assert (words in why, why == "") == (True, words == "")


def test_in_a_sandbox_there_is_no_reason_to_say(place: Place) -> None:
    assert asyncio.run(place.shell(read_only=True).why_unconfined()) == ""


def test_a_sandbox_that_cannot_be_made_is_not_done_without(place: Place) -> None:
    too_long = {"HOME": "/" + "a" * 5_000}
    with pytest.raises(ShellFault, match="not run, since the workspace is read-only"):
        place.run("echo evil > a.py", mode="auto", environment=too_long, read_only=True)
    assert place.read("a.py") == "x = 1\n"
