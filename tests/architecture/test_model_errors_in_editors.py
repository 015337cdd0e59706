"""What goes wrong with models, as VS Code puts it: test/unit/remedies.test.ts reads these texts."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from architect.adapters.models.faults.key_source import with_key_source
from architect.adapters.models.faults.no_connection import no_connection
from architect.adapters.models.faults.provider_faults import fault_for_status
from architect.adapters.models.openai_compatible.endpoint import endpoint_for
from architect.bootstrap.models.chosen_model import FOUR_WAYS
from architect.bootstrap.models.keys import model_key, no_key
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.bootstrap.models.reasoning_efforts import wanted_effort
from architect.config.llm import LlmSettings
from architect.domain.errors import AuthenticationFailedError, UserError

TEXTS = Path(__file__).parents[2] / "client-vscode" / "test" / "unit" / "serverErrors.json"
OWN = LlmSettings(model="hosted_vllm/m", api_base="http://127.0.0.1:9/v1")


def raised_texts() -> Iterator[str]:
    with pytest.raises(UserError) as refused:
        endpoint_for("Qwen/Qwen3", api_base=None, proxy=False)
    yield str(refused.value)
    with pytest.raises(UserError) as refused:
        open_model(LlmSettings(model="hosted_vllm/m"), ModelSources({}))
    yield str(refused.value)
    with pytest.raises(UserError) as refused:
        wanted_effort(LlmSettings(model="openai/gpt-4.1", reasoning_effort="high"))
    yield str(refused.value)


def texts() -> Iterator[str]:
    yield f"no model is set up: {FOUR_WAYS}"
    yield str(no_key(LlmSettings(model="anthropic/claude-sonnet-5-5")))
    for status, message in (
        (401, "Incorrect API key provided"),
        (402, "You exceeded your current quota."),
        (404, "The model does not exist"),
        (400, "prompt is too long: 210000 tokens > 200000 maximum"),
        (529, "Overloaded"),
    ):
        fault = fault_for_status(status, message)
        yield str(fault)
        if isinstance(fault, AuthenticationFailedError):
            yield str(with_key_source(fault, model_key(OWN, {"HOSTED_VLLM_API_KEY": "k"}).source))
            yield str(with_key_source(fault, f"no key was sent: {model_key(OWN, {}).source}"))
    yield str(no_connection("http://127.0.0.1:9/v1", "llm.api_base", "refused"))
    yield from raised_texts()


def test_the_extension_is_tested_with_what_is_said_today() -> None:
    said = list(texts())
    assert json.loads(TEXTS.read_bytes()) == said, f"write into {TEXTS}:\n{json.dumps(said)}"
