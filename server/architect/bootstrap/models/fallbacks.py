"""The settings of the models that take over from another one."""

from architect.bootstrap.models.providers import provider_of
from architect.bootstrap.models.reasoning_efforts import wanted_effort
from architect.config.llm import LlmSettings
from architect.domain.errors import UserError

OF_NO_VARIABLE = "ARCHITECT_NO_SUCH_KEY"
"""Names no variable that holds a key, so that only those of the provider are looked at."""


def is_same_place(llm: LlmSettings, model: str) -> bool:
    """Whether `model` is asked where that of `llm` is: by the same proxy or the same provider."""
    other = llm.model_copy(update={"model": model})
    return llm.mode == "proxy" or provider_of(other) == provider_of(llm)


def fallback_settings(llm: LlmSettings, model: str) -> LlmSettings:
    """The settings of `model`, which may take over from the model of `llm`.

    Another provider gets nothing that was meant for the first one: neither its key nor its address,
    nor what goes along with every request to it. An effort that it does not have is left out.
    """
    changes: dict[str, object] = {"model": model, "fallbacks": ()}
    if not is_same_place(llm, model):
        changes |= {
            "provider": "auto",
            "api_base": None,
            "api_key_env": OF_NO_VARIABLE,
            "extra_headers": {},
            "extra_body": {},
        }
    settings = llm.model_copy(update=changes)
    try:
        wanted_effort(settings)
    except UserError:
        return settings.model_copy(update={"reasoning_effort": None})
    return settings
