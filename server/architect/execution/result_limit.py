"""How much of a tool's result the model gets to see (context level 1)."""

from architect.domain.text.counted import counted
from architect.domain.text.file_text import split_lines
from architect.domain.text.fitting import byte_size, how_many_fit


def fit_result(text: str, max_bytes: int) -> str:
    """`text`, or as many of its first and of its last lines as `max_bytes` of UTF-8 hold.

    Where not even one line fits at both ends, the text is cut in the middle of its lines.
    """
    if byte_size(text) <= max_bytes:
        return text
    lines = split_lines(text)
    head = how_many_fit(lines, max_bytes // 2)
    tail = how_many_fit(reversed(lines), max_bytes // 2)
    if not head or not tail:
        return _cut_in_the_middle(text, max_bytes)
    left_out = counted(len(lines) - head - tail, "line")
    note = f"[... {left_out} left out: ask for less, or for a part ...]\n"
    return "".join((*lines[:head], note, *lines[-tail:]))


def _cut_in_the_middle(text: str, max_bytes: int) -> str:
    encoded = text.encode("utf-8", "surrogatepass")
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
