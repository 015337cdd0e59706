"""Units on the workers of a real Dask scheduler, some of which are killed."""

import json
import signal

import pytest
from tests.cli.talk import KEY, provider_environment
from tests.cli.workflows.dask_words import WORKERS_KEY, kept_on, left_on, words_of
from tests.cli.workflows.test_eval import make_tasks
from tests.cli.workflows.test_parallel import left_in, tasks, units_of
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.dask_cluster import DaskCluster
from tests.support.effort import tries
from tests.support.file_keyring import keyring_environment
from tests.support.processes import descendants, is_alive, memory_holds
from tests.support.provider_server import Behaviour, Call, Hang, ProviderServer, Reply
from tests.support.repository import git
from tests.support.selection import with_usual
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

UNITS = tries(10, long=60)
KILLS = tries(2, long=5)


@pytest.mark.long
@pytest.mark.timeout(400)
def test_units_survive_workers_that_are_killed(repository: Project, cluster: DaskCluster) -> None:
    """Every unit is exactly once in the result, and the user sees branches and nothing else.

    At the first kill the only worker has a unit that waits, which is lost for certain.
    """
    before = state_of(repository.folder)
    words = [f"TASK{number:02}" for number in range(UNITS)]
    scripts: dict[str, list[Behaviour]] = {
        word: [writes(f"{word}.txt"), Reply(f"wrote {word}")] for word in words
    }
    for word in words[:3]:
        scripts[word][1] = Hang()
    first = cluster.worker()
    with (
        ProviderServer(at_work(scripts)) as server,
        repository.start(
            *("parallel", *tasks(*words), "--workers", "3", "--merge"),
            *words_of(repository, server, cluster),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: len(server.requests) >= 2, "a unit that waits")
        cluster.kill(first)
        for word in words[:3]:
            scripts[word][1] = Reply(f"wrote {word}")
        workers = [cluster.worker() for _ in range(3)]
        for number in range(1, KILLS):
            begun = 6 + 2 * UNITS * number // KILLS
            until(lambda begun=begun: len(server.requests) >= begun, "units that run", 60)
            killed = number % 3
            if number % 2:
                cluster.kill_inner(workers[killed])
            else:
                cluster.kill(workers[killed])
                workers[killed] = cluster.worker()
        finished = repository.finish(process)
    assert finished.code == 0, finished.stderr
    units = units_of(finished.document)
    merged = units.pop("merge")
    assert merged["branch"] == "architect/merged", merged
    assert len(units) == UNITS and all(unit["success"] for unit in units.values())
    assert sum(unit["attempts"] for unit in units.values()) > UNITS
    named = [unit["branch"] for unit in units.values()]
    assert branches_of(repository.folder) == {"main", "architect/merged", *named}
    for word, branch in zip(words, named, strict=True):
        shown = git(repository.folder, "show", "--name-only", "--format=%s", branch)
        assert shown.split("\n") == [f"write {word}", "", f"{word}.txt", ""]
    there = git(repository.folder, "ls-tree", "-r", "--name-only", "architect/merged").split()
    assert {f"{word}.txt" for word in words} <= set(there)
    assert state_of(repository.folder) == before
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""
    assert left_in(repository.home) == []
    until(lambda: not left_on(cluster), "nothing left of units on the workers")
    assert kept_on(cluster) == ["trees"]


@pytest.mark.long
def test_an_evaluation_counts_every_run_once_although_a_worker_is_killed(
    repository: Project, cluster: DaskCluster
) -> None:
    folder = make_tasks(repository, ["ONE", "TWO"])
    scripts: dict[str, list[Behaviour]] = {
        word: [writes("answer.txt", f"{word}\n"), Reply("answered")] for word in ("ONE", "TWO")
    }
    scripts["TWO"][1] = Hang()
    workers = [cluster.worker() for _ in range(2)]
    with (
        ProviderServer(at_work(scripts)) as server,
        repository.start(
            *("eval", "--tasks", str(folder), "--repeat", "3", "--workers", "2"),
            *words_of(repository, server, cluster),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: len(server.requests) >= 4, "a run that hangs")
        scripts["TWO"][1] = Reply("answered")
        for worker in workers:
            cluster.kill_inner(worker)
        finished = repository.finish(process)
    assert finished.code == 0, finished.stderr
    runs = finished.document["evaluation"]["runs"]
    assert len({run["unit"] for run in runs}) == len(runs) == 6
    assert not any(run["left_out"] for run in runs)
    [variant] = finished.document["evaluation"]["variants"]
    assert variant["solved"] == 6
    assert sum(unit["attempts"] for unit in units_of(finished.document).values()) > 6
    assert branches_of(repository.folder) == {"main"}
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""
    until(lambda: not left_on(cluster), "nothing left of units on the workers")
    assert kept_on(cluster) == ["trees"]


@pytest.mark.long
def test_no_key_reaches_a_worker_unless_it_is_sent(
    repository: Project, cluster: DaskCluster
) -> None:
    scripts = {"ONE": [writes("ONE.txt"), Reply("wrote ONE")]}
    cluster.worker()
    with ProviderServer(at_work(scripts)) as server:
        words = words_of(repository, server, cluster)
        task = [*tasks("ONE"), "--task", f"write ONE with {KEY}"]
        finished = repository.architect(
            "parallel", *task, *words, environment=provider_environment()
        )
        assert finished.code == 0, finished.stderr
        asked = {each.headers["authorization"] for each in server.requests}
        assert asked == {f"Bearer {WORKERS_KEY}"}
        assert not any(KEY in json.dumps(each.body) for each in server.requests)
        sent = repository.architect(
            "parallel", *tasks("ONE"), *words, "--send-keys", environment=provider_environment()
        )
        assert sent.code == 0, sent.stderr
        assert server.requests[-1].headers["authorization"] == f"Bearer {KEY}"
    held = [file for file in cluster.home.rglob("*") if file.is_file() and not file.is_symlink()]
    assert held and not [file for file in held if KEY.encode() in file.read_bytes()]


@pytest.mark.parametrize("more", with_usual([(), ("--send-keys",)], usual=[()]))
def test_no_key_is_in_the_memory_of_the_scheduler_unless_it_is_sent(
    repository: Project, cluster: DaskCluster, more: tuple[str, ...]
) -> None:
    cluster.worker()
    with (
        ProviderServer(at_work({"ONE": [writes("ONE.txt"), Hang()]})) as server,
        repository.start(
            *("parallel", "--task", f"write ONE with {KEY}"),
            *words_of(repository, server, cluster),
            *more,
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: len(server.requests) >= 2, "the task hangs")
        pid = cluster.scheduler.pid
        assert memory_holds(pid, b"write ONE with ")
        assert memory_holds(pid, KEY.encode()) == bool(more)
        process.send_signal(signal.SIGINT)
        repository.finish(process)


@pytest.mark.long
def test_a_key_from_the_keyring_is_sent_if_keys_are(
    repository: Project, cluster: DaskCluster
) -> None:
    """It goes before that of the worker, although another variable is looked at first there."""
    environment = keyring_environment(repository.home / "ring.json")
    kept = "sk-kept-in-the-keyring-0123456789"
    done = repository.architect(
        *("login", "openai", "--no-check"), environment=environment, stdin=kept.encode()
    )
    assert done.code == 0, done.stderr
    cluster.worker()
    scripts = {"ONE": [writes("ONE.txt"), Reply("wrote ONE")]}
    with ProviderServer(at_work(scripts)) as server:
        words = ("parallel", *tasks("ONE"), *words_of(repository, server, cluster))
        asked: list[set[str]] = []
        for more in ((), ("--send-keys",)):
            begun = len(server.requests)
            finished = repository.architect(*words, *more, environment=environment)
            assert finished.code == 0, finished.stderr
            asked.append({each.headers["authorization"] for each in server.requests[begun:]})
    assert asked == [{f"Bearer {WORKERS_KEY}"}, {f"Bearer {kept}"}]
    held = [*cluster.home.rglob("*"), *repository.folder.rglob("*")]
    files = [file for file in held if file.is_file() and not file.is_symlink()]
    assert files and not [file for file in files if kept.encode() in file.read_bytes()]


def test_a_key_in_the_configuration_is_refused(repository: Project, cluster: DaskCluster) -> None:
    """Left out, it would be missed far from where it was said."""
    repository.write(
        ".architect/config.yaml", f"llm:\n  extra_headers:\n    X-Auth: Bearer {KEY}\n"
    )
    finished = repository.architect(
        *("parallel", *tasks("ONE"), "--trust-project", "--scheduler", cluster.address),
        *("--model", "openai/m"),
    )
    assert finished.code == 3
    assert "llm.extra_headers.X-Auth holds a key" in finished.stderr
    assert KEY not in finished.stderr
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""


@pytest.mark.long
def test_tasks_in_other_repositories_run_on_workers(
    repository: Project, cluster: DaskCluster
) -> None:
    """In a folder that is no repository: the workers get the history of a commit and no more."""
    folder = make_tasks(repository, ["ONE", "TWO"])
    source = repository.home / "source"
    git(source, "bundle", "create", "-q", "../source.bundle", "HEAD", "main")
    two = folder / "two" / "task.yaml"
    two.write_bytes(two.read_bytes().replace(b"../../source", b"../../source.bundle"))
    before = state_of(source)
    looks = Reply(calls=[Call("run_command", '{"command": "git log --all -p; ls -R"}', id="l")])
    scripts = {
        "ONE": [writes("answer.txt", "ONE\n"), looks, Reply("answered")],
        "TWO": [writes("answer.txt", "TWO\n", id="w"), looks, Reply("answered")],
    }
    empty = Project(repository.home / "empty", repository.home)
    empty.folder.mkdir()
    cluster.worker(threads=2)
    with ProviderServer(at_work(scripts)) as server:
        finished = empty.architect(
            *("eval", "--tasks", str(folder), *words_of(repository, server, cluster)),
            environment=provider_environment(),
        )
    assert finished.code == 0, finished.stderr
    [variant] = finished.document["evaluation"]["variants"]
    assert variant["solved"] == 2, finished.document["evaluation"]
    asked = [json.dumps(each.body) for each in server.requests]
    assert not any("the solution" in body or "grep -q" in body for body in asked)
    assert state_of(source) == before
    assert not left_on(cluster)


def test_a_scheduler_of_our_own_ends_with_the_workflow(repository: Project) -> None:
    scripts = {"ONE": [writes("ONE.txt"), Reply("wrote ONE")]}
    with (
        ProviderServer(at_work(scripts)) as server,
        repository.start(
            *("parallel", *tasks("ONE"), "--executor", "dask", "--model", "openai/m", "--json"),
            *("--mode", "yolo", "--api-base", server.url + "/v1"),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: server.requests, "the unit runs")
        below = descendants(process.pid)
        finished = repository.finish(process)
    assert finished.code == 0, finished.stderr
    assert below
    until(lambda: not any(map(is_alive, below)), "the end of all that it had started")
    assert left_in(repository.home) == []
