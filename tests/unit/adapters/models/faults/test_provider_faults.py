import json
import time
from email.utils import formatdate

import pytest

from architect.adapters.models.faults.provider_faults import (
    fault_for_answer,
    fault_for_error_object,
    in_brief,
)
from architect.adapters.models.faults.provider_limits import retry_after_s
from architect.domain.errors import (
    AuthenticationFailedError,
    ContextOverflowError,
    ModelFault,
    RateLimitedError,
    RequestRejectedError,
    UnavailableError,
)


def fault(status: int, body: object, **headers: str) -> ModelFault:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return fault_for_answer(status, raw, headers=headers, secret="sk-secret")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, AuthenticationFailedError),
        (403, AuthenticationFailedError),
        (404, RequestRejectedError),
        (408, UnavailableError),
        (409, UnavailableError),
        (413, RequestRejectedError),
        (422, RequestRejectedError),
        (429, RateLimitedError),
        (500, UnavailableError),
        (529, UnavailableError),
    ],
)
def test_the_status_tells_the_kind(status: int, kind: type[ModelFault]) -> None:
    found = fault(status, {"error": {"message": "because"}})
    assert type(found) is kind
    assert "because" in str(found)
    assert str(status) in str(found)


@pytest.mark.parametrize("status", [400, 401, 402, 404, 429, 503])
def test_what_a_provider_says_goes_on_as_one_sentence(status: int) -> None:
    found = str(fault(status, {"error": {"message": "See your plan."}}))
    assert "See your plan" in found
    assert ".;" not in found
    assert ". (" not in found


@pytest.mark.parametrize(
    "message",
    [
        "This model's maximum context length is 8192 tokens",
        "the request exceeds the available context size. try increasing it",
        "The number of tokens to keep is greater than the context length",
        "prompt is too long: 210000 tokens > 200000 maximum",
        "The prompt is longer than the maximum model length of 4096",
    ],
)
def test_the_phrases_of_the_servers_for_a_full_context_are_known(message: str) -> None:
    assert isinstance(fault(400, {"error": {"message": message}}), ContextOverflowError)


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "no such model"}},
        {"error": "no such model"},
        {"message": "no such model", "object": "error"},
        {"detail": "no such model"},
        b"no such model",
    ],
)
def test_the_message_is_found_wherever_a_server_puts_it(body: object) -> None:
    assert str(fault(404, body)) == "the provider answered 404: no such model"


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"null", b'{"error": null}', b"\xff\xfe", b"[" * 9_000]
)
def test_no_body_is_too_odd_for_a_fault(body: bytes) -> None:
    assert isinstance(fault(500, body), UnavailableError)


def test_a_message_is_one_short_line_without_the_key() -> None:
    text = in_brief("bad\nkey sk-secret " + "x" * 10_000, secret="sk-secret")
    assert text.startswith("bad key *** xxx")
    assert len(text) < 600


def test_a_key_at_the_edge_of_a_long_message_is_not_shown_in_part() -> None:
    assert "sk-" not in in_brief("x" * 498 + "sk-secret", secret="sk-secret")


def test_a_wait_is_given_in_seconds_milliseconds_or_as_a_date() -> None:
    assert retry_after_s({"retry-after": "7"}) == 7.0
    assert retry_after_s({"retry-after": "7", "retry-after-ms": "250"}) == 0.25
    in_a_while = retry_after_s({"retry-after": formatdate(time.time() + 1_000, usegmt=True)})
    assert in_a_while is not None
    assert 0 < in_a_while <= 1_000


@pytest.mark.parametrize("value", ["soon", "", "-1", "inf", "nan", "Mon, 99 Foo"])
def test_a_wait_that_makes_no_sense_is_none(value: str) -> None:
    assert retry_after_s({"retry-after": value}) is None


def test_a_date_in_the_past_means_now() -> None:
    assert retry_after_s({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}) == 0.0


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ({"message": "boom", "code": 503}, UnavailableError),
        ({"message": "slow", "code": "429"}, RateLimitedError),
        ({"message": "slow", "type": "rate_limit_error"}, RateLimitedError),
        ({"message": "no", "type": "invalid_request_error"}, RequestRejectedError),
        ({"message": "too much", "code": "context_length_exceeded"}, ContextOverflowError),
        ("boom", UnavailableError),
        ({"odd": 1}, UnavailableError),
    ],
)
def test_an_error_object_tells_its_kind(error: object, kind: type[ModelFault]) -> None:
    assert type(fault_for_error_object(error, secret=None)) is kind
