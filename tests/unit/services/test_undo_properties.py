"""Whatever the run and the user did in different places: the run's part goes, the user's stays."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st
from tests.support.undo_bench import UndoBench

LINES = 12
NEWLINES = st.sampled_from(["\n", "\r\n", "\r"])
BODIES = st.sampled_from(["", "x", "größer", "\f", "a\u2028b", "\U0001f600", "two words", "\t"])


@dataclass(frozen=True)
class Edit:
    """Line `line` becomes other lines, none at all perhaps."""

    line: int
    bodies: tuple[str, ...]

    def lines(self, who: str) -> list[str]:
        return [f"{who} {self.line} {n} {body}" for n, body in enumerate(self.bodies)]


EDITS = st.builds(
    Edit, st.integers(0, LINES - 1), st.lists(BODIES, max_size=3).map(lambda some: tuple(some))
)


def written(edits: Sequence[tuple[str, Edit]], newline: str, *, ends: bool) -> bytes:
    """The file after these edits of the original lines, each edit by somebody."""
    by_line = {edit.line: edit.lines(who) for who, edit in edits}
    lines: list[str] = []
    for number in range(LINES):
        lines += by_line.get(number, [f"line {number}"])
    return (newline.join(lines) + (newline if ends and lines else "")).encode()


@given(
    st.lists(EDITS, min_size=1, max_size=8, unique_by=lambda edit: edit.line),
    st.data(),
    NEWLINES,
    st.booleans(),
)
def test_an_undo_keeps_exactly_the_changes_of_the_user(
    edits: list[Edit], data: st.DataObject, newline: str, ends: bool
) -> None:
    """Run and user take turns; neither touches a line beside one of the other."""
    owner: dict[int, str] = {}
    turns: list[tuple[str, Edit]] = []
    for edit in edits:
        beside = {owner[line] for line in (edit.line - 1, edit.line + 1) if line in owner}
        if len(beside) > 1:
            continue
        who = beside.pop() if beside else data.draw(st.sampled_from(["agent", "user"]))
        owner[edit.line] = who
        turns.append((who, edit))
    if not ends:  # what stands before a line that loses its line end changes with it
        turns = [turn for turn in turns if turn[1].line < LINES - 2]
    bench = UndoBench({"f": written([], newline, ends=ends)})
    for count, (who, _) in enumerate(turns, start=1):
        content = written(turns[:count], newline, ends=ends)
        if who == "user":
            bench.files["f"] = content
        elif content != bench.files["f"]:
            bench.edit("f", content)
    bench.finish()
    both = bench.files["f"]
    by_user = [turn for turn in turns if turn[0] == "user"]
    assert bench.undo().conflicts == ()
    assert bench.files["f"] == written(by_user, newline, ends=ends)
    again = bench.undo()
    assert (again.reverted, again.conflicts) == ((), ())
    if bench.files["f"] != both:
        assert bench.undo(2).conflicts == ()
    assert bench.files["f"] == both


CONTENTS = st.none() | st.lists(BODIES, max_size=4).map(
    lambda bodies: "".join(f"{body}\n" for body in bodies).encode()
)


@given(
    st.dictionaries(st.sampled_from("abc"), CONTENTS.filter(lambda content: content is not None)),
    st.lists(st.tuples(st.sampled_from("abc"), CONTENTS), max_size=8),
)
def test_undoing_a_run_that_nobody_interfered_with_restores_every_byte_and_undoing_that_as_well(
    files: dict[str, bytes], edits: list[tuple[str, bytes | None]]
) -> None:
    bench = UndoBench(files)
    for path, content in edits:
        if content != bench.files.get(path):
            bench.edit(path, content)
    after = dict(bench.files)
    first = bench.undo()
    assert (first.conflicts, bench.files) == ((), files)
    if first.run_id is not None:
        assert bench.undo(2).conflicts == ()
        assert bench.files == after
