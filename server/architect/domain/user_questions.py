"""Questions that the model asks the user."""

from architect.frozen import frozen

ASK_USER = "ask_user"
"""The tool that asks."""

MOST_ANSWERS = 6
MOST_CHARS = 1_000


@frozen
class UserQuestion:
    """What the model asked, and what it was told; `answer` is None where nobody decided."""

    question: str
    answers: tuple[str, ...] = ()
    answer: str | None = None
