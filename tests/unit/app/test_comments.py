"""A comment for a pull request has an end, whatever the report is full of."""

from datetime import UTC, datetime
from itertools import product

from architect.app.reports.comment import MOST_COMMENT_BYTES, as_comment
from architect.app.reports.report import CheckReport, FileReport, Moment, Report, RunReport
from architect.domain.ids import RunId

AT = datetime(2026, 1, 1, tzinfo=UTC)
LIMIT = 60_000
"""GitHub takes 65,536 characters: https://github.com/orgs/community/discussions/41331"""


def report(*, checks: int, words: int, files: int, moments: int, patch: int) -> Report:
    run = RunReport(
        run_id=RunId("s.1"),
        task="t\u00e4sk " * 100,
        agent="build",
        model="m",
        started_at=AT,
        status="partial",
        output="w\u00f6rd " * words,
    )
    return Report(
        runs=(run,),
        checks=tuple(
            CheckReport(
                name=f"check {n}",
                command="make",
                passed=False,
                required=True,
                exit_code=1,
                output="\u00e4" * 4_000,
            )
            for n in range(checks)
        ),
        files=tuple(
            FileReport(path=f"{'d/' * 90}{n}", added=1, removed=1, kind="changed", by_command=False)
            for n in range(files)
        ),
        timeline=tuple(
            Moment(at=AT, step=n, what="did it " * 20, detail="\u20ac" * 2_000)
            for n in range(moments)
        ),
        patch="+\u00e4\n" * patch,
    )


def test_no_comment_is_longer_than_github_takes() -> None:
    amounts = ((0, 3, 400), (0, 900), (0, 500), (0, 60, 800), (0, 4_000, 12_500))
    assert MOST_COMMENT_BYTES <= LIMIT
    fullest = 0
    for checks, words, files, moments, patch in product(*amounts):
        full = report(checks=checks, words=words, files=files, moments=moments, patch=patch)
        comment = as_comment(full)
        size = len(comment.encode())
        assert size <= LIMIT, (checks, words, files, moments, patch, size)
        assert comment.count("<details") == comment.count("</details>")
        fullest = max(fullest, size)
    assert fullest > LIMIT // 2
