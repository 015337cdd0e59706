"""A reasoning effort as requests carry it, and what a provider says against it."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.hosts import operator_of
from architect.domain.errors import RequestRejectedError
from architect.domain.model_exchange import ModelReply, ModelRequest
from architect.lazy_pattern import lazy_pattern
from architect.ports.model import Model, ProgressListener

_OF_OLLAMA: Mapping[str, object] = {"none": False, "minimal": "low", "max": "high"}
_ABOUT_EFFORT = lazy_pattern(r"(?i)effort|thinking|\breasoning\b")
_ABOUT_ITEMS = lazy_pattern(r"(?i)reasoning_content|signature|block")
"""Of earlier replies, which go back in requests."""


def effort_members(effort: str | None, *, path: str, api_base: str) -> Mapping[str, Any]:
    """The members of a request to `path` that ask for `effort`; None asks for nothing."""
    if effort is None:
        return {}
    if path == "/responses":
        return {"reasoning": {"effort": effort}}
    if path == "/api/chat":
        # https://docs.ollama.com/capabilities/thinking (November 2026)
        return {"think": _OF_OLLAMA.get(effort, effort)}
    if operator_of(api_base) == "deepseek":
        return _deepseek(effort)
    return {"reasoning_effort": effort}


def litellm_effort(
    effort: str | None, name: str, *, longest_reply: int | None
) -> Mapping[str, Any]:
    """The arguments of LiteLLM that ask the model `name` for `effort`.

    `longest_reply` is what it can, in tokens, None if that is unknown.
    """
    if effort is None:
        return {}
    if name.startswith("deepseek/"):
        return {"extra_body": _deepseek(effort)}  # LiteLLM only turns thinking on and off
    if "claude" in name and not name.startswith("openrouter/"):
        return _claude(effort, longest_reply)
    return {"reasoning_effort": effort}


def _claude(effort: str, longest_reply: int | None) -> Mapping[str, Any]:
    """LiteLLM leaves 4,096 tokens to a reply beyond a budget for thinking, unless it is told more.

    Of `none` it makes that nothing is said, upon which Claude 5 and later do think.
    """
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    limit = {} if longest_reply is None else {"max_tokens": longest_reply}
    return {"reasoning_effort": effort, **limit}


def _deepseek(effort: str) -> Mapping[str, Any]:
    """https://api-docs.deepseek.com/guides/thinking_mode (November 2026)"""
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
                f"llm.reasoning_effort (--reasoning) is {self._effort!r}, which is refused: "
                f"{error}; leave it out, or choose another one"
            ) from error

    async def aclose(self) -> None:
        await self._model.aclose()
