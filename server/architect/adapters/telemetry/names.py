"""Names that come from a model or a user, as far as they can be told without telling content."""

from architect.lazy_pattern import lazy_pattern

_HARMLESS = lazy_pattern(r"[A-Za-z0-9_.-]{1,64}")
"""What providers let the name of a function be; no path, no sentence."""

OTHER = "other"


def name_or_other(name: str) -> str:
    """`name`; `other` if it is more than a name, as a model may make one up."""
    return name if _HARMLESS.fullmatch(name) else OTHER


def first_word(text: str) -> str:
    """What kind of rule or answer `text` names; what it is about is left out."""
    return name_or_other(text.partition(" ")[0].rstrip(",;:"))
