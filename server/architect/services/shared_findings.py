"""Findings that two processes keep in one place: an editor each, on the same folder."""

from collections.abc import Sequence

from architect.ports.findings_store import FixedFinding, StoredFindings


def merged(base: StoredFindings, ours: StoredFindings, theirs: StoredFindings) -> StoredFindings:
    """What both made of `base`: what either added, without what either dropped or dismissed.

    A finding that only they moved is where they have it, any other where we have it.
    """
    dismissed = dict.fromkeys((*theirs.dismissed, *ours.dismissed))
    before, our, their = (
        {finding.finding_id: finding for finding in kept.findings} for kept in (base, ours, theirs)
    )
    findings = [
        their[id_] if id_ in their and finding == before.get(id_) else finding
        for id_, finding in our.items()
        if id_ in their or id_ not in before
    ]
    findings += [finding for id_, finding in their.items() if id_ not in our and id_ not in before]
    left = tuple(finding for finding in findings if finding.finding_id not in dismissed)
    return StoredFindings(
        left, tuple(dismissed), merged_fixes(base.fixed, ours.fixed, theirs.fixed)
    )


def merged_fixes(
    base: Sequence[FixedFinding], ours: Sequence[FixedFinding], theirs: Sequence[FixedFinding]
) -> tuple[FixedFinding, ...]:
    """What runs of either have fixed, without what either dropped."""
    gone = {*base} - ({*ours} & {*theirs})
    return tuple(each for each in dict.fromkeys((*theirs, *ours)) if each not in gone)
