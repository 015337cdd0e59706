"""Which model's replies are kept on this machine, and where."""

import json
from collections.abc import Callable, Mapping

from architect.adapters.files.user_folders import user_cache_folder
from architect.config.llm import LlmSettings
from architect.config.llm_cache import LlmCacheSettings
from architect.domain.errors import UserError
from architect.l10n import english
from architect.ports.model import Model

_SHAPING = (
    "provider",
    "mode",
    "api",
    "model",
    "api_base",
    "reasoning_effort",
    "max_output_tokens",
    "temperature",
    "extra_headers",
    "extra_body",
)
"""The settings that replies follow from."""

Cache = Callable[[Model, LlmSettings], Model]
"""A model with the replies of its settings kept."""


def uncached(model: Model, _: LlmSettings) -> Model:
    return model


def reply_cache(settings: LlmCacheSettings, environ: Mapping[str, str]) -> Cache:
    """What keeps the replies of models, where the user wants that.

    Raises:
        UserError: the folder is no absolute path; what is in a project could be anybody's.
    """
    if not settings.enabled:
        return uncached
    folder = settings.dir or user_cache_folder(environ) / "replies"
    if not folder.is_absolute():
        raise UserError(
            english("llm_cache.dir {folder!r} must be an absolute path", folder=str(folder))
        )
    from architect.adapters.models.reply_cache.model import CachedModel
    from architect.adapters.models.reply_cache.store import ReplyStore

    store = ReplyStore(folder, ttl_s=settings.ttl_hours * 3600.0)

    def cached(model: Model, llm: LlmSettings) -> Model:
        shaping = json.dumps([getattr(llm, name) for name in _SHAPING], default=str, sort_keys=True)
        return CachedModel(model, store, shaping)

    return cached
