import pytest

from architect.domain.errors import (
    AuthenticationFailedError,
    ModelTimeoutError,
    RateLimitedError,
    RequestRejectedError,
    UnavailableError,
)
from architect.policy.retry import retry_delay_s

TRANSIENT = ModelTimeoutError("late")


def test_the_wait_doubles_from_two_seconds_up_to_sixty() -> None:
    waits = [retry_delay_s(TRANSIENT, n, retries=9, jitter=0.0) for n in range(1, 8)]
    assert waits == [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]


def test_jitter_shortens_the_wait_but_never_below_the_first() -> None:
    assert retry_delay_s(TRANSIENT, 3, retries=9, jitter=1.0) == 6.0
    assert retry_delay_s(TRANSIENT, 1, retries=9, jitter=1.0) == 2.0


def test_two_retries_are_three_attempts() -> None:
    waits = [retry_delay_s(TRANSIENT, n, retries=2, jitter=0.0) for n in (1, 2, 3)]
    assert waits == [2.0, 4.0, None]


def test_a_huge_number_of_attempts_does_not_overflow() -> None:
    assert retry_delay_s(TRANSIENT, 5_000, retries=9_999, jitter=0.0) == 60.0


@pytest.mark.parametrize("fault", [AuthenticationFailedError("key"), RequestRejectedError("no")])
def test_what_will_not_pass_is_not_retried(fault: AuthenticationFailedError) -> None:
    assert retry_delay_s(fault, 1, retries=2, jitter=0.0) is None


@pytest.mark.parametrize("kind", [RateLimitedError, UnavailableError])
@pytest.mark.parametrize(
    ("wish", "wait"), [(7.0, 7.0), (60.0, 60.0), (60.1, None), (0.0, 0.0), (None, 2.0)]
)
def test_the_wish_of_the_provider_counts_up_to_a_minute(
    kind: type[RateLimitedError], wish: float | None, wait: float | None
) -> None:
    fault = kind("slow", retry_after_s=wish)
    assert retry_delay_s(fault, 1, retries=2, jitter=0.0) == wait
