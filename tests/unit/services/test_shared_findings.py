"""Findings that two processes keep."""

from dataclasses import replace

import pytest
from tests.support.findings import FINDING, make_finding

from architect.domain.findings import Finding
from architect.domain.ids import RunId
from architect.ports.findings_store import FixedFinding, StoredFindings
from architect.services.shared_findings import merged

OTHER = make_finding(title="Other")
MOVED = replace(FINDING, line=9, end_line=9)
ELSEWHERE = replace(FINDING, line=7, end_line=7)


@pytest.mark.parametrize(
    ("ours", "theirs", "left"),
    [
        ([FINDING, OTHER], [FINDING], [FINDING, OTHER]),
        ([FINDING], [FINDING, OTHER], [FINDING, OTHER]),
        ([FINDING, OTHER], [], [OTHER]),
        ([], [FINDING, OTHER], [OTHER]),
        ([FINDING], [MOVED], [MOVED]),
        ([MOVED], [FINDING], [MOVED]),
        ([MOVED], [ELSEWHERE], [MOVED]),
    ],
)
def test_what_either_added_or_dropped_counts(
    ours: list[Finding], theirs: list[Finding], left: list[Finding]
) -> None:
    base = StoredFindings((FINDING,))
    both = merged(base, StoredFindings(tuple(ours)), StoredFindings(tuple(theirs)))
    assert list(both.findings) == left


def test_what_a_run_fixed_is_known_to_both_until_either_opens_it_again() -> None:
    one, two = FixedFinding(RunId("1"), FINDING), FixedFinding(RunId("2"), OTHER)
    base = StoredFindings(fixed=(one,))
    both = merged(base, StoredFindings(fixed=(one, two)), StoredFindings())
    assert both.fixed == (two,)
    both = merged(base, StoredFindings(), StoredFindings(fixed=(one, two)))
    assert both.fixed == (two,)


def test_what_either_dismissed_is_gone_for_both() -> None:
    base = StoredFindings((FINDING, OTHER))
    ours = StoredFindings((FINDING,), (OTHER.finding_id,))
    theirs = StoredFindings((OTHER,), (FINDING.finding_id,))
    both = merged(base, ours, theirs)
    assert both.findings == ()
    assert set(both.dismissed) == {FINDING.finding_id, OTHER.finding_id}
