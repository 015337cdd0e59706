"""What `architect costs` says that runs have cost."""

import json

from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Reply

DONE = Reply("done")
PRICES = {"ARCHITECT__COSTS__FALLBACK_PRICE": "{input: 1000, output: 2000}"}


def rows(project: Project, *flags: str) -> list[tuple[str, int, float, int]]:
    """Key, replies, cost and replies without a price of each row, then those of the total."""
    document = project.architect("costs", "--json", *flags).document
    every = [*document["rows"], document["total"]]
    return [(r["key"], r["replies"], r["cost_usd"], r["unpriced_replies"]) for r in every]


def test_costs_are_summed_up_over_sessions_that_are_gone_as_well(project: Project) -> None:
    assert talk(project, [DONE], settings=PRICES).code == 0
    assert talk(project, [DONE], "--agent", "plan", settings=PRICES).code == 0
    assert talk(project, [DONE]).code == 0
    assert rows(project, "--by", "agent") == [
        ("build", 2, 0.02, 1),
        ("plan", 1, 0.02, 0),
        ("total", 3, 0.04, 1),
    ]
    for journal in project.journals:
        journal.unlink()
    assert rows(project, "--by", "source") == [("agent", 3, 0.04, 1), ("total", 3, 0.04, 1)]
    assert rows(project, "--since", "2999-01-01") == [("total", 0, 0.0, 0)]
    told = project.architect("costs", "--by", "model", "--since", "1d").text.splitlines()
    assert (
        told[0] == "openai/m      $0.0400      3 replies  30 in / 15 out; 1 reply of unknown price"
    )


def test_sessions_from_before_the_ledger_count_from_their_journals(project: Project) -> None:
    assert talk(project, [DONE], settings=PRICES).code == 0
    [kept] = project.home.rglob("costs/*.jsonl")
    before = rows(project, "--by", "session")
    kept.unlink()
    assert rows(project, "--by", "session") == before


def test_another_project_counts_only_with_all_of_them(project: Project) -> None:
    assert talk(project, [DONE], settings=PRICES).code == 0
    other = Project(project.folder.parent / "other", project.home)
    other.folder.mkdir()
    finished = other.architect("costs")
    assert (finished.code, finished.text) == (0, "")
    assert "no model has replied here" in finished.stderr
    assert rows(other, "--all-projects", "--by", "project")[0][0] == str(project.folder.resolve())


def test_a_ledger_that_somebody_broke_is_read_as_far_as_it_goes(project: Project) -> None:
    assert talk(project, [DONE], settings=PRICES).code == 0
    [kept] = project.home.rglob("costs/*.jsonl")
    whole = kept.read_bytes()
    kept.write_bytes(b"\xff\xfe\n[]\n" + json.dumps({"at": 1}).encode() + b"\n" + whole + whole[:9])
    assert rows(project)[-1] == ("total", 1, 0.02, 0)


def test_a_time_that_is_none_is_named(project: Project) -> None:
    for wrong in ("yesterday", "", "7y", "99999999999999d x"):
        finished = project.architect("costs", "--since", wrong)
        assert finished.code == 3
        assert "2026-11-01" in finished.stderr
    assert project.architect("costs", "--since", "999999999999d").code == 0


def test_costs_that_are_not_counted_are_not_kept(project: Project) -> None:
    assert talk(project, [DONE], settings={"ARCHITECT__COSTS__ENABLED": "false"}).code == 0
    assert not [*project.home.rglob("costs/*.jsonl")]
