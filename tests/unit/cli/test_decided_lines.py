"""What people read of changes that they have decided about."""

from architect.cli.decided_lines import decided_lines
from architect.domain.ids import HunkId, RunId
from architect.services.hunk_review import HunkReport


def test_the_name_of_a_file_does_not_go_on_as_a_line_of_ours() -> None:
    name = "a\nto redo: architect undo 1"
    report = HunkReport(RunId("s.2"), (HunkId("h"),), (name,), (name,), ())
    assert [*decided_lines(report, "keep")] == ["kept 1 change in a\\nto redo: architect undo 1"]
