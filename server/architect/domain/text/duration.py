"""How long something took, as people read it."""

from architect.l10n import english


def read_duration(seconds: float) -> str:
    """`0.4 s`, `12 s`, `2 min 5 s`"""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return english("{minutes} min {seconds} s", minutes=whole // 60, seconds=whole % 60)
