"""Which reasoning efforts a model has, and which of them a run asks for."""

from architect.bootstrap.models.model_table import model_info
from architect.config.llm import LlmSettings
from architect.domain.errors import UserError, helped
from architect.domain.model_info import ModelInfo
from architect.domain.model_names import editor_model_id
from architect.domain.reasoning_effort import effort_word
from architect.l10n import english

_NOTING = frozenset({"anthropic", "azure", "cohere", "gemini", "mistral", "openai", "xai"})
"""Providers of whose models the table says which do not reason; of others it often is silent."""


_SETTING = "llm.reasoning_effort"


def wanted_effort(llm: LlmSettings) -> str | None:
    """The effort that the settings ask for, in the words of the provider; None asks for none.

    Raises:
        UserError: the model has no such effort, or does not reason at all.
    """
    wanted = llm.reasoning_effort
    if wanted is None:
        return None
    if editor_model_id(llm.model) is not None:
        said = f"how hard {llm.model} thinks is for the editor to say: leave out {_SETTING}"
        error = UserError(english("{said} (--reasoning)", said=said))
        raise helped(error, "openSettings", setting=_SETTING, brief=said)
    info = model_info(llm.model)
    if info is None or not _is_noted_down(llm.model, info):
        return wanted
    if "reasoning" in info.capabilities:
        return effort_word(wanted, llm.model, info.efforts)
    if wanted == "none":
        return None
    error = UserError(
        english(
            "{model} does not reason: leave out {setting} (--reasoning), or choose a model "
            "that does",
            model=llm.model,
            setting=_SETTING,
        )
    )
    brief = f"{llm.model} does not reason: leave out {_SETTING}, or choose a model that does"
    raise helped(error, "openSettings", setting=_SETTING, brief=brief)


def _is_noted_down(model: str, info: ModelInfo) -> bool:
    """Whether the table is sure whether `model` reasons."""
    if "reasoning" in info.capabilities or info.provider in _NOTING:
        return True
    return "claude" in model or "gemini" in model
