"""How the ids of sessions and runs are made of each other."""

from datetime import UTC, datetime

from architect.domain.ids import (
    RunId,
    SessionId,
    child_run_id,
    names_run,
    next_run_id,
    run_id_of,
    session_id_at,
    session_of,
)

SESSION = SessionId("20260304-050607-8f5bff")
FIRST = run_id_of(SESSION)


def test_every_run_below_a_session_leads_back_to_it() -> None:
    child = child_run_id(FIRST, 2)
    grandchild = child_run_id(child, 10)
    assert (FIRST, child, grandchild) == (
        f"{SESSION}.1",
        f"{SESSION}.1.2",
        f"{SESSION}.1.2.10",
    )
    assert {session_of(each) for each in (FIRST, child, grandchild)} == {SESSION}
    assert [names_run(each) for each in (SESSION, FIRST, child)] == [False, True, True]


def test_the_next_run_counts_runs_of_the_session_and_not_their_children() -> None:
    assert next_run_id(SESSION, []) == FIRST
    known = [FIRST, RunId(f"{SESSION}.10"), child_run_id(RunId(f"{SESSION}.2"), 30)]
    assert next_run_id(SESSION, known) == f"{SESSION}.11"


def test_whatever_the_chance_a_session_id_has_its_shape_and_its_order() -> None:
    times = [datetime(2026, 3, 4, 5, 6, 7, each * 1000, tzinfo=UTC) for each in (0, 1, 998, 999)]
    ids = [session_id_at(time, chance) for time in times for chance in (0, 16_776)]
    assert ids == sorted(ids)
    assert {len(each) for each in ids} == {len(SESSION)}
    assert session_id_at(times[0], 0) == "20260304-050607-000000"
