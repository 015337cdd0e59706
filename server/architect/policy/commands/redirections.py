"""What a redirection does to the world."""

from architect.policy.commands.expand import literal
from architect.policy.commands.script import Redirection
from architect.policy.commands.verdict import HARMLESS, Finding, dangerous

_READS = frozenset({"<", "<<", "<<-", "<<<", "<&", "<&-", ">&-"})
_NOT_FILES = frozenset({"/dev/null", "/dev/stdout", "/dev/stderr"})


def judge_redirection(redirection: Redirection) -> Finding:
    """Harmless if it reads, or writes to nothing but an open stream."""
    if redirection.operator in _READS:
        return HARMLESS
    if redirection.target is None:
        return dangerous("redirects in a way that is not known")
    target = literal(redirection.target)
    if target in _NOT_FILES:
        return HARMLESS
    if (
        redirection.operator == ">&"
        and target is not None
        and (target.isdecimal() or target == "-")
    ):
        return HARMLESS
    return dangerous(f"writes to {redirection.target.source}")
