"""Checkpoints of the working tree: what they have, what they never touch, and the way back."""

import json
import os
import random
import subprocess
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from tests.cli.talk import talk
from tests.cli.test_subagents import journal_of
from tests.support.command import Finished, Project
from tests.support.effort import tries
from tests.support.provider_server import Behaviour, Call, Judge, Received, Reply
from tests.support.repository import commit_all, git

Tree = dict[str, tuple[str, bytes]]


def tree(folder: Path) -> Tree:
    """Every file but those of git and ours: its kind, and its bytes or where it leads."""
    found: Tree = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if name.split("/")[0] in (".git", ".architect") or "/.git/" in f"/{name}/":
            continue
        if path.is_symlink():
            found[name] = ("link", os.fsencode(path.readlink()))
        elif path.is_file():
            kind = "x" if os.access(path, os.X_OK) and path.stat().st_mode & 0o100 else "file"
            found[name] = (kind, path.read_bytes())
    return found


def runs(command: str, id: str = "c1") -> Reply:
    return Reply(calls=[Call("run_command", json.dumps({"command": command}), id)])


def rollback(project: Project, *arguments: str) -> Finished:
    return project.architect("rollback", *arguments)


def steps(project: Project, *commands: str, **settings: str) -> None:
    """A run that has a command in each of its steps."""
    script = [runs(command, f"c{n}") for n, command in enumerate(commands)]
    talked = talk(project, [*script, Reply("Done.")], "--mode", "yolo", settings=settings)
    assert talked.code == 0, talked.stderr


def test_what_commands_did_is_undone_to_any_step_and_back(project: Project) -> None:
    project.write(".gitignore", "ignored/\n")
    project.write("crlf.txt", b"one\r\ntwo\n")
    project.write(".gitattributes", "*.txt text eol=lf\n")
    commit_all(project.folder)
    project.write("mine.txt", "never committed\n")
    project.write("ignored/x", "1")
    states = [tree(project.folder)]
    script: list[Behaviour | Judge] = []

    def play(command: str) -> Judge:
        def judge(_: Received) -> Behaviour:
            return runs(command, f"c{len(script)}")

        return judge

    commands = [
        "printf '\\000\\001' > bin && ln -s mine.txt link && mkdir -p d/e && echo 1 > d/e/f",
        "rm -r d && echo now-a-file > d && chmod +x crlf.txt && printf 'x\\r\\n' >> crlf.txt",
        "rm mine.txt link && echo 2 > bin && echo 2 > ignored/x",
    ]
    record: list[Tree] = []

    def seen(command: str) -> Judge:
        inner = play(command)

        def judge(received: Received) -> Behaviour:
            record.append(tree(project.folder))
            return inner(received)

        return judge

    def last(_: Received) -> Behaviour:
        record.append(tree(project.folder))
        return Reply("Done.")

    talked = talk(project, [*map(seen, commands), last], "--mode", "yolo")
    assert talked.code == 0, talked.stderr
    states = [
        {name: content for name, content in state.items() if not name.startswith("ignored")}
        for state in record
    ]
    for step in (1, 0, 2, 3, 0, 3):
        done = rollback(project, "--to-step", str(step))
        assert done.code == 0, done.text + done.stderr
        now = tree(project.folder)
        assert now.pop("ignored/x")[1] == b"2\n"
        assert now == states[step], step
    assert (
        "to go forward again: architect rollback --to-commit"
        in rollback(project, "--to-step", "0").text
    )
    assert git(project.folder, "fsck", "--no-dangling") == ""


def test_with_fewer_of_them_the_end_of_a_run_is_kept_all_the_same(project: Project) -> None:
    commit_all(project.folder)
    begun = tree(project.folder)
    fewer = {"ARCHITECT__CHECKPOINTS__EVERY_N_STEPS": "2"}
    steps(project, "echo 1 > a.txt", "echo 2 > a.txt", "echo 3 > a.txt", **fewer)
    listed = project.architect("history").text.splitlines()
    kept = [line.rpartition("  ")[2] for line in listed]
    assert kept == ["before the first step", "step 2", "step 4"]
    assert rollback(project, "--to-step", "2").code == 0
    assert project.read("a.txt") == "2\n"
    steps(project, "echo 4 > a.txt", ARCHITECT__CHECKPOINTS__EVERY_N_STEPS="9")
    assert rollback(project, "--to-step", "0").code == 0
    assert project.read("a.txt") == "2\n"
    assert tree(project.folder).keys() == {*begun, "a.txt"}


def test_history_lists_them_and_only_paths_go_back(project: Project) -> None:
    commit_all(project.folder)
    steps(project, "echo 1 > one.txt && echo 1 > d.txt", "echo 2 > one.txt && echo 2 > d.txt")
    listed = project.architect("history").text.splitlines()
    assert [line.rpartition("  ")[2] for line in listed] == [
        "before the first step",
        "step 1",
        "step 2",
    ]
    done = rollback(project, "--to-step", "1", "--path", "one.txt")
    assert done.text.startswith("restored one.txt\n")
    assert (project.read("one.txt"), project.read("d.txt")) == ("1\n", "2\n")
    commit = listed[0].split()[0]
    assert rollback(project, "--to-commit", commit).code == 0
    assert not (project.folder / "one.txt").exists()
    document = json.loads(project.architect("history", "--json").stdout)
    assert document[0]["commit"].startswith(commit)


def test_what_was_typed_since_stays_or_is_left_alone(project: Project) -> None:
    lines = "".join(f"{n}\n" for n in range(20))
    project.write("a.txt", lines)
    commit_all(project.folder)
    steps(project, "sed -i 's/^10$/TEN/' a.txt && echo new > new.txt")
    project.write("a.txt", project.read("a.txt").replace("2\n", "typed\n", 1))
    project.write("new.txt", "typed as well\n")
    done = rollback(project, "--to-step", "0")
    assert done.code == 2
    assert project.read("a.txt") == lines.replace("2\n", "typed\n", 1)
    assert project.read("new.txt") == "typed as well\n"
    assert "left alone new.txt: it was changed since the last checkpoint" in done.text
    exactly = rollback(project, "--to-step", "0", "--exactly")
    assert exactly.code == 0, exactly.text
    assert project.read("a.txt") == lines
    assert not (project.folder / "new.txt").exists()


def test_a_rollback_is_a_run_of_its_own_that_can_be_undone(project: Project) -> None:
    commit_all(project.folder)
    steps(project, "echo changed > a.txt")
    assert rollback(project, "--to-step", "0").code == 0
    assert project.read("a.txt") == "alpha\n"
    run = next(line.split()[1] for line in project.architect("sessions").text.splitlines())
    undone = project.architect("undo", f"{run}.2")
    assert undone.code == 0, undone.stderr
    assert project.read("a.txt") == "changed\n"


def users_state(folder: Path) -> dict[str, bytes]:
    """What of a repository is the user's: HEAD, index, stash, branches, logs, configuration."""
    found: dict[str, bytes] = {}
    for path in sorted((folder / ".git").rglob("*")):
        name = path.relative_to(folder / ".git").as_posix()
        if path.is_file() and not name.startswith(("objects/", "refs/architect/")):
            found[name] = sha256(path.read_bytes()).digest()
    return found


def test_nothing_of_the_users_repository_is_touched(project: Project) -> None:
    commit_all(project.folder)
    project.write("b.txt", "stashed\n")
    git(project.folder, "stash")
    project.write("staged.txt", "s\n")
    git(project.folder, "add", "staged.txt")
    git(project.folder, "config", "core.logAllRefUpdates", "always")
    hooks = project.folder / ".git/hooks"
    for name in ("reference-transaction", "post-index-change", "pre-commit", "post-checkout"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {project.folder}/hooked\n")
        (hooks / name).chmod(0o755)
    git(project.folder, "config", "filter.evil.clean", f"touch {project.folder}/hooked; cat")
    project.write(".gitattributes", "* filter=evil\n")
    (project.folder / "hooked").unlink(missing_ok=True)
    before = users_state(project.folder)
    steps(project, "echo 1 > one", "echo 2 > two", "rm one")
    rollback(project, "--to-step", "1")
    assert users_state(project.folder) == before
    assert not (project.folder / "hooked").exists()
    assert tree(project.folder).keys() >= {"one", "staged.txt"}


@pytest.mark.parametrize("seed", [1])
def test_a_storm_of_what_users_do_leaves_every_checkpoint_whole(
    project: Project, seed: int
) -> None:
    """The steps and the user's commits, stashes, rebases and switches, by chance but repeatable."""
    commit_all(project.folder)
    chance = random.Random(seed)

    def user(step: int) -> None:
        folder = project.folder
        match chance.randrange(7):
            case 0:
                git(folder, "add", "-A")
                git(folder, "commit", "-q", "--allow-empty", "-m", f"{step}")
            case 1:
                project.write(f"typed{chance.randrange(4)}.txt", f"{step}\n")
            case 2:
                git(folder, "stash", "-q", "-u")
            case 3:
                subprocess.run(["git", "stash", "pop", "-q"], cwd=folder, capture_output=True)
                git(folder, "reset", "-q", "--hard")
            case 4:
                git(folder, "checkout", "-q", "-f", "-B", f"b{chance.randrange(3)}")
            case 5:
                git(folder, "add", "-A")
                git(folder, "commit", "-q", "--allow-empty", "--amend", "-m", f"amended {step}")
            case _:
                git(folder, "gc", "-q")

    def step_of(number: int) -> Judge:
        def judge(_: Received) -> Behaviour:
            command = f"echo {number} > f{number % 9}.txt; rm -f f{(number + 4) % 9}.txt"
            if number % 5 == 0:
                user(number)
            return runs(command, f"c{number}")

        return judge

    count = tries(25, long=200)
    judges: list[Behaviour | Judge] = [step_of(number) for number in range(1, count + 1)]
    flags = ("--mode", "yolo", "--max-steps", str(count + 1))
    talked = talk(project, [*judges, Reply("Done.")], *flags)
    assert talked.code == 0, talked.stderr
    assert not [each for each in journal_of(project) if each["type"] == "checkpoint.failed"]
    made = [each for each in journal_of(project) if each["type"] == "checkpoint.made"]
    assert len(made) > count // 2
    for each in chance.sample(made, tries(5, long=20)):
        wanted = _tree_by_git(project, each["commit"])
        done = rollback(project, "--to-commit", each["commit"], "--exactly")
        assert done.code == 0, done.text
        assert tree(project.folder) == wanted, each["step"]
    assert git(project.folder, "fsck", "--no-dangling") == ""


def _tree_by_git(project: Project, commit: str) -> Tree:
    """What git itself makes of a checkpoint, without anything that it would convert."""
    found: Tree = {}
    for entry in git(project.folder, "ls-tree", "-r", "-z", commit).split("\0"):
        if entry:
            head, name = entry.split("\t", 1)
            mode, _, blob = head.split()
            content = subprocess.run(
                ["git", "cat-file", "blob", blob],
                cwd=project.folder,
                capture_output=True,
                check=True,
            ).stdout
            kind = {"120000": "link", "100755": "x"}.get(mode, "file")
            found[name] = (kind, content)
    return found


def shapes() -> dict[str, Callable[[Project, Path], Project]]:
    def worktree(project: Project, elsewhere: Path) -> Project:
        git(project.folder, "worktree", "add", "-q", str(elsewhere / "tree"), "-b", "other")
        return Project(elsewhere / "tree", project.home)

    def submodule(project: Project, elsewhere: Path) -> Project:
        git(elsewhere, "init", "-q", "outer")
        git(
            elsewhere / "outer",
            *("-c", "protocol.file.allow=always", "submodule", "--quiet", "add"),
            *(str(project.folder), "inner"),
        )
        return Project(elsewhere / "outer/inner", project.home)

    def sparse(project: Project, elsewhere: Path) -> Project:
        project.write("deep/x.txt", "x\n")
        commit_all(project.folder)
        git(elsewhere, "clone", "-q", str(project.folder), "sparse")
        git(elsewhere / "sparse", "sparse-checkout", "set", "deep")
        return Project(elsewhere / "sparse", project.home)

    def subfolder(project: Project, elsewhere: Path) -> Project:
        project.write(".gitignore", "*.log\n")
        project.write("sub dir/a.txt", "alpha\n")
        project.write("sub dir/x.log", "ignored\n")
        commit_all(project.folder)
        return Project(project.folder / "sub dir", project.home)

    def shallow(project: Project, elsewhere: Path) -> Project:
        git(elsewhere, "clone", "-q", "--depth", "1", f"file://{project.folder}", "shallow")
        return Project(elsewhere / "shallow", project.home)

    def sha256(project: Project, elsewhere: Path) -> Project:
        git(elsewhere, "init", "-q", "--object-format=sha256", "other")
        other = Project(elsewhere / "other", project.home)
        other.write("a.txt", "alpha\n")
        commit_all(other.folder)
        return other

    def unborn(project: Project, elsewhere: Path) -> Project:
        git(elsewhere, "init", "-q", "unborn")
        other = Project(elsewhere / "unborn", project.home)
        other.write("a.txt", "alpha\n")
        return other

    def nested(project: Project, elsewhere: Path) -> Project:
        git(project.folder, "init", "-q", "nested")
        (project.folder / "nested/x").write_text("x")
        return project

    found = [worktree, submodule, sparse, subfolder, shallow, sha256, unborn, nested]
    return {each.__name__: each for each in found}


@pytest.mark.parametrize("shape", shapes())
def test_repositories_of_every_shape(project: Project, tmp_path: Path, shape: str) -> None:
    commit_all(project.folder)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    at = shapes()[shape](project, elsewhere)
    before = tree(at.folder)
    steps(at, "echo 1 > new.txt", "rm -f new.txt; echo 2 > newer.txt")
    events = journal_of(at)
    assert [each["step"] for each in events if each["type"] == "checkpoint.made"] == [0, 1, 2]
    assert rollback(at, "--to-step", "1").code == 0
    now = tree(at.folder)
    assert now.pop("new.txt") == ("file", b"1\n")
    assert now == before
    assert "checkpoint.failed" not in [each["type"] for each in events]


def test_what_is_too_large_or_a_repository_of_its_own_is_left_out_and_told(
    project: Project,
) -> None:
    commit_all(project.folder)
    with (project.folder / "large.bin").open("wb") as large:
        large.truncate(3_000_000)
    git(project.folder, "init", "-q", "nested")
    steps(project, "echo 1 > one", ARCHITECT__CHECKPOINTS__MAX_FILE_MEGABYTES="2")
    made = [each for each in journal_of(project) if each["type"] == "checkpoint.made"]
    assert made[0]["left_out"] == ["large.bin: 3 MB", "nested/: a repository of its own"]


def test_a_run_goes_on_where_no_checkpoint_can_be_made(project: Project) -> None:
    commit_all(project.folder)
    (project.folder / ".git/objects").rename(project.folder / ".git/gone")
    talked = talk(project, [runs("echo 1 > one"), Reply("Done.")], "--mode", "yolo")
    assert talked.code == 0, talked.stderr
    failed = [each for each in journal_of(project) if each["type"] == "checkpoint.failed"]
    assert len(failed) == 1
    assert "no checkpoints from here on" in talked.stderr


def test_a_run_that_only_reads_and_a_dry_run_make_none(project: Project) -> None:
    commit_all(project.folder)
    read = Reply(calls=[Call("read_file", '{"path": "a.txt"}')])
    talk(project, [read, Reply("Done.")], "--agent", "plan")
    talk(project, [runs("echo 1 > one"), Reply("Done.")], "--dry-run")
    assert git(project.folder, "for-each-ref", "refs/architect") == ""
    assert "no checkpoints in this workspace yet" in project.architect("history").stderr


def test_wrong_places_are_named(project: Project) -> None:
    nowhere = rollback(project, "--to-step", "1")
    assert nowhere.code == 3
    assert "there are no checkpoints in this workspace yet" in nowhere.stderr
    commit_all(project.folder)
    assert (
        "there are no checkpoints in this workspace yet"
        in rollback(project, "--to-step", "1").stderr
    )
    steps(project, "echo 1 > one")
    assert (
        "no checkpoint has the commit 'abcdef'" in rollback(project, "--to-commit", "abcdef").stderr
    )
    assert "there is no session 'x'" in rollback(project, "x", "--to-step", "1").stderr
    assert "Say where to" in rollback(project).stderr
    beyond = rollback(project, "--to-step", "9")
    assert beyond.code == 3
    assert "there is no step 9: " in beyond.stderr
    assert "has 2 steps" in beyond.stderr
    no_path = rollback(project, "--to-step", "0", "--path", "nope.txt")
    assert (no_path.code, no_path.text) == (0, "nothing differs at 'nope.txt'\n")
    assert rollback(project, "--to-step", "0").code == 0
    assert "rolled back to before the first step" in project.architect("history").text


def test_a_kill_at_any_moment_leaves_checkpoints_usable(project: Project) -> None:
    commit_all(project.folder)
    steps(project, "echo 1 > one")
    own = project.folder / ".architect/sessions/.checkpoints"
    # What a killed git leaves: locks, half an index, a ref that leads nowhere.
    (own / "index.lock").write_bytes(b"")
    (own / "index").write_bytes(b"DIRC garbage")
    (own / "refs/heads/last").write_bytes(b"0" * 40 + b"\n")
    talked = talk(project, [runs("echo 2 > two"), Reply("Done.")], "--mode", "yolo")
    assert "no checkpoints" not in talked.stderr
    assert rollback(project, "--to-step", "0").code == 0
    assert tree(project.folder).keys() == {"a.txt", "b.txt", "one"}


def test_cleaning_up_lets_go_of_checkpoints(project: Project) -> None:
    commit_all(project.folder)
    steps(project, "echo 1 > one")
    assert git(project.folder, "for-each-ref", "refs/architect") != ""
    assert project.architect("cleanup", "--older-than", "0").code == 0
    assert git(project.folder, "for-each-ref", "refs/architect") == ""


def test_without_git_the_files_that_a_session_changed_go_back(project: Project) -> None:
    project.write("a.txt", "one\n")
    project.write("tool.sh", "echo\n").chmod(0o755)
    project.write("mine.txt", "mine\n")
    edits = [
        "printf 'two\\n' > a.txt && echo new > new.txt",
        "rm a.txt && printf '\\000\\001' > bin && chmod -x tool.sh && echo more >> tool.sh",
        "printf 'three\\n' > a.txt",
    ]
    states: list[Tree] = []

    def seen(line: str, number: int) -> Judge:
        def judge(_: Received) -> Behaviour:
            states.append(tree(project.folder))
            return runs(line, f"c{number}")

        return judge

    def last(_: Received) -> Behaviour:
        states.append(tree(project.folder))
        return Reply("Done.")

    script = [*(seen(line, number) for number, line in enumerate(edits)), last]
    assert talk(project, script, "--mode", "yolo").code == 0
    listed = [line.rpartition("  ")[2] for line in project.architect("history").text.splitlines()]
    assert listed == ["before the first step", "step 1", "step 2", "step 3"]
    project.write("mine.txt", "mine, changed since\n")
    for step in (1, 3, 0, 2):
        done = rollback(project, "--to-step", str(step))
        assert done.code == 0, done.text + done.stderr
        now, then = tree(project.folder), dict(states[step])
        assert now.pop("mine.txt")[1] == b"mine, changed since\n"
        del then["mine.txt"]
        # What no text is, no journal has.
        now.pop("bin", None)
        then.pop("bin", None)
        assert now == then, step
    [word] = [w for w in done.text.split() if len(w) == 10 and w.isalnum() and not w.isalpha()]
    assert rollback(project, "--to-commit", word).code == 0
    assert not (project.folder / "new.txt").exists()


def test_without_git_what_was_typed_since_stays(project: Project) -> None:
    project.write("a.txt", "one\ntwo\nthree\nfour\n")
    steps(project, "sed -i s/two/2/ a.txt")
    project.write("a.txt", "one\n2\nthree\nfour, mine\n")
    assert rollback(project, "--to-step", "0").code == 0
    assert project.read("a.txt") == "one\ntwo\nthree\nfour, mine\n"
    steps(project, "sed -i s/two/2/ a.txt")
    project.write("a.txt", "one\n2 and mine\nthree\nfour, mine\n")
    done = rollback(project, "--to-step", "0")
    assert (done.code, "left alone a.txt" in done.text) == (2, True)
    assert rollback(project, "--to-step", "0", "--exactly").code == 0
    assert project.read("a.txt") == "one\ntwo\nthree\nfour, mine\n"


def test_a_journal_of_somebody_else_reaches_no_file_outside(project: Project) -> None:
    steps(project, "echo 1 > a.txt")
    [journal] = project.journals
    text = journal.read_text()
    outside = project.folder.parent / "outside.txt"
    outside.write_text("1\n")
    for name in ("../outside.txt", ".git/config", ".architect/config.yaml", str(outside)):
        journal.write_text(text.replace('"a.txt"', json.dumps(name)))
        assert "outside" not in rollback(project, "--to-step", "0").text
        assert rollback(project, "--to-step", "1", "--exactly").code == 0
    assert outside.read_text() == "1\n"


def test_what_another_session_changed_in_the_same_time_stays(project: Project) -> None:
    project.write("shared.txt", "1\n2\n3\n")
    commit_all(project.folder)

    def meanwhile(_: Received) -> Behaviour:
        steps(project, "echo theirs > theirs.txt; sed -i s/3/three/ shared.txt")
        return runs("echo more > mine.txt; sed -i s/1/one/ shared.txt", "c2")

    script = [runs("echo mine > mine.txt", "c1"), meanwhile, Reply("Done.")]
    talked = talk(project, script, "--mode", "yolo")
    assert talked.code == 0, talked.stderr
    own, other = sorted(path.stem for path in project.journals)
    back = rollback(project, own, "--to-step", "0")
    assert back.code == 2
    assert f"the session {other} changed it in the meantime" in back.text
    assert f"the session {other} changed it as well in the meantime" in back.text
    assert not (project.folder / "mine.txt").exists()
    assert project.read("theirs.txt") == "theirs\n"
    assert project.read("shared.txt") == "one\n2\nthree\n"
    assert rollback(project, own, "--to-step", "0", "--exactly").code == 0
    assert not (project.folder / "theirs.txt").exists()
    assert project.read("shared.txt") == "1\n2\n3\n"
