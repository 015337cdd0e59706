"""Errors in the words of a front end, with what helps against them."""

import pytest
from tests.support.table import table

from architect.adapters.models.faults.no_connection import no_connection
from architect.adapters.models.faults.provider_faults import fault_for_status
from architect.agent.ending import error_of
from architect.app.front_end_words import FrontEndWords, limit_remedy, run_error_of
from architect.bootstrap.models.open_model import ModelSources, open_model
from architect.config.llm import LlmSettings
from architect.domain.errors import ArchitectError, ImagesNotTakenError, ModelFault
from architect.domain.outcome import RunError, StopReason
from architect.domain.remedies import Remedy

EDITOR = FrontEndWords(
    {"llm.api_base": "architect.apiBase", "llm.model": "architect.model"}, in_brief=True
)


def told(fault: ModelFault) -> RunError:
    return EDITOR.error(error_of(fault))


def opening(**settings: object) -> RunError:
    with pytest.raises(ArchitectError) as refused:
        open_model(LlmSettings.model_validate(settings), ModelSources({}))
    return EDITOR.error(run_error_of(refused.value))


OLLAMA = "http://localhost:11434"


@table(
    ("error", "message", "remedy"),
    [
        (
            told(no_connection(OLLAMA, "OLLAMA_HOST", "All connection attempts failed")),
            f"Nothing answers at {OLLAMA} (OLLAMA_HOST); is Ollama running?",
            Remedy("startOllama"),
        ),
        (
            told(no_connection("http://127.0.0.1:9/v1", "llm.api_base", "Connection refused")),
            "Nothing answers at http://127.0.0.1:9/v1 (architect.apiBase); is the model server "
            "running?",
            Remedy("openSettings", "architect.apiBase"),
        ),
        (
            told(fault_for_status(401, "Incorrect API key provided")),
            "the provider answered 401: Incorrect API key provided (check the API key and what it "
            "may use)",
            Remedy("enterKey"),
        ),
        (
            told(fault_for_status(404, "The model does not exist")),
            "the provider answered 404: The model does not exist",
            Remedy("selectModel", "architect.model"),
        ),
        (
            told(fault_for_status(529, "Overloaded")),
            "the provider answered 529: Overloaded",
            Remedy("retry"),
        ),
        (
            told(ImagesNotTakenError("m")),
            "the model 'm' takes no images: choose one that does, or leave the images out",
            Remedy("selectModel", "architect.model"),
        ),
        (
            opening(model="openai/gpt-4.1"),
            "no key for 'openai/gpt-4.1' is stored",
            Remedy("enterKey"),
        ),
        (
            opening(model="Qwen/Qwen3", provider="openai_compatible"),
            "no address is known for the model 'Qwen/Qwen3': set architect.apiBase to one that "
            "speaks the OpenAI format",
            Remedy("openSettings", "architect.apiBase"),
        ),
        (
            opening(model="openai/gpt-4.1", reasoning_effort="high"),
            "openai/gpt-4.1 does not reason: leave out llm.reasoning_effort, or choose a model "
            "that does",
            Remedy("openSettings", "llm.reasoning_effort"),
        ),
    ],
)
def test_an_editor_reads_what_its_user_can_do(
    error: RunError, message: str, remedy: Remedy | None
) -> None:
    assert (error.message, error.remedy) == (message, remedy)


def test_a_command_line_has_all_the_advice() -> None:
    error = error_of(no_connection(OLLAMA, "OLLAMA_HOST", "All connection attempts failed"))
    assert FrontEndWords().error(error).message == (
        f"Nothing answers at {OLLAMA} (OLLAMA_HOST); is Ollama running? `ollama serve` starts it"
    )
    given = FrontEndWords({"llm.api_base": "--api-base"})
    assert given.text("no connection (llm.api_base)") == "no connection (--api-base)"
    assert given.text("my.llm.api_base_x") == "my.llm.api_base_x"


def test_a_limit_that_ended_a_run_names_its_setting() -> None:
    words = FrontEndWords({"costs.budget_usd": "architect.budgetUsd"}, in_brief=True)
    budget = words.remedy(limit_remedy(StopReason.BUDGET_EXCEEDED))
    assert budget == Remedy("openSettings", "architect.budgetUsd")
    assert limit_remedy(StopReason.NO_PROGRESS) is None
