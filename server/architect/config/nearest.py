"""What somebody probably meant to write."""

from collections.abc import Iterable

from architect.l10n import english


def nearest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that `word` is most likely a misspelling of, None if it resembles none.

    Exchanged letters are the likeliest slip: `modle` is `model` rather than `mode`.
    """
    from difflib import get_close_matches  # only needed once something is wrong

    plain = _plain(word)
    by_plain = {_plain(candidate): candidate for candidate in candidates}
    matches = get_close_matches(plain, by_plain)
    exchanged = (match for match in matches if sorted(match) == sorted(plain))
    best = next(exchanged, matches[0] if matches else None)
    return None if best is None else by_plain[best]


_MEANT = english("{word!r}, did you mean {match!r}?")
"""With the word, behind which it stands in messages."""


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """The end of an error message: `, did you mean 'model'?`, or nothing."""
    match = nearest(word, candidates)
    return english(_MEANT, word="", match=match).removeprefix("''") if match else ""


def _plain(word: str) -> str:
    return word.lower().replace("-", "_")
