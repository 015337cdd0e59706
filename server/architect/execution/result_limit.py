"""How much of a tool's result the model gets to see (context level 1)."""

from architect.domain.text import split_lines
from architect.domain.tokens import BYTES_PER_TOKEN, estimate_tokens

HEAD_LINES = 40
TAIL_LINES = 20


def fit_result(text: str, max_tokens: int) -> str:
    """`text`, or its first 40 and last 20 lines if it is longer than `max_tokens`.

    Lines so long that even those are too much are cut in the middle.
    """
    if estimate_tokens(text) <= max_tokens:
        return text
    lines = split_lines(text)
    if len(lines) > HEAD_LINES + TAIL_LINES:
        left_out = len(lines) - HEAD_LINES - TAIL_LINES
        note = f"[... {left_out} lines left out: ask for less, or for a part ...]\n"
        text = "".join((*lines[:HEAD_LINES], note, *lines[-TAIL_LINES:]))
    max_chars = max_tokens * BYTES_PER_TOKEN
    if len(text) <= max_chars:
        return text
    half = max_chars // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"
