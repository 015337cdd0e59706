"""A reasoning effort as requests carry it, and what a provider says against it."""

from collections.abc import Mapping
from typing import Any

from architect.domain.errors import RequestRejectedError
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.ports.model import Model, ProgressListener

_ABOUT_EFFORT = lazy_pattern(r"(?i)effort|thinking|\breasoning\b")
_ABOUT_ITEMS = lazy_pattern(r"(?i)reasoning_content|signature|block")
"""Of earlier replies, which go back in requests."""


def deepseek_effort(effort: str) -> Mapping[str, Any]:
    """The members of a request to DeepSeek that ask for `effort`.

    https://api-docs.deepseek.com/guides/thinking_mode (November 2026)
    """
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    return {"thinking": {"type": "enabled"}, "reasoning_effort": effort}


class EffortModel:
    """`model`, which is asked for `effort`; a refusal of that names the setting."""

    def __init__(self, model: Model, effort: str) -> None:
        self._model = model
        self._effort = effort

    @property
    def name(self) -> str:
        return self._model.name

    async def complete(self, request: ModelRequest, on_progress: ProgressListener) -> ModelReply:
        try:
            return await self._model.complete(request, on_progress)
        except RequestRejectedError as error:
            if not _ABOUT_EFFORT.search(str(error)) or _ABOUT_ITEMS.search(str(error)):
                raise
            raise RequestRejectedError(
                english(
                    "llm.reasoning_effort (--reasoning) is {effort!r}, which is refused: {error}; "
                    "leave it out, or choose another one",
                    effort=self._effort,
                    error=error,
                )
            ) from error

    async def aclose(self) -> None:
        await self._model.aclose()
