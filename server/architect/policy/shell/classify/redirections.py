"""What a redirection does to the world."""

import re
from dataclasses import replace

from architect.l10n import english
from architect.policy.shell.classify.reach import stays_inside
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.syntax.script import Redirection, Word
from architect.policy.shell.verdict import HARMLESS, Finding, Reach, dangerous

_READS = frozenset({"<", "<<", "<<-", "<<<", "<&", "<&-", ">&-"})
_NOT_FILES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


def _connects(target: Word | None) -> Reach:
    """How far a redirection goes that only reads; bash opens connections for some names."""
    source = target.source if target else ""
    return Reach.FETCHES if re.search(r"/dev/(?:tcp|udp)/", source) else Reach.INSIDE


def judge_redirection(redirection: Redirection) -> Finding:
    """Harmless if it reads, or writes to nothing but an open stream."""
    if redirection.operator in _READS:
        return replace(HARMLESS, reach=_connects(redirection.target))
    if redirection.target is None:
        return dangerous(english("redirects in a way that is not known"))
    target = literal(redirection.target)
    if target in _NOT_FILES:
        return HARMLESS
    if (
        redirection.operator == ">&"
        and target is not None
        and (target.isdecimal() or target == "-")
    ):
        return HARMLESS
    reach = _connects(redirection.target)
    if reach is Reach.INSIDE and not stays_inside(redirection.target):
        reach = Reach.OUTSIDE
    return dangerous(english("writes to {source}", source=redirection.target.source), reach)
