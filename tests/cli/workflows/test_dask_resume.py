"""What runs on workers of Dask when somebody is gone who is needed, and how it goes on."""

import json
import signal
import time
from collections.abc import Sequence

import pytest
from tests.cli.talk import provider_environment
from tests.cli.workflows.dask_words import left_on, words_of, words_without_scheduler
from tests.cli.workflows.test_parallel import left_in, tasks, units_of
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Finished, Project
from tests.support.dask_cluster import DaskCluster
from tests.support.processes import is_alive
from tests.support.provider_server import Behaviour, Hang, ProviderServer, Reply
from tests.support.repository import git
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

WORDS = ("ONE", "TWO", "THREE")


def scripts_with_one_that_hangs() -> dict[str, list[Behaviour]]:
    scripts: dict[str, list[Behaviour]] = {
        word: [writes(f"{word}.txt"), Reply(f"wrote {word}")] for word in WORDS
    }
    scripts["TWO"][1] = Hang()
    return scripts


def stopped(
    repository: Project, server: ProviderServer, words: Sequence[str], number: int
) -> Finished:
    """A workflow that is sent a signal while its second task hangs."""
    with repository.start(
        *("parallel", *tasks(*WORDS), "--workers", "2", *words), environment=provider_environment()
    ) as process:
        until(lambda: len(server.requests) >= 6, "two tasks done, and one that hangs")
        process.send_signal(number)
        if number == signal.SIGKILL:
            process.communicate()
            return Finished(process.returncode, b"", "")
        return repository.finish(process)


def resumed(repository: Project, server: ProviderServer, *words: str) -> Finished:
    listed = json.loads(repository.architect("workflows", "--json").stdout)
    again = ("resume", listed[0]["workflow_id"], "--json", "--api-base", f"{server.url}/v1")
    return repository.architect(*again, *words, environment=provider_environment())


def assert_each_once(repository: Project, finished: Finished, before: dict[str, object]) -> None:
    assert (finished.code, finished.document["status"]) == (0, "success"), finished.stderr
    units = units_of(finished.document)
    named = [unit["branch"] for unit in units.values()]
    assert len(named) == len(WORDS)
    assert branches_of(repository.folder) == {"main", *named}
    for word, branch in zip(WORDS, named, strict=True):
        shown = git(repository.folder, "show", "--name-only", "--format=%s", branch)
        assert shown.split("\n") == [f"write {word}", "", f"{word}.txt", ""]
    assert state_of(repository.folder) == before
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""
    assert left_in(repository.home) == []


@pytest.mark.long
def test_an_interrupt_ends_what_runs_on_workers(repository: Project, cluster: DaskCluster) -> None:
    before = state_of(repository.folder)
    scripts = scripts_with_one_that_hangs()
    worker = cluster.worker(threads=2)
    with ProviderServer(at_work(scripts)) as server:
        words = words_of(repository, server, cluster)
        interrupted = stopped(repository, server, words, signal.SIGINT)
        assert interrupted.code == 130, interrupted.stderr
        until(lambda: not left_on(cluster), "the end of the unit")
        scripts["TWO"][1] = Reply("wrote TWO")
        unnamed = resumed(repository, server)
        finished = resumed(repository, server, "--scheduler", cluster.address)
    assert unnamed.code == 3 and cluster.address in unnamed.document["error"]["message"]
    assert_each_once(repository, finished, before)
    assert is_alive(worker.pid)


def test_what_a_killed_coordinator_had_started_ends_and_is_resumed(
    repository: Project, cluster: DaskCluster
) -> None:
    before = state_of(repository.folder)
    scripts = scripts_with_one_that_hangs()
    cluster.worker(threads=2)
    with ProviderServer(at_work(scripts)) as server:
        stopped(repository, server, words_of(repository, server, cluster), signal.SIGKILL)
        until(lambda: not left_on(cluster), "the end of the unit")
        scripts["TWO"][1] = Reply("wrote TWO")
        finished = resumed(repository, server, "--scheduler", cluster.address)
    assert_each_once(repository, finished, before)


@pytest.mark.long
@pytest.mark.timeout(200)
def test_a_workflow_stops_with_its_scheduler_and_is_resumed_with_another(
    repository: Project, cluster: DaskCluster
) -> None:
    """Soon, and not after the time in which a client of Dask hopes for its return."""
    before = state_of(repository.folder)
    scripts = scripts_with_one_that_hangs()
    cluster.worker(threads=2)
    with ProviderServer(at_work(scripts)) as server:
        words = words_of(repository, server, cluster)
        with repository.start(
            *("parallel", *tasks(*WORDS), "--workers", "2", *words),
            environment=provider_environment(),
        ) as process:
            until(lambda: len(server.requests) >= 6, "two tasks done, and one that hangs")
            cluster.kill_scheduler()
            began = time.monotonic()
            lost = repository.finish(process)
            assert time.monotonic() - began < 20
        message = lost.document["error"]["message"]
        assert lost.code == 1
        assert "the connection to the Dask scheduler was lost" in message
        assert "architect resume parallel-" in message
        until(lambda: not left_on(cluster), "the end of the unit", 60)
        scripts["TWO"][1] = Reply("wrote TWO")
        cluster.start_scheduler()
        cluster.worker(threads=2)
        finished = resumed(repository, server, "--scheduler", cluster.address)
    assert_each_once(repository, finished, before)


@pytest.mark.long
def test_a_workflow_goes_from_this_machine_to_workers(
    repository: Project, cluster: DaskCluster
) -> None:
    """Killed, so that a copy is left here, which goes when the unit starts anew elsewhere."""
    before = state_of(repository.folder)
    scripts = scripts_with_one_that_hangs()
    with ProviderServer(at_work(scripts)) as server:
        stopped(repository, server, words_without_scheduler(server), signal.SIGKILL)
        scripts["TWO"][1] = Reply("wrote TWO")
        cluster.worker(threads=2)
        finished = resumed(repository, server, "--scheduler", cluster.address)
    assert_each_once(repository, finished, before)


@pytest.mark.long
def test_a_workflow_goes_from_workers_to_this_machine(
    repository: Project, cluster: DaskCluster
) -> None:
    before = state_of(repository.folder)
    scripts = scripts_with_one_that_hangs()
    cluster.worker(threads=2)
    with ProviderServer(at_work(scripts)) as server:
        stopped(repository, server, words_of(repository, server, cluster), signal.SIGINT)
        scripts["TWO"][1] = Reply("wrote TWO")
        finished = resumed(repository, server, "--executor", "local")
    assert_each_once(repository, finished, before)


def test_a_loop_in_the_files_of_the_user_does_not_go_to_workers(repository: Project) -> None:
    with (
        ProviderServer(at_work({"ONE": [Hang()]})) as server,
        repository.start(
            *("loop", "write ONE", "--check", "true", *words_without_scheduler(server)),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: server.requests, "the loop runs")
        process.send_signal(signal.SIGINT)
        repository.finish(process)
        refused = resumed(repository, server, "--executor", "dask")
    assert refused.code == 3
    assert "Dask works on copies of the files" in refused.document["error"]["message"]
