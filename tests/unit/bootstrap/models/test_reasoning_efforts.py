"""What is asked of which model, by what is known of it, and what is refused before."""

from tests.support.table import table

from architect.bootstrap.models.reasoning_efforts import wanted_effort
from architect.config.llm import LlmSettings
from architect.domain.errors import UserError

SENT: list[tuple[str, dict[str, str | None]]] = [
    ("gpt-5", {"minimal": "minimal", "low": "low", "max": "high"}),
    ("openai/gpt-5-2025-08-07", {"max": "high"}),
    ("gpt-5.1", {"none": "none", "minimal": "low", "max": "high"}),
    ("gpt-5.1-codex-max", {"max": "xhigh"}),
    ("gpt-6-sol", {"none": "none", "max": "max"}),
    ("azure/gpt-5.4", {"max": "xhigh"}),
    ("o3", {"minimal": "low", "max": "high"}),
    ("anthropic/claude-sonnet-4-5", {"none": "none", "minimal": "minimal", "max": "max"}),
    ("claude-opus-4-6", {"none": "none", "minimal": "low", "high": "high", "max": "max"}),
    ("claude-opus-5-5", {"minimal": "low", "max": "max"}),
    ("gemini/gemini-2.5-flash", {"none": "none", "max": "high"}),
    ("gemini/gemini-3-flash-preview", {"minimal": "minimal", "max": "high"}),
    ("gemini/gemini-3.8-flash", {"minimal": "low"}),
    # Nobody says what they know.
    ("ollama/qwen3", {"none": "none", "low": "low", "max": "max"}),
    ("openai/of-my-own", {"minimal": "minimal", "max": "max"}),
    ("zai/glm-4.5", {"none": "none", "high": "high"}),
    ("azure_ai/gpt-oss-120b", {"high": "high"}),
    # No reasoning is what they have.
    ("gpt-4.1", {"none": None}),
    ("mistral/codestral-latest", {"none": None}),
]
REFUSED = [
    ("gpt-4.1", "high", "gpt-4.1 does not reason: leave out llm.reasoning_effort (--reasoning)"),
    ("bedrock/anthropic.claude-3-5-haiku-20241022-v1:0", "low", "does not reason"),
    ("gpt-5", "none", "cannot reply without reasoning: choose at least --reasoning minimal"),
    ("claude-opus-5-5", "none", "cannot reply without reasoning: choose at least --reasoning low"),
    ("gemini/gemini-2.5-pro", "none", "cannot reply without reasoning"),
    (
        "mistral/mistral-medium-latest",
        "low",
        "choose none or high (llm.reasoning_effort, --reasoning)",
    ),
    ("vscode/gpt-5", "high", "is for the editor to say"),
]


def settings(model: str, effort: str | None) -> LlmSettings:
    return LlmSettings.model_validate({"model": model, "reasoning_effort": effort})


@table(("model", "sent"), SENT)
def test_an_effort_is_sent_in_the_words_of_the_model(
    model: str, sent: dict[str, str | None]
) -> None:
    assert wanted_effort(settings(model, None)) is None
    assert {each: wanted_effort(settings(model, each)) for each in sent} == sent


@table(("model", "effort", "words"), REFUSED)
def test_an_effort_that_the_model_has_not_is_refused_in_one_line(
    model: str, effort: str, words: str
) -> None:
    try:
        wanted_effort(settings(model, effort))
    except UserError as error:
        assert words in str(error)
        assert "\n" not in str(error)
    else:
        raise AssertionError("it was let through")
