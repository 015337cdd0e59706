"""What of a workflow may start, by what has happened."""

from collections.abc import Sequence

from architect.domain.ids import SessionId, UnitId, WorkflowId
from architect.domain.outcome import Status, StopReason
from architect.domain.usage import NO_USAGE
from architect.domain.workflows.events import (
    UnitAdded,
    UnitFinished,
    UnitLost,
    UnitSkipped,
    UnitSpent,
    UnitStarted,
    WorkflowEvent,
    WorkflowLimits,
    WorkflowStarted,
)
from architect.domain.workflows.scheduler import Skip, Start, next_move
from architect.domain.workflows.state import WorkflowState
from architect.domain.workflows.unit import Place, Unit, UnitResult

SESSION = SessionId("s")


def unit(name: str, *needs: str, place: Place = Place.COPY, **more: object) -> Unit:
    wanted = tuple(map(UnitId, needs))
    given: dict[str, object] = {"task": name, "agent": "build", "needs": wanted, **more}
    return Unit(unit_id=UnitId(name), place=place, **given)  # pyright: ignore[reportArgumentType]


def state_after(
    units: Sequence[Unit], *events: WorkflowEvent, limits: WorkflowLimits | None = None
) -> WorkflowState:
    state = WorkflowState()
    state.apply(
        WorkflowStarted(
            workflow_id=WorkflowId("w"),
            kind="test",
            title="",
            workspace="/",
            base="",
            executor="local",
            limits=limits or WorkflowLimits(workers=2),
        )
    )
    for each in units:
        state.apply(UnitAdded(unit=each))
    for event in events:
        state.apply(event)
    return state


def moves(state: WorkflowState) -> list[str]:
    """All that happens until something that runs has to be waited for, in a word each."""
    told: list[str] = []
    while (move := next_move(state)) is not None:
        match move:
            case Start(unit_id, attempt, share_usd):
                share = "" if share_usd is None else f" ${share_usd:.2f}"
                told.append(f"{unit_id}#{attempt}{share}")
                state.apply(started(unit_id, attempt, share_usd))
            case Skip(unit_id, reason):
                told.append(f"skip {unit_id}: {reason}")
                state.apply(UnitSkipped(unit_id=unit_id, reason=reason))
    return told


def started(name: str, attempt: int = 1, share_usd: float | None = None) -> UnitStarted:
    return UnitStarted(
        unit_id=UnitId(name), attempt=attempt, session_id=SESSION, share_usd=share_usd
    )


def finished(name: str, status: Status = Status.SUCCESS, **more: object) -> UnitFinished:
    result = UnitResult(status=status, **more)  # pyright: ignore[reportArgumentType]
    return UnitFinished(unit_id=UnitId(name), attempt=1, result=result)


def spent(name: str, cost_usd: float) -> UnitSpent:
    return UnitSpent(unit_id=UnitId(name), usage=NO_USAGE, cost_usd=cost_usd)


def lost(name: str, *, counts: bool = True) -> UnitLost:
    return UnitLost(unit_id=UnitId(name), attempt=1, reason="gone", counts=counts)


A, B, C = unit("a"), unit("b"), unit("c")
HERE = Place.WORKSPACE


def test_what_may_start() -> None:
    cases: dict[str, tuple[WorkflowState, list[str]]] = {
        "as many as there are workers": (state_after([A, B, C]), ["a#1", "b#1"]),
        "the next one when one is done": (
            state_after([A, B, C], started("a"), started("b"), finished("a")),
            ["c#1"],
        ),
        "not before what it needs": (
            state_after([A, unit("d", "a"), B], started("a")),
            ["b#1"],
        ),
        "behind what it needs": (
            state_after([A, unit("d", "a")], started("a"), finished("a")),
            ["d#1"],
        ),
        "not behind a failure": (
            state_after(
                [A, unit("d", "a"), unit("e", "d")], started("a"), finished("a", Status.FAILED)
            ),
            [
                "skip d: needs 'a', which did not succeed: failed",
                "skip e: needs 'd', which was skipped",
            ],
        ),
        "again after a failure": (
            state_after([unit("a", retries=1)], started("a"), finished("a", Status.FAILED)),
            ["a#2"],
        ),
        "not again when the user stopped it": (
            state_after(
                [unit("a", retries=1)],
                started("a"),
                finished("a", Status.FAILED, stop_reason=StopReason.USER_INTERRUPT),
            ),
            [],
        ),
        "again when it was lost, before others": (
            state_after([A, B, C], started("a"), started("b"), lost("b")),
            ["b#2"],
        ),
        "not again when it was lost too often": (
            state_after(
                [A],
                *(each for number in (1, 2, 3) for each in (started("a", number), lost("a"))),
            ),
            ["skip a: lost 3 times; the last time: gone"],
        ),
        "again as often as the whole was stopped": (
            state_after(
                [A],
                *(
                    each
                    for number in range(1, 9)
                    for each in (started("a", number), lost("a", counts=False))
                ),
            ),
            ["a#9"],
        ),
        "one at a time writes in the workspace": (
            state_after([unit("a", place=HERE), unit("b", place=HERE), C]),
            ["a#1", "c#1"],
        ),
        "several read in the workspace": (
            state_after(
                [unit("a", place=HERE, only_reads=True), unit("b", place=HERE, only_reads=True)]
            ),
            ["a#1", "b#1"],
        ),
        "nobody writes where others read": (
            state_after([unit("a", place=HERE, only_reads=True), unit("b", place=HERE)]),
            ["a#1"],
        ),
        "equal shares": (
            state_after([A, B, C], limits=WorkflowLimits(workers=3, budget_usd=3.0)),
            ["a#1 $1.00", "b#1 $1.00", "c#1 $1.00"],
        ),
        "what is not spent is for the next one": (
            state_after(
                [A, B],
                started("a", share_usd=2.0),
                spent("a", 0.5),
                finished("a"),
                limits=WorkflowLimits(workers=1, budget_usd=2.0),
            ),
            ["b#1 $1.50"],
        ),
        "nothing is given out twice": (
            state_after(
                [A, B],
                started("a", share_usd=2.0),
                limits=WorkflowLimits(workers=2, budget_usd=2.0),
            ),
            [],
        ),
        "no more than the budget": (
            state_after(
                [A, B],
                started("a", share_usd=1.0),
                spent("a", 1.2),
                finished("a", Status.PARTIAL),
                limits=WorkflowLimits(workers=1, budget_usd=1.0),
            ),
            ["skip b: the budget of $1.0000 is spent"],
        ),
        "a unit has a bound of its own": (
            state_after([unit("a", budget_usd=0.25)], limits=WorkflowLimits(budget_usd=1.0)),
            ["a#1 $0.25"],
        ),
    }
    wrong = [
        f"{name}: {found}, not {expected}"
        for name, (state, expected) in cases.items()
        if (found := moves(state)) != expected
    ]
    assert not wrong, "\n".join(wrong)


def test_ten_thousand_units_cost_no_more_each_than_a_hundred() -> None:
    """By the looks at units that it takes, which are counted and not timed."""

    def looks(count: int) -> int:
        state = state_after([unit(f"u{number}") for number in range(count)])
        seen = 0
        units = state.units

        class Counting(dict[UnitId, object]):
            def __getitem__(self, key: UnitId) -> object:
                nonlocal seen
                seen += 1
                return units[key]

        state.units = Counting(units)  # pyright: ignore[reportAttributeAccessIssue]
        for number in range(count):
            move = next_move(state)
            assert isinstance(move, Start)
            state.apply(started(move.unit_id))
            state.apply(finished(f"u{number}"))
        return seen

    assert looks(10_000) <= 101 * looks(100)
