"""Whether a failed model request is sent again, and when."""

from architect.domain.errors import ModelFault, RateLimitedError, UnavailableError

FIRST_DELAY_S = 2.0
LONGEST_DELAY_S = 60.0


def retry_delay_s(
    fault: ModelFault,
    attempt: int,
    *,
    retries: int,
    jitter: float,
    base_s: float = FIRST_DELAY_S,
) -> float | None:
    """How long to wait after `attempt` (from 1) failed with `fault`; None to give up.

    The wait starts at `base_s` and doubles with each attempt, up to `LONGEST_DELAY_S`. `jitter`,
    from 0 to 1, shortens it by up to a quarter, but never below `base_s`, so that parallel runs do
    not come back together. A provider that names its own wait is obeyed; if it wants more than
    `LONGEST_DELAY_S`, giving up now tells the user more than a silent wait.
    """
    if not fault.transient or attempt > retries:
        return None
    wish = _wish_s(fault)
    if wish is not None:
        return max(wish, 0.0) if wish <= LONGEST_DELAY_S else None
    doubled = base_s * 2.0 ** min(attempt - 1, 30)
    return max(base_s, min(doubled, LONGEST_DELAY_S) * (1 - 0.25 * jitter))


def _wish_s(fault: ModelFault) -> float | None:
    match fault:
        case RateLimitedError() | UnavailableError():
            return fault.retry_after_s
        case _:
            return None
