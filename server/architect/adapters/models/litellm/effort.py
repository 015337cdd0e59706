"""A reasoning effort as LiteLLM wants to be asked for it."""

from collections.abc import Mapping
from typing import Any

from architect.adapters.models.reasoning_effort import deepseek_effort


def litellm_effort(
    effort: str | None, name: str, *, longest_reply: int | None
) -> Mapping[str, Any]:
    """The arguments of LiteLLM that ask the model `name` for `effort`.

    `longest_reply` is what it can, in tokens, None if that is unknown.
    """
    if effort is None:
        return {}
    if name.startswith("deepseek/"):
        return {"extra_body": deepseek_effort(effort)}  # LiteLLM only turns thinking on and off
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
