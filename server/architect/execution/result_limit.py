"""How much of a tool's result the model gets to see (context level 1)."""

from architect.domain.text.counted import counted
from architect.domain.text.file_text import split_lines
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
        note = f"[... {counted(left_out, 'line')} left out: ask for less, or for a part ...]\n"
        text = "".join((*lines[:HEAD_LINES], note, *lines[-TAIL_LINES:]))
    return _cut_in_the_middle(text, max_tokens * BYTES_PER_TOKEN)


def _cut_in_the_middle(text: str, max_bytes: int) -> str:
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= max_bytes:
        return text
    head_end, tail_start = max_bytes // 2, len(encoded) - max_bytes // 2
    while _is_inside_a_character(encoded[head_end]):
        head_end -= 1
    while _is_inside_a_character(encoded[tail_start]):
        tail_start += 1
    head = encoded[:head_end].decode("utf-8", "surrogatepass")
    tail = encoded[tail_start:].decode("utf-8", "surrogatepass")
    left_out = len(text) - len(head) - len(tail)
    return f"{head}\n[... {left_out} characters left out ...]\n{tail}"


def _is_inside_a_character(byte: int) -> bool:
    """Whether a character of UTF-8 continues with `byte` (RFC 3629)."""
    return byte & 0xC0 == 0x80
