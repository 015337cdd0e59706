"""What of the job's input comes from the prompt caches of providers, and what is paid for it."""

import tempfile
from pathlib import Path

import job
from figures import Figure
from tests.support.cached_job import EVERY_RULES, Rules, blocks_of_job, cached_session
from tests.support.command import Project
from tests.support.prefix_cache import share_read


def bench_prompt_cache() -> list[Figure]:
    return [figure for rules in EVERY_RULES for figure in _figures(rules)]


def _figures(rules: Rules) -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder) / "project", Path(folder) / "home")
        project.folder.mkdir()
        project.home.mkdir()
        job.make_workspace(project.folder)
        session = cached_session(project, rules, blocks_of_job())
    assert [finished.code for finished in session.finished] == [0]
    share = 100 * share_read(session.uses[2:])
    total, paid = sum(use.total for use in session.uses), sum(use.paid for use in session.uses)
    return [
        Figure(f"{rules.name}: from the cache", f"{share:.1f} %", "> 94 %"),
        Figure(f"{rules.name}: input", f"{total:,} tokens", ""),
        Figure(f"{rules.name}: paid for as", f"{paid:,.0f} tokens", ""),
    ]
