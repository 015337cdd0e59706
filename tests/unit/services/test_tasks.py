"""What is asked of an agent when a task is chosen by name."""

from hypothesis import given
from hypothesis import strategies as st
from tests.support.findings import FINDING, TEXT, make_finding

from architect.agent.catalog import default_agents
from architect.domain.findings import bare_lines
from architect.domain.run_request import Attachment
from architect.domain.text.positions import LineIndex, Position, Range
from architect.services.excerpts import (
    Excerpt,
    as_it_is,
    excerpt_of,
    excerpt_of_lines,
    excerpts_around,
    with_numbers,
)
from architect.services.tasks import (
    Problem,
    fix_findings,
    fix_problems,
    review_file,
    review_selection,
    review_workspace,
    run_on,
    words_for,
    words_of_comment,
)

SELECTED = Excerpt("src/mean.py", 2, ("    total = sum(values)", "    return total / len(values)"))


def selection(start: tuple[int, int], end: tuple[int, int]) -> Range:
    return Range(Position(*start), Position(*end))


def lines_of(text: str, start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    excerpt = excerpt_of("a", LineIndex(text, "utf-16"), selection(start, end))
    return excerpt.first, excerpt.last


def test_a_selection_is_told_as_whole_lines() -> None:
    lines = LineIndex(TEXT, "utf-16")
    assert excerpt_of("src/mean.py", lines, selection((1, 10), (2, 3))) == SELECTED


def test_a_selection_that_ends_before_a_line_does_not_touch_it() -> None:
    text = "a\nb\r\nc\n"
    assert lines_of(text, (0, 0), (1, 0)) == (1, 1)
    assert lines_of(text, (0, 0), (2, 0)) == (1, 2)
    assert lines_of(text, (1, 0), (1, 1)) == (2, 2)
    assert lines_of(text, (1, 0), (1, 0)) == (2, 2)
    assert lines_of(text, (2, 1), (0, 0)) == (1, 3)


def test_a_place_is_named_by_its_lines() -> None:
    assert SELECTED.place == "src/mean.py, lines 2-3"
    assert excerpt_of_lines("a", "x\n", 1, 1).place == "a, line 1"


@given(st.lists(st.tuples(st.integers(1, 30), st.integers(0, 5)), min_size=1), st.integers(0, 3))
def test_every_line_around_a_span_is_shown_once(spans: list[tuple[int, int]], around: int) -> None:
    text = "".join(f"{number}\n" for number in range(1, 41))
    wanted = [(first, first + more) for first, more in spans]
    shown = [line for e in excerpts_around("a", text, wanted, around=around) for line in e.lines]
    near = {
        number
        for first, last in wanted
        for number in range(first - around, last + around + 1)
        if 1 <= number <= 40
    }
    assert shown == [str(number) for number in sorted(near)]


def test_a_task_takes_its_files_and_the_selection_along() -> None:
    request = run_on("Rename it.", agent="build", paths=["src/mean.py"], selection=SELECTED)
    assert (request.task, request.agent) == ("Rename it.", "build")
    assert request.attachments == (
        Attachment("files", "the user's scope", "src/mean.py"),
        Attachment("selection", "src/mean.py, lines 2-3", "\n".join(SELECTED.lines)),
    )
    assert run_on("Rename it.", agent="plan").attachments == ()


def test_lines_to_be_reviewed_have_numbers_and_lines_to_be_changed_have_none() -> None:
    assert review_selection(SELECTED).attachments == (
        Attachment(
            "selection",
            "src/mean.py, lines 2-3",
            "     2      total = sum(values)\n     3      return total / len(values)",
        ),
    )
    assert as_it_is(SELECTED, kind="code").text == "\n".join(SELECTED.lines)
    assert with_numbers(Excerpt("a", 9, ("", "x")), kind="code").text == "     9\n    10  x"


def test_reviews_are_for_the_agent_that_reports() -> None:
    whole = excerpt_of_lines("src/mean.py", TEXT, 1, len(bare_lines(TEXT)))
    requests = [
        review_selection(SELECTED),
        review_file(whole),
        review_workspace(),
    ]
    assert {request.agent for request in requests} == {"review"}
    assert len({request.task for request in requests}) == 3


def test_findings_are_handed_on_with_the_code_around_them() -> None:
    lines = "".join(f"line {number}\n" for number in range(1, 41))
    findings = [make_finding(line=20, end_line=21), make_finding(path="gone.py", suggestion=None)]
    request = fix_findings(findings, {"src/mean.py": lines})
    assert request.agent == "build"
    report, code = request.attachments
    assert report.text == (
        "src/mean.py:20-21: error: Division by zero\n"
        "An empty list raises ZeroDivisionError.\n"
        "Suggestion: Return 0.0 for an empty list.\n\n"
        "gone.py:3: error: Division by zero\n"
        "An empty list raises ZeroDivisionError."
    )
    assert code.source == "src/mean.py, lines 15-26"
    assert code.text.startswith("line 15\nline 16\n")


def test_problems_are_handed_on_with_who_reported_them() -> None:
    problems = [
        Problem("src/mean.py", 1, 1, "ruff", "F401 unused {import}"),
        Problem("src/mean.py", 3, 3, "pyright", "x is unbound"),
    ]
    request = fix_problems(problems, {"src/mean.py": TEXT})
    assert request.task.startswith("Fix what ruff, pyright reports.")
    assert request.attachments == (
        Attachment(
            "problems",
            "ruff, pyright",
            "src/mean.py:1: ruff: F401 unused {import}\n\nsrc/mean.py:3: pyright: x is unbound",
        ),
        Attachment("code", "src/mean.py, lines 1-3", TEXT.rstrip("\n")),
    )


def test_every_named_task_has_words_and_an_agent() -> None:
    agents = default_agents()
    named = [words_for(name) for name in ("explain", "tests", "document")]
    assert len({words for words, _ in named}) == 3
    assert [agent for _, agent in named] == ["explain", "build", "build"]
    assert all(agent in agents for _, agent in named)


def test_what_a_comment_says_becomes_the_task() -> None:
    words = words_of_comment("return 0 if {empty}", place="src/mean.py, line 3")
    assert "return 0 if {empty}" in words
    assert "src/mean.py, line 3" in words


def test_a_finding_is_not_handed_on_without_its_line() -> None:
    [report] = fix_findings([FINDING], {}).attachments
    assert report.text.startswith("src/mean.py:3: error")
