"""What two texts share at either end, found at the speed of comparing them."""


def common_prefix(one: str, other: str) -> int:
    """How many characters both texts begin with."""
    known, step = 0, min(len(one), len(other))
    limit = step
    while step:
        if one[known : known + step] == other[known : known + step]:
            known += step
            step = min(step, limit - known)
        else:
            step //= 2
    return known


def common_suffix(one: str, other: str, *, limit: int) -> int:
    """How many characters both texts end with, at most `limit`."""
    known, step = 0, limit
    while step:
        if _ending(one, known, step) == _ending(other, known, step):
            known += step
            step = min(step, limit - known)
        else:
            step //= 2
    return known


def _ending(text: str, skipped: int, length: int) -> str:
    end = len(text) - skipped
    return text[end - length : end]
