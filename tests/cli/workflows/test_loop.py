"""A task that is repeated with a fresh context until its checks pass."""

import json

import pytest
from tests.cli.talk import talk
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.effort import tries
from tests.support.processes import running_with
from tests.support.provider_server import Call, Received, Reply
from tests.support.repository import git
from tests.support.team import task_of
from tests.support.working_tree import branches_of, state_of

YOLO = ("--mode", "yolo", "--json")


def writing_by_iteration(received: Received) -> Reply:
    """Writes `1.txt` in the first iteration, `2.txt` in the second, and says so."""
    task = task_of(received)
    number = task.split("this is number ")[1].split(" ")[0]
    if any(each["role"] == "assistant" for each in received.body["messages"]):
        return Reply(f"NOTE-{number}")
    return writes(f"{number}.txt")


def test_each_iteration_knows_what_failed_and_what_was_done(repository: Project) -> None:
    check = "test -f 2.txt || { echo no second file; false; }"
    talked = talk(
        repository,
        [writing_by_iteration] * 20,
        *YOLO,
        command=("loop", "make TWO", "--check", check, "--check", "test -f 1.txt"),
    )
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert talked.document["reason"] == "all checks passed after 2 iterations"
    second = task_of(talked.requests[2])
    for told in ("no second file", "NOTE-1", "+++ b/1.txt", "make TWO", check):
        assert told in second, told
    assert "beta, changed" not in second  # the user had changed that before
    assert sorted(each.name for each in repository.folder.glob("[12].txt")) == ["1.txt", "2.txt"]


def test_on_a_copy_it_comes_to_a_branch(repository: Project) -> None:
    before = state_of(repository.folder)
    talked = talk(
        repository,
        [writing_by_iteration] * 20,
        *YOLO,
        command=("loop", "make it", "--check", "test -f 3.txt", "--worktree"),
    )
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert state_of(repository.folder) == before
    assert branches_of(repository.folder) == {"main", "architect/loop"}
    listed = git(repository.folder, "ls-tree", "--name-only", "architect/loop").split()
    assert {"1.txt", "2.txt", "3.txt", "new.txt"} <= set(listed)
    assert ".env" not in listed


def test_how_a_loop_ends(repository: Project) -> None:
    """Each ends with the truth, whatever the agent says."""
    idle, liar = [Reply("all done")], [writes("x.txt"), Reply("all checks pass now")]
    cases = {
        "a check that fails always": (
            liar,
            ("--check", "false", "--max-iterations", "3"),
            (2, "partial", "nothing changed in 2 iterations; still failing: false"),
        ),
        "the limit": (
            liar,
            ("--check", "false", "--max-iterations", "1"),
            (2, "partial", "1 iteration, the most allowed; still failing: false"),
        ),
        "nothing is done": (
            idle,
            ("--check", "false"),
            (1, "failed", "nothing changed in 2 iterations; still failing: false"),
        ),
        "a check that hangs": (
            idle,
            ("--check", "sleep 600", "--check-timeout", "0.5", "--max-iterations", "1"),
            (1, "failed", "1 iteration, the most allowed; still failing: sleep 600"),
        ),
        "a check that prints much": (
            idle,
            ("--check", "yes | head -c 300000000; false", "--max-iterations", "1"),
            (1, "failed", None),
        ),
        "it passes at once": (idle, ("--check", "true"), (0, "success", None)),
        "the agent says so": (
            [Reply("all is well\nCOMPLETE")],
            (),
            (0, "success", "the agent said COMPLETE, and nothing was checked, after 1 iteration"),
        ),
        "the agent does not say so": (
            [Reply("this is not COMPLETE yet")],
            (),
            (1, "failed", "nothing changed in 2 iterations"),
        ),
    }
    wrong: list[str] = []
    for name, (script, flags, (code, status, reason)) in cases.items():
        (repository.folder / "x.txt").unlink(missing_ok=True)
        talked = talk(repository, at_work({"it": script}), *YOLO, command=("loop", "do it", *flags))
        found = (talked.code, talked.document["status"], talked.document["reason"])
        if found != (code, status, reason or found[2]):
            wrong.append(f"{name}: {found}")
    assert not wrong, "\n".join(wrong)


def test_the_best_iteration_can_be_kept(repository: Project) -> None:
    """The second iteration takes away what the first one had made right."""

    def judge(received: Received) -> Reply:
        number = int(task_of(received).split("this is number ")[1].split(" ")[0])
        if any(each["role"] == "assistant" for each in received.body["messages"]):
            return Reply("done")
        if number == 1:
            return writes("good.txt")
        delete = {"command": "rm -f good.txt && echo bad > bad.txt"}
        return Reply(calls=[Call("run_command", json.dumps(delete))])

    flags = ("--check", "test -f good.txt", "--check", "false", "--max-iterations", "2")
    talked = talk(
        repository,
        [judge] * 20,
        *YOLO,
        command=("loop", "do it", *flags, "--worktree", "--keep-best"),
    )
    assert (talked.code, talked.document["status"]) == (2, "partial")
    listed = git(repository.folder, "ls-tree", "--name-only", "architect/loop").split()
    assert "good.txt" in listed and "bad.txt" not in listed


def worse_with_each(received: Received) -> Reply:
    """The first iteration makes one check pass, those behind it take that away."""
    number = int(task_of(received).split("this is number ")[1].split(" ")[0])
    if any(each["role"] == "assistant" for each in received.body["messages"]):
        return Reply("done")
    if number == 1:
        lines = "touch good.txt; sed -i 's/^top$/TOP/' shared.txt"
    else:
        lines = f"rm -f good.txt; echo bad >> bad.txt; sed -i 's/^end/end {number}/' shared.txt"
    return Reply(calls=[Call("run_command", json.dumps({"command": lines}))])


@pytest.mark.parametrize("with_git", [True, False])
def test_the_best_iteration_is_kept_in_the_files_of_the_user(
    repository: Project, with_git: bool
) -> None:
    """What the user writes while the loop goes on stays."""
    repository.write("shared.txt", "top\n1\n2\n3\n4\n5\n6\n7\nend\n")
    if not with_git:
        (repository.folder / ".git").rename(repository.home / "elsewhere")

    def judge(received: Received) -> Reply:
        if "this is number 3 " in task_of(received):
            shared = repository.read("shared.txt")
            repository.write("shared.txt", shared.replace("\n4\n", "\nof the user\n"))
        return worse_with_each(received)

    flags = ("--check", "test -f good.txt", "--check", "false", "--max-iterations", "3")
    command = ("loop", "do it", *flags, "--keep-best")
    talked = talk(repository, [judge] * 20, *YOLO, command=command)
    assert (talked.code, talked.document["status"]) == (2, "partial")
    assert talked.document["reason"] == (
        "3 iterations, the most allowed; kept iteration 1, the best; still failing: false"
    )
    assert (repository.folder / "good.txt").exists()
    assert not (repository.folder / "bad.txt").exists()
    assert repository.read("shared.txt") == "TOP\n1\n2\n3\nof the user\n5\n6\n7\nend\n"


def edits_the_test(received: Received) -> Reply:
    """Makes the check pass by changing what it runs, and then by what was asked for."""
    task = task_of(received)
    if any(each["role"] == "assistant" for each in received.body["messages"]):
        return Reply("done")
    if "this is number 1 " in task:
        line = {"command": "printf 'exit 0\\n' > tests/check.sh"}
        return Reply(calls=[Call("run_command", json.dumps(line))])
    line = {"command": "touch right.txt"}
    return Reply(calls=[Call("run_command", json.dumps(line))])


def with_a_test(repository: Project) -> tuple[str, ...]:
    repository.write("tests/check.sh", "test -f right.txt\n")
    git(repository.folder, "add", "tests")
    git(repository.folder, "commit", "-qm", "a test")
    return ("loop", "do it", "--check", "sh tests/check.sh")


def test_a_check_that_the_agent_changed_is_told(repository: Project) -> None:
    command = with_a_test(repository)
    talked = talk(repository, [edits_the_test] * 20, *YOLO, command=command)
    assert talked.code == 0
    assert talked.document["reason"] == (
        "all checks passed after 1 iteration; the agent changed what they run: tests/check.sh"
    )


def test_protected_checks_are_not_passed_by_changing_them(repository: Project) -> None:
    command = with_a_test(repository)
    flags = ("--protect-checks", *YOLO)
    talked = talk(repository, [edits_the_test] * 20, *flags, command=command)
    assert repository.read("tests/check.sh") == "test -f right.txt\n"
    assert (repository.folder / "right.txt").exists()
    assert talked.document["reason"] == "all checks passed after 2 iterations"


def test_a_check_that_passes_by_chance_and_one_that_floods(repository: Project) -> None:
    """It counts how the checks went behind one iteration, all together, and not over several."""
    repository.write(".gitignore", ".env\ncount\n")
    by_turns = "echo x >> count; test $(( $(wc -l < count) % 2 )) = 0"
    not_then = "test $(( $(wc -l < count) % 2 )) = 1 || test $(wc -l < count) -ge 4"
    flood = f"head -c {tries(20, long=1_000)}000000 /dev/zero | tr '\\0' y; test -f 4.txt"
    checks = [flag for each in (by_turns, not_then, flood) for flag in ("--check", each)]
    talked = talk(repository, [writing_by_iteration] * 20, *YOLO, command=("loop", "go", *checks))
    assert talked.code == 0
    assert talked.document["reason"] == "all checks passed after 4 iterations"
    passed = [[check["passed"] for check in each["checks"]] for each in talked.document["units"]]
    assert passed == [
        [False, True, False],
        [True, False, False],
        [False, True, False],
        [True, True, True],
    ]
    shown = [check["output"] for each in talked.document["units"] for check in each["checks"]]
    assert max(map(len, shown)) < 10_000


def test_a_check_that_cannot_be_ended_politely_is_ended(repository: Project) -> None:
    """It ignores signals, and has a child that has left it."""
    line = "trap '' TERM INT HUP; setsid sleep 13141.7 & while :; do sleep 1; done"
    flags = ("--check", line, "--check-timeout", "1", "--max-iterations", "1")
    talked = talk(repository, [Reply("done")] * 5, *YOLO, command=("loop", "go", *flags))
    [unit] = talked.document["units"]
    [check] = unit["checks"]
    assert (check["passed"], check["exit_code"]) == (False, None)
    assert not running_with("13141.7")
