"""Refusals of providers in their words, as their pages about errors had them in November 2026."""

import json
import time
from datetime import UTC, datetime, timedelta

import pytest
from tests.support.table import table

from architect.adapters.models.faults.provider_faults import (
    fault_for_answer,
    fault_for_error_object,
)
from architect.adapters.models.faults.provider_limits import wait_asked_for
from architect.domain.errors import (
    AuthenticationFailedError,
    ModelFault,
    ModelMissingError,
    OutOfCreditError,
    RateLimitedError,
    RequestRejectedError,
)


@table(
    ("status", "said"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (422, "messages[1]: unknown variant `image_url`, expected `text` at line 1 column 99"),
        (400, "Model does not support images. Please use a model that does."),
        (500, "image input is not supported - hint: you may need to provide the mmproj"),
        (400, "phi-4 is not a multimodal model"),
        (400, "At most 0 image(s) may be provided in one request."),
        (404, "No endpoints found that support image input"),
        (400, "This model does not support vision"),
    ],
)
def test_a_model_that_is_shown_no_images_is_said_to_take_none(status: int, said: str) -> None:
    fault = fault_for_answer(status, json.dumps(_error(said)).encode(), headers={}, secret=None)
    assert type(fault) is RequestRejectedError
    assert "a model that takes images" in str(fault)
    assert fault.setting == "llm.model"


def test_a_stream_that_breaks_off_over_an_image_says_what_was_refused() -> None:
    error = {"message": "this model does not support image input", "type": "server_error"}
    fault = fault_for_error_object(error, secret=None)
    assert type(fault) is RequestRejectedError
    assert "a model that takes images" in str(fault)
    assert fault.setting == "llm.model"


def _gemini(quota: str) -> object:
    return {
        "error": {
            "code": 429,
            "message": "You exceeded your current quota, please check your plan and billing.",
            "status": "RESOURCE_EXHAUSTED",
            "details": [
                {"violations": [{"quotaId": quota, "quotaValue": "50"}]},
                {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"},
            ],
        }
    }


def _error(message: str, **more: str) -> object:
    return {"error": {"message": message, **more}}


@table(
    ("status", "body", "kind"),
    [
        (429, _error("You exceeded your quota", code="insufficient_quota"), OutOfCreditError),
        (402, _error("Insufficient credits. Add more", code="402"), OutOfCreditError),
        (400, _error("Your credit balance is too low to access the API"), OutOfCreditError),
        (403, _error("Check your payment", type="billing_error"), OutOfCreditError),
        (402, _error("Insufficient Balance"), OutOfCreditError),
        (429, _gemini("GenerateRequestsPerDayPerProjectPerModel-FreeTier"), OutOfCreditError),
        (429, _gemini("GenerateRequestsPerMinutePerProjectPerModel"), RateLimitedError),
        (
            429,
            _error("Rate limit reached for gpt-5.1", code="rate_limit_exceeded"),
            RateLimitedError,
        ),
        (404, _error("The model `x` does not exist", code="model_not_found"), ModelMissingError),
        (404, _error("model: claude-x", type="not_found_error"), ModelMissingError),
        (404, _error("models/gemini-x is not found for API version v1beta"), ModelMissingError),
        (400, _error("The model `llama3` has been decommissioned"), ModelMissingError),
        (404, _error("No endpoints found for z-ai/glm-x."), ModelMissingError),
        (404, _error("page not found"), RequestRejectedError),
        (404, _error("This model is only supported in v1/responses"), RequestRejectedError),
        (400, _error("tool_choice is not supported by this model"), RequestRejectedError),
        (401, _error("Incorrect API key provided"), AuthenticationFailedError),
    ],
)
def test_credit_models_that_are_gone_and_limits_are_told_apart(
    status: int, body: object, kind: type[ModelFault]
) -> None:
    fault = fault_for_answer(status, json.dumps(body).encode(), headers={}, secret=None)
    assert type(fault) is kind


def test_credit_that_runs_out_within_a_stream_is_no_rate_limit_either() -> None:
    error = {"type": "insufficient_quota", "message": "You exceeded your current quota"}
    assert type(fault_for_error_object(error, secret=None)) is OutOfCreditError


def _moment(value: str) -> str:
    """`at` and `ms` stand for moments so many seconds from now, as Anthropic and OpenRouter do."""
    kind, _, seconds = value.partition(" ")
    if kind == "ms":
        return str(1000 * (time.time() + float(seconds)))
    if kind == "at":
        return (datetime.now(UTC) + timedelta(seconds=float(seconds))).isoformat()
    return value


@table(
    ("headers", "seconds"),
    [
        ({"retry-after": "7", "x-ratelimit-remaining-tokens": "0"}, 7),
        (
            {
                "x-ratelimit-remaining-requests": "59",
                "x-ratelimit-reset-requests": "6m0s",
                "x-ratelimit-remaining-tokens": "0",
                "x-ratelimit-reset-tokens": "1m20.5s",
            },
            80.5,
        ),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "20ms"}, 0.02),
        (
            {
                "anthropic-ratelimit-tokens-remaining": "0",
                "anthropic-ratelimit-tokens-reset": "at 30",
                "anthropic-ratelimit-requests-remaining": "9",
                "anthropic-ratelimit-requests-reset": "at 3000",
            },
            30,
        ),
        (
            {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "ms 45"},
            45,
        ),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "soon"}, None),
        ({"x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "9s"}, None),
        ({}, None),
    ],
)
def test_the_limit_that_is_used_up_says_how_long_to_wait(
    headers: dict[str, str], seconds: float | None
) -> None:
    said = {name: _moment(value) for name, value in headers.items()}
    assert wait_asked_for(said) == (None if seconds is None else pytest.approx(seconds, abs=2))


def test_gemini_says_it_in_the_answer() -> None:
    fault = fault_for_answer(
        429, json.dumps(_gemini("PerMinute")).encode(), headers={}, secret=None
    )
    assert isinstance(fault, RateLimitedError)
    assert fault.retry_after_s == 34.5


def test_a_limit_too_long_to_wait_for_names_its_end() -> None:
    fault = fault_for_answer(429, b"{}", headers={"retry-after": "900"}, secret=None)
    assert "the limit is over in 15 min, at " in str(fault)
