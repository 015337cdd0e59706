"""The settings of the models that take over from another one."""

from architect.bootstrap.models.model_table import model_info
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


def address_for(llm: LlmSettings, model: str) -> str | None:
    """The address of the settings if they mean `model`, too; None stands for its usual one."""
    return llm.api_base if is_same_place(llm, model) else None


def fallback_settings(llm: LlmSettings, model: str) -> LlmSettings:
    """The settings of `model`, which may take over from the model of `llm`.

    Another provider gets nothing that was meant for the first one: neither its key nor its address,
    nor what goes along with every request to it. An effort that it does not have is left out, and
    a reply is not to be longer than it can.
    """
    changes: dict[str, object] = {
        "model": model,
        "fallbacks": (),
        "max_output_tokens": _reply_limit(llm.max_output_tokens, model),
    }
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


def _reply_limit(wanted: int | None, model: str) -> int | None:
    info = None if wanted is None else model_info(model)
    longest = info.max_output_tokens if info else None
    return wanted if wanted is None or longest is None else min(wanted, longest)
