"""Workers of Dask on other machines: another network, other programs, certificates."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import trustme
from tests.cli.talk import provider_environment
from tests.cli.workflows.dask_words import environment_of_workers, left_on, words_of
from tests.cli.workflows.test_parallel import left_in, tasks, units_of
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Project
from tests.support.dask_cluster import DaskCluster
from tests.support.effort import tries
from tests.support.own_network import NoNetworkError, OwnNetwork, own_network
from tests.support.provider_server import Behaviour, ProviderServer, Received, Reply
from tests.support.repository import commit_all, git
from tests.support.selection import LONG_TIER
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

HISTORY_MB = tries(5, long=50)
WITHOUT = """
import shutil
which = shutil.which
shutil.which = lambda name, *more, **how: None if name == {!r} else which(name, *more, **how)
"""


@pytest.fixture
def network() -> Iterator[OwnNetwork]:
    try:
        with own_network() as network:
            yield network
    except NoNetworkError as error:
        pytest.skip(f"no network namespace can be made here: {error}")


def doing(*words: str) -> dict[str, list[Behaviour]]:
    return {word: [writes(f"{word}.txt"), Reply(f"wrote {word}")] for word in words}


@pytest.mark.long
@pytest.mark.timeout(400)
def test_a_worker_of_another_machine_gets_what_it_lacks_once(
    repository: Project, network: OwnNetwork, tmp_path: Path
) -> None:
    """It sees nothing of ours, and has only what comes over its line, whose bytes are counted."""
    repository.write("large.bin", os.urandom(HISTORY_MB << 20))
    commit_all(repository.folder)
    (repository.folder / "large.bin").unlink()
    commit_all(repository.folder)
    repository.write("b.txt", "beta, changed again\n")
    before = state_of(repository.folder)
    other = tmp_path / "other"
    sent: list[int] = []
    with (
        DaskCluster(
            tmp_path / "worker", environment_of_workers(tmp_path), host=network.here
        ) as cluster,
        ProviderServer(at_work(doing("ONE", "TWO", "THREE", "FOUR")), host=network.here) as server,
    ):
        cluster.worker(
            host=network.there,
            home=other,
            environment={"HOME": str(other), "XDG_CACHE_HOME": str(other / "cache")},
            within=network.within(repository.folder, repository.home),
        )
        words = words_of(repository, server, cluster)
        for some in (("ONE", "TWO", "THREE"), ("FOUR",)):
            begun = network.sent_bytes()
            finished = repository.architect(
                *("parallel", *tasks(*some), *words), environment=provider_environment()
            )
            assert finished.code == 0, finished.stderr
            sent.append(network.sent_bytes() - begun)
            repository.write("b.txt", "beta, changed once more\n")
        repository.write("b.txt", "beta, changed again\n")
    print(f"{HISTORY_MB} MB of history: {sent[0]} bytes for three tasks, then {sent[1]} for one")
    assert HISTORY_MB << 20 < sent[0] < (HISTORY_MB << 20) * 1.1 + 1_000_000
    assert sent[1] < 300_000
    assert state_of(repository.folder) == before
    assert len(branches_of(repository.folder)) == 5
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""
    assert left_in(repository.home) == []
    kept = {each.name for each in (other / "cache" / "architect").iterdir() if any(each.iterdir())}
    assert kept - {"symbols"} == {"trees"}


def certificates(folder: Path, authority: trustme.CA) -> dict[str, str]:
    """The variables with which Dask uses certificates of `authority`, kept in `folder`."""
    folder.mkdir()
    authority.cert_pem.write_to_path(str(folder / "ca.pem"))
    issued = authority.issue_cert("127.0.0.1")
    issued.private_key_pem.write_to_path(str(folder / "key.pem"))
    issued.cert_chain_pems[0].write_to_path(str(folder / "cert.pem"))
    start = "DASK_DISTRIBUTED__COMM__TLS__"
    return {f"{start}CA_FILE": str(folder / "ca.pem")} | {
        f"{start}{who}__{what}": str(folder / f"{what.lower()}.pem")
        for who in ("SCHEDULER", "WORKER", "CLIENT")
        for what in ("CERT", "KEY")
    }


@pytest.mark.long
@pytest.mark.timeout(200)
@pytest.mark.fresh_processes  # Dask reads the environment when it is imported
def test_certificates_are_those_of_dask_and_wrong_ones_are_said(
    repository: Project, tmp_path: Path
) -> None:
    good = certificates(tmp_path / "good", trustme.CA())
    bad = certificates(tmp_path / "bad", trustme.CA())
    environment = {**environment_of_workers(tmp_path), **good}
    with (
        DaskCluster(tmp_path / "worker", environment, protocol="tls") as cluster,
        ProviderServer(at_work(doing("ONE"))) as server,
    ):
        assert cluster.address.startswith("tls://")
        cluster.worker()
        words = ("parallel", *tasks("ONE"), *words_of(repository, server, cluster))
        finished = repository.architect(*words, environment={**provider_environment(), **good})
        assert finished.code == 0, finished.stderr
        for wrong in (bad, {}):
            refused = repository.architect(*words, environment={**provider_environment(), **wrong})
            assert refused.code == 3, refused.stderr
            message = refused.document["error"]["message"]
            assert f"no connection to the Dask scheduler at {cluster.address!r}" in message
            assert "DASK_DISTRIBUTED__COMM__TLS__CA_FILE" in message
        plain = [word.replace("tls://", "tcp://") for word in words]
        refused = repository.architect(*plain, environment={**provider_environment(), **good})
        assert refused.code == 3 and "tls://" in refused.document["error"]["message"]
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""


def differing(folder: Path, program: str) -> dict[str, str]:
    """The variables of a Python that runs `program` at its start."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(program)
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("import architect\narchitect.__version__ = '0.0.1'\n", "it has architect 0.0.1, and here"),
        pytest.param(
            "import sys\nsys.modules['architect'] = None\n",
            "architect is not installed there",
            marks=LONG_TIER,
        ),
        pytest.param(WITHOUT.format("git"), "git is not installed there", marks=LONG_TIER),
        pytest.param(WITHOUT.format("bwrap"), "bwrap is not installed there", marks=LONG_TIER),
    ],
)
def test_a_worker_that_will_not_do_is_named_before_anything_begins(
    repository: Project, cluster: DaskCluster, tmp_path: Path, program: str, said: str
) -> None:
    cluster.worker(environment=differing(tmp_path / "different", program))
    until(lambda: "Registered to" in cluster.logs[-1].read_text(), "the worker")
    with ProviderServer([]) as server:
        refused = repository.architect(
            *("parallel", *tasks("ONE"), *words_of(repository, server, cluster)),
            environment=provider_environment(),
        )
    assert refused.code == 3
    message = refused.document["error"]["message"]
    assert said in message and "tcp://127.0.0.1:" in message
    assert git(repository.folder, "for-each-ref", "refs/architect/") == ""


@pytest.mark.long
def test_a_worker_that_will_not_do_and_comes_later_costs_an_attempt_at_most(
    repository: Project, cluster: DaskCluster, tmp_path: Path
) -> None:
    """What failed there goes to others, and waits for them."""
    released = threading.Event()
    scripts = doing("ONE", "TWO", "THREE")
    [judge, *_] = at_work(scripts)

    def waits(received: Received) -> Behaviour:
        reply = judge(received)
        if reply == scripts["ONE"][1]:
            assert released.wait(60)
        return reply

    cluster.worker()
    with (
        ProviderServer([waits] * 100) as server,
        repository.start(
            *("parallel", *tasks("ONE", "TWO", "THREE"), "--workers", "2"),
            *words_of(repository, server, cluster),
            environment=provider_environment(),
        ) as process,
    ):
        until(lambda: len(server.requests) >= 2, "the first task waits")
        program = "import architect\narchitect.__version__ = '0.0.1'\n"
        cluster.worker(environment=differing(tmp_path / "different", program))
        journals = repository.folder.glob(".architect/sessions/.workflows/*.jsonl")
        [journal] = list(journals)
        until(lambda: "it has architect 0.0.1" in journal.read_text(), "a lost attempt")
        released.set()
        finished = repository.finish(process)
    assert finished.code == 0, finished.stderr
    units = units_of(finished.document)
    assert sorted(unit["attempts"] for unit in units.values()) == [1, 1, 2]
    assert not left_on(cluster)
