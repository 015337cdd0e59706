"""What a machine keeps of the projects for which units ran there, and for how long."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.support.repository import commit_all, git

from architect.adapters.trees.packs import pack_of
from architect.adapters.trees.tree_cache import KEPT, TreeCache
from architect.domain.ids import WorkflowId, workflow_id_at

NOW = datetime(2026, 3, 1, tzinfo=UTC)
OLD = workflow_id_at("parallel", NOW - KEPT - timedelta(days=1), 0)
NEW = workflow_id_at("parallel", NOW - timedelta(days=1), 0)


def taken(cache: TreeCache, project: Path, workflow_id: WorkflowId) -> str:
    """A new commit of the project that came for a workflow."""
    with (project / "a.txt").open("a") as file:
        file.write(f"{workflow_id}\n")
    commit_all(project)
    trees = cache.of("p")
    commit = git(project, "rev-parse", "HEAD").strip()
    trees.take(workflow_id, pack_of(project, commit, there=trees.commits()))
    return commit


def test_what_was_kept_for_a_workflow_that_never_ended_goes_in_time(tmp_path: Path) -> None:
    (project := tmp_path / "project").mkdir()
    cache = TreeCache({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    taken(cache, project, OLD)
    new = taken(cache, project, NEW)
    os.utime(cache.folder / "p", (NOW.timestamp(), NOW.timestamp()))
    cache.tidy(NOW)
    assert cache.of("p").commits() == (new,)


def test_a_project_that_nobody_used_for_long_goes(tmp_path: Path) -> None:
    (project := tmp_path / "project").mkdir()
    cache = TreeCache({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    taken(cache, project, NEW)
    used = (NOW - KEPT - timedelta(minutes=1)).timestamp()
    os.utime(cache.folder / "p", (used, used))
    cache.of("p")  # counts as used, just now
    cache.tidy(datetime.now(UTC))
    assert (cache.folder / "p").is_dir()
    os.utime(cache.folder / "p", (used, used))
    cache.tidy(NOW)
    assert list(cache.folder.iterdir()) == []


def test_of_a_workflow_that_is_over_only_one_tree_is_kept(tmp_path: Path) -> None:
    (project := tmp_path / "project").mkdir()
    cache = TreeCache({"XDG_CACHE_HOME": str(tmp_path / "cache")})
    base, later = taken(cache, project, NEW), taken(cache, project, NEW)
    trees = cache.of("p")
    trees.forget(NEW, base)
    assert trees.commits() == (base,)
    other = taken(cache, project, NEW)
    trees.forget(NEW, later)  # which this machine does not have any more
    assert trees.commits() == (other,)
