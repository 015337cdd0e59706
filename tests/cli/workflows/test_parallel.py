"""Several tasks at the same time, each on a branch of its own."""

import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.cli.talk import provider_environment, talk
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.processes import descendants, is_alive, running_below
from tests.support.provider_server import Call, Hang, ProviderServer, Reply
from tests.support.repository import git
from tests.support.team import task_of
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

WORKER = "worker_process"


def tasks(*words: str) -> list[str]:
    return [flag for word in words for flag in ("--task", f"write {word}")]


def units_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {unit["id"]: unit for unit in document["units"]}


def left_in(home: Path) -> list[str]:
    """What units left in the cache of the user."""
    caches = home / "cache" / "architect"
    return [str(each) for name in ("worktrees", "sandbox") for each in (caches / name).rglob("*/*")]


def test_each_task_ends_on_a_branch_and_the_user_sees_nothing_else(repository: Project) -> None:
    before = state_of(repository.folder)
    scripts = {word: [writes(f"{word}.txt"), Reply(f"wrote {word}")] for word in ("ONE", "TWO")}
    talked = talk(
        repository,
        at_work({**scripts, "THREE": [Reply("nothing to do")]}),
        "--json",
        "--mode",
        "yolo",
        command=("parallel", *tasks("ONE", "TWO", "THREE"), "--workers", "1"),
    )
    assert (talked.code, talked.document["status"]) == (0, "success")
    assert state_of(repository.folder) == before
    assert branches_of(repository.folder) == {
        "main",
        "architect/parallel-1",
        "architect/parallel-2",
    }
    names = git(repository.folder, "show", "--name-only", "--format=%s", "architect/parallel-1")
    assert names.split("\n") == ["write ONE", "", "ONE.txt", ""]
    below = git(repository.folder, "show", "--name-only", "--format=%s", "architect/parallel-1~1")
    assert set(below.split("\n")) == {"Changes that were not committed", "", "b.txt", "new.txt"}
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""
    assert left_in(repository.home) == []
    units = units_of(talked.document)
    assert [unit["branch"] for unit in units.values()] == [
        "architect/parallel-1",
        "architect/parallel-2",
        None,
    ]


def test_nothing_in_a_copy_reaches_the_repository_of_the_user(repository: Project) -> None:
    before = state_of(repository.folder)
    lines = (
        "git stash --include-untracked",
        "git branch -m main gone",
        "git config user.name Somebody",
        "git commit --allow-empty -qm mine",
        "git tag mine",
    )
    steps = [
        Reply(calls=[Call("run_command", json.dumps({"command": line}), id=f"c{number}")])
        for number, line in enumerate(lines)
    ]
    talked = talk(
        repository,
        at_work({"ONE": [*steps, writes("ONE.txt"), Reply("done")]}),
        "--mode",
        "yolo",
        "--json",
        command=("parallel", *tasks("ONE")),
    )
    assert talked.code == 0, talked.stderr
    assert state_of(repository.folder) == before
    assert branches_of(repository.folder) == {"main", "architect/parallel-1"}
    assert git(repository.folder, "tag") == ""


def test_in_a_copy_git_works_and_what_is_ignored_but_needed_is_there(repository: Project) -> None:
    repository.write("node_modules/left/pad.js", "pad\n")
    repository.write(".gitignore", ".env\nnode_modules/\n")
    repository.write("docs/x/notes.txt", "tracked: no link\n")
    lines = (
        "git log --oneline -1",
        "git diff --stat HEAD~1",
        "cat node_modules/left/pad.js",
        "echo more > node_modules/left/pad.js",
        "cat prepared.txt",
        "cat .env",
    )
    steps = [
        Reply(calls=[Call("run_command", json.dumps({"command": line}), id=f"c{number}")])
        for number, line in enumerate(lines)
    ]
    config = repository.home / "c.yaml"
    config.write_bytes(b"parallel: {prepare: echo ready > prepared.txt}\n")
    talked = talk(
        repository,
        at_work({"ONE": [*steps, Reply("done")]}),
        *("--mode", "yolo", "--json", "--config", str(config)),
        command=("parallel", *tasks("ONE")),
    )
    log, diff, read, write, prepared, secret = talked.results()
    assert "Changes that were not committed" in log
    assert "new.txt" in diff
    assert "pad" in read
    assert "Error" in write
    assert repository.read("node_modules/left/pad.js") == "pad\n"
    assert "ready" in prepared
    assert "abcdefgh" not in secret
    names = git(repository.folder, "ls-tree", "-r", "--name-only", "architect/parallel-1").split()
    assert "prepared.txt" in names and "node_modules" not in names


def test_a_copy_that_cannot_be_prepared_says_why(repository: Project) -> None:
    config = repository.home / "c.yaml"
    config.write_bytes(b"parallel: {prepare: 'echo no network; exit 3'}\n")
    talked = talk(
        repository,
        at_work({"ONE": [Reply("done")]}),
        *("--mode", "yolo", "--json", "--config", str(config)),
        command=("parallel", *tasks("ONE")),
    )
    assert talked.code == 1
    assert "'echo no network; exit 3' failed: no network" in talked.stderr
    assert left_in(repository.home) == []


def test_a_worker_that_is_killed_costs_an_attempt_and_no_result(repository: Project) -> None:
    scripts = {"ONE": [writes("ONE.txt"), Hang()], "TWO": [writes("TWO.txt"), Reply("wrote TWO")]}
    with (
        ProviderServer(at_work(scripts)) as server,
        repository.start(
            "parallel",
            *tasks("ONE", "TWO"),
            *("--workers", "2", "--mode", "yolo", "--json", "--model", "openai/m"),
            *("--api-base", server.url + "/v1"),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: len(server.requests) >= 4, "the first one hangs, the other is done")
        scripts["ONE"][1] = Reply("wrote ONE")
        killed = running_below(process.pid, WORKER)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        finished = repository.finish(process)
    assert finished.code == 0, finished.stderr
    one = units_of(finished.document)["parallel-1"]
    assert (one["success"], one["attempts"], one["branch"]) == (True, 2, "architect/parallel-1")
    assert "lost" in finished.stderr
    assert left_in(repository.home) == []


def test_an_interrupted_workflow_goes_on_without_repeating_what_is_done(
    repository: Project,
) -> None:
    before = state_of(repository.folder)
    scripts = {"ONE": [writes("ONE.txt"), Reply("wrote ONE")], "TWO": [writes("TWO.txt"), Hang()]}
    flags = ("--mode", "yolo", "--json")
    with ProviderServer(at_work(scripts)) as server:
        where = ("--api-base", server.url + "/v1")
        words = ("parallel", *tasks("ONE", "TWO"), "--workers", "1", "--model", "openai/m")
        with repository.start(
            *words, *flags, *where, environment=provider_environment()
        ) as process:
            until(lambda: len(server.requests) >= 4, "the second task hangs")
            below = descendants(process.pid)
            process.send_signal(signal.SIGINT)
            stopped = repository.finish(process)
        assert stopped.code == 130
        assert not any(map(is_alive, below))
        assert state_of(repository.folder) == before
        workflow = stopped.document["workflow_id"]
        assert f"architect resume {workflow}" in stopped.stderr
        scripts["TWO"][1] = Reply("wrote TWO")
        asked = len(server.requests)
        resumed = repository.architect(
            "resume", workflow, "--json", *where, environment=provider_environment()
        )
    assert (resumed.code, resumed.document["status"]) == (0, "success"), resumed.stderr
    again = [json.dumps(each.body) for each in server.requests[asked:]]
    assert again and not any("write ONE" in body for body in again)
    assert branches_of(repository.folder) >= {"architect/parallel-1", "architect/parallel-2"}
    assert state_of(repository.folder) == before
    assert left_in(repository.home) == []


def test_a_killed_workflow_goes_on_with_what_was_cut_off(repository: Project) -> None:
    scripts = {"ONE": [writes("ONE.txt"), Hang()]}
    with ProviderServer(at_work(scripts)) as server:
        where = ("--api-base", server.url + "/v1")
        words = ("parallel", *tasks("ONE"), "--mode", "yolo", "--json", "--model", "openai/m")
        with repository.start(*words, *where, environment=provider_environment()) as process:
            until(lambda: len(server.requests) >= 2, "the task hangs")
            below = descendants(process.pid)
            process.kill()
            process.communicate()
        until(lambda: not any(map(is_alive, below)), "the end of what it had started")
        [listed] = json.loads(repository.architect("workflows", "--json").stdout)
        assert (listed["status"], listed["units"][0]["phase"]) == ("paused", "running")
        shown = repository.architect("workflows", listed["workflow_id"]).stdout.decode()
        assert "  parallel-1  interrupted  " in shown
        scripts["ONE"][1] = Reply("wrote ONE")
        resumed = repository.architect(
            "resume",
            listed["workflow_id"],
            "--json",
            *where,
            environment=provider_environment(),
        )
    assert (resumed.code, resumed.document["status"]) == (0, "success"), resumed.stderr
    assert units_of(resumed.document)["parallel-1"]["attempts"] == 2
    assert left_in(repository.home) == []


READS = Reply(calls=[Call("read_file", '{"path": "a.txt"}')], usage=(10, 0, 0))


def with_prices(repository: Project) -> dict[str, str]:
    """Settings by which a reply costs a tenth of a dollar."""
    prices = {"m": {"input": 10_000.0, "output": 0.0}}
    file = repository.write("prices.json", json.dumps(prices))
    return {"ARCHITECT__COSTS__PRICES_FILE": str(file)}


@pytest.mark.parametrize("workers", [1, 3, 6])
def test_a_budget_is_shared_by_all_that_run(repository: Project, workers: int) -> None:
    """Each of the workers may have one more reply on its way."""
    words = [f"TASK{number}" for number in range(6)]
    talked = talk(
        repository,
        at_work({word: [READS] for word in words}),
        *("--mode", "yolo", "--json", "--budget", "1.0"),
        command=("parallel", *tasks(*words), "--workers", str(workers)),
        settings=with_prices(repository),
    )
    spent = talked.document["costs"]["total_cost_usd"]
    assert talked.code != 0
    assert 0.9 <= spent <= 1.0 + workers * 0.1 + 0.001, talked.stderr
    assert len(talked.requests) == round(spent / 0.1)


def test_a_budget_holds_over_a_kill(repository: Project) -> None:
    """What was spent before counts, but for the replies that were on their way then.

    So does what the workers spent of which the command did not hear: it is stopped before the kill.
    """
    words, workers = [f"TASK{number}" for number in range(6)], 3
    with ProviderServer(at_work({word: [READS] for word in words})) as server:
        where = ("--api-base", server.url + "/v1", "--model", "openai/m", "--json")
        environment = {**provider_environment(), **with_prices(repository)}
        start = ("parallel", *tasks(*words), "--workers", str(workers), "--budget", "1.0")
        with repository.start(*start, "--mode", "yolo", *where, environment=environment) as process:
            until(lambda: len(set(map(task_of, server.requests))) >= workers, "one of each")
            below = descendants(process.pid)
            process.send_signal(signal.SIGSTOP)
            until(lambda: len(server.requests) >= 3 * workers, "what nobody hears of")
            process.kill()
            process.communicate()
        until(lambda: not any(map(is_alive, below)), "the end of the workers")
        [known] = json.loads(repository.architect("workflows", "--json").stdout)
        resumed = repository.architect(
            "resume", known["workflow_id"], *where, environment=environment
        )
        asked = len(server.requests)
    spent = resumed.document["costs"]["total_cost_usd"]
    assert spent <= 1.0 + workers * 0.1 + 0.001
    assert round(spent / 0.1) <= asked <= round(spent / 0.1) + workers


def test_copies_need_somebody_who_commits(repository: Project) -> None:
    git(repository.folder, "config", "--unset", "user.name")
    git(repository.folder, "config", "--unset", "user.email")
    git(repository.folder, "config", "user.useConfigOnly", "true")
    with ProviderServer([Reply("never asked")]) as server:
        where = ("--model", "openai/m", "--api-base", server.url + "/v1")
        finished = repository.architect(
            "parallel", "--task", "x", *where, environment=provider_environment()
        )
        assert not server.requests
    assert finished.code == 3
    assert "set user.name and user.email with `git config`" in finished.stderr


def test_copies_need_a_repository(project: Project) -> None:
    finished = project.architect("parallel", "--task", "x", "--model", "openai/m")
    assert (finished.code, finished.stdout) == (3, b"")
    assert "is no git repository" in finished.stderr


def three_that_meet(repository: Project) -> dict[str, list[Reply]]:
    """The first and the third change the same line."""

    def edit(old: str, new: str) -> Reply:
        path = {"path": "a.txt", "old_str": old, "new_str": new}
        read = Call("read_file", '{"path": "a.txt"}', id="r")
        return Reply(calls=[read, Call("edit_file", json.dumps(path), id="e")])

    return {
        "ONE": [edit("alpha\n", "alpha by one\n"), Reply("one")],
        "TWO": [writes("two.txt"), Reply("two")],
        "THREE": [edit("alpha\n", "alpha by three\n"), Reply("three")],
    }


def test_what_merges_cleanly_is_merged_and_conflicts_are_said(repository: Project) -> None:
    before = state_of(repository.folder)
    talked = talk(
        repository,
        at_work(three_that_meet(repository)),
        *("--mode", "yolo", "--json", "--merge", "--check", "test -f a.txt"),
        command=("parallel", *tasks("ONE", "TWO", "THREE")),
    )
    assert (talked.code, talked.document["status"]) == (2, "partial")
    assert talked.document["reason"] == (
        "3 of 3 tasks succeeded; 2 merged, conflicts of parallel-3 left on architect/merged"
    )
    assert git(repository.folder, "show", "architect/merged:a.txt") == "alpha by one\n"
    assert git(repository.folder, "show", "architect/merged:two.txt")
    assert "conflict of parallel-3 in a.txt" in talked.stderr
    assert "merge: started\n" in talked.stderr
    merged = git(repository.folder, "branch", "--merged", "architect/merged")
    assert "parallel-1" in merged and "parallel-2" in merged and "parallel-3" not in merged
    assert state_of(repository.folder) == before


def test_an_agent_can_resolve_what_conflicts(repository: Project) -> None:
    both = {"path": "a.txt", "old_str": "alpha by one\n", "new_str": "alpha by both\n"}
    read = Call("read_file", '{"path": "a.txt"}', id="r")
    steps = [Reply(calls=[read, Call("edit_file", json.dumps(both), id="e")]), Reply("resolved")]
    talked = talk(
        repository,
        at_work({"Several agents": steps, **three_that_meet(repository)}),
        *("--mode", "yolo", "--json", "--merge", "--resolve-conflicts"),
        command=("parallel", *tasks("ONE", "TWO", "THREE")),
    )
    assert (talked.code, talked.document["status"]) == (0, "success"), talked.stderr
    assert git(repository.folder, "show", "architect/merged:a.txt") == "alpha by both\n"
    merged = git(repository.folder, "branch", "--merged", "architect/merged")
    assert all(f"parallel-{number}" in merged for number in (1, 2, 3))


def test_nothing_unmerged_is_ever_cleaned_up(repository: Project) -> None:
    talk(
        repository,
        at_work(three_that_meet(repository)),
        *("--mode", "yolo", "--json"),
        command=("parallel", *tasks("ONE", "TWO", "THREE")),
    )
    git(repository.folder, "branch", "architect/mine", "architect/parallel-1")
    git(repository.folder, "stash", "--include-untracked")
    git(repository.folder, "merge", "-q", "--no-edit", "architect/parallel-2")
    before = state_of(repository.folder)
    there = branches_of(repository.folder)
    said = repository.architect("parallel-cleanup", "--dry-run").text
    assert branches_of(repository.folder) == there
    assert "would remove the branch architect/parallel-2" in said
    said = repository.architect("parallel-cleanup").text
    assert "kept the branch architect/parallel-3: no other branch has what is on it" in said
    assert branches_of(repository.folder) == there - {
        "architect/parallel-1",
        "architect/parallel-2",
    }
    assert state_of(repository.folder) == before


def test_a_workflow_has_reports_in_every_format(repository: Project) -> None:
    names = ("r.json", "r.md", "r.html", "r.xml", "r.sarif")
    files = [flag for name in names for flag in ("--report-file", str(repository.home / name))]
    talked = talk(
        repository,
        at_work({"ONE": [writes("ONE.txt"), Reply("one & <only>")], "TWO": [Reply("two")]}),
        *("--mode", "yolo", "--check", "test -f ONE.txt", *files),
        command=("parallel", *tasks("ONE", "TWO"), "--workers", "1"),
    )
    assert talked.finished.text == "partial: 1 of 2 tasks succeeded\n"
    texts = {name: (repository.home / name).read_bytes().decode() for name in names}
    assert json.loads(texts["r.json"])["status"] == "partial"
    for name in ("r.md", "r.html"):
        assert "architect/parallel-1" in texts[name] and "parallel-2" in texts[name], name
    cases = ElementTree.fromstring(texts["r.xml"]).iter("testcase")
    failed = {case.get("name"): case.find("failure") is not None for case in cases}
    assert failed["parallel-1: test -f ONE.txt"] is False
    assert failed["parallel-2: test -f ONE.txt"] is True
    [listed] = json.loads(repository.architect("workflows", "--json").stdout)
    again = repository.architect("report", listed["workflow_id"]).text
    assert "parallel-2" in again
    assert "| Kind | parallel |" in again and "| Agent |" not in again
    assert f"| Workflow | {listed['workflow_id']} |" in again


def test_what_binds_a_single_run_binds_one_on_a_copy(repository: Project) -> None:
    assert repository.architect("grants", "deny", "--tool", "list_files").code == 0
    guard = "if grep -q forbidden; then echo 'not today' >&2; exit 2; fi"
    settings = {
        "guardrails": {"protected_files": ["b.txt"]},
        "hooks": {"pre_tool_use": [{"name": "guard", "command": guard}]},
        "commands": {"blocked_patterns": ["unwanted"]},
    }
    config = repository.home / "c.yaml"
    config.write_bytes(json.dumps(settings).encode())
    calls = [
        Call("write_file", json.dumps({"path": "b.txt", "content": "x"})),
        Call("write_file", json.dumps({"path": ".vscode/tasks.json", "content": "{}"})),
        Call("list_files", "{}"),
        *(
            Call("run_command", json.dumps({"command": line}))
            for line in ("architect trust --yes", "echo forbidden", "echo unwanted")
        ),
    ]
    steps = [
        Reply(calls=[Call(each.name, each.arguments, id=f"c{number}")])
        for number, each in enumerate(calls)
    ]
    talked = talk(
        repository,
        at_work({"ONE": [*steps, Reply("done")]}),
        *("--mode", "yolo", "--json", "--config", str(config)),
        command=("parallel", *tasks("ONE")),
    )
    [unit] = talked.document["units"]
    assert talked.code == 1
    assert unit["files"] == []
    refused = " ".join(unit["denied"])
    assert len(unit["denied"]) == len(calls), refused
    assert "not today" in refused and "list_files" in refused
