"""What providers read of the requests of a session from their prompt caches."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks import job
from tests.support.cached_job import (
    ANTHROPIC,
    EVERY_RULES,
    RESPONSES,
    Rules,
    blocks_of_job,
    cached_session,
)
from tests.support.command import Project
from tests.support.effort import LONG
from tests.support.prefix_cache import CacheUse, share_read
from tests.support.reply_blocks import Called, Said
from tests.support.table import table

LEAST_SHARE = 0.94

BIG_READ = (Said("A long one."), Called("read_file", {"path": "long.txt"}, "toolu_big"))
DONE = (Said("That is all."),)


def project_of_job(folder: Path) -> Project:
    project = Project(folder / "project", folder / "home")
    project.home.mkdir()
    project.folder.mkdir()
    job.make_workspace(project.folder)
    # 32 kB are 8,000 tokens.
    project.write("long.txt", "".join(f"{number:06d} of the lines\n" for number in range(1450)))
    return project


@table("rules", EVERY_RULES if LONG else (RESPONSES,))
def test_nearly_all_input_of_the_job_comes_from_the_cache(rules: Rules, tmp_path: Path) -> None:
    session = cached_session(project_of_job(tmp_path), rules, blocks_of_job())
    assert [finished.code for finished in session.finished] == [0]
    assert share_read(session.uses[2:]) >= LEAST_SHARE


@pytest.mark.long
@table("rules", EVERY_RULES)
def test_so_it_does_behind_a_long_result_and_when_the_session_is_resumed(
    rules: Rules, tmp_path: Path
) -> None:
    steps = blocks_of_job()
    replies = [*steps[:8], BIG_READ, *steps[8:14], DONE, *steps[14:]]
    prompts = ("Change the sevens.", "And the others.")
    session = cached_session(project_of_job(tmp_path), rules, replies, prompts=prompts)
    assert [finished.code for finished in session.finished] == [0, 0]
    assert len(session.uses) == len(replies)
    assert share_read(session.uses[2:]) >= LEAST_SHARE
    assert broken_prefixes(session.uses) == []


def test_a_compaction_breaks_the_prefix_once_and_a_summary_at_the_end_never(
    tmp_path: Path,
) -> None:
    project = project_of_job(tmp_path)
    session = cached_session(
        project,
        ANTHROPIC,
        [*blocks_of_job()[:12], DONE],
        settings={
            "ARCHITECT__CONTEXT__MAX_CONTEXT_TOKENS": "6000",
            "ARCHITECT__CONTEXT__COMPACT_AT": "1",
        },
        flags=("--max-steps", "12"),
    )
    assert len(session.uses) == 13
    [journal] = project.journals
    compactions = journal.read_bytes().count(b'"context.compacted"')
    assert 0 < compactions == len(broken_prefixes(session.uses)) <= 3


def broken_prefixes(uses: Sequence[CacheUse]) -> list[int]:
    """The requests that did not find in the cache what the one before them had."""
    return [
        number
        for number, (before, use) in enumerate(pairwise(uses[1:]), start=2)
        if use.read < before.total - 256
    ]
