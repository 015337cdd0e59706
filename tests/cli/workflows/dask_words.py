"""What the tests with workers of Dask share."""

import os
from pathlib import Path

from tests.support.command import Project
from tests.support.dask_cluster import DaskCluster
from tests.support.provider_server import ProviderServer

WORKERS_KEY = "sk-worker-9876543210"


def environment_of_workers(tmp_path: Path) -> dict[str, str]:
    return {
        "LITELLM_API_KEY": WORKERS_KEY,
        "XDG_CACHE_HOME": str(tmp_path / "worker" / "cache"),
    }


def words_of(repository: Project, server: ProviderServer, cluster: DaskCluster) -> list[str]:
    return [*words_without_scheduler(server), "--scheduler", cluster.address]


def words_without_scheduler(server: ProviderServer) -> list[str]:
    where = ("--api-base", server.url + "/v1", "--model", "openai/m")
    return [*where, "--mode", "yolo", "--json"]


def left_on(cluster: DaskCluster) -> list[str]:
    """What units left on the machine of the workers."""
    folders = (folder for folder, _, _ in os.walk(cluster.home / "scratch"))  # some of which go
    return [folder for folder in folders if Path(folder).parent.name == "architect-units"]


def kept_on(cluster: DaskCluster) -> list[str]:
    """What workers keep of units in the cache folder of their user, where indexes are bounded."""
    cache = cluster.home / "cache" / "architect"
    held = [each.name for each in cache.iterdir() if each.name != "symbols" and any(each.iterdir())]
    assert len(list((cache / "trees").iterdir())) == 1
    return held
