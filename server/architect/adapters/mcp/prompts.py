"""The prompts of a server, which a user chooses by `/SERVER:PROMPT`.

https://modelcontextprotocol.io/specification/2025-11-25/server/prompts.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from architect.adapters.mcp.resources import text_of_content
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls, in_one_line
from architect.domain.mcp_server import McpPrompt, McpPromptArgument
from architect.l10n import english

if TYPE_CHECKING:
    from mcp.client.client import Client

_MOST_PROMPTS = 1_000
_MOST_PAGES = 100


async def listed_prompts(client: "Client") -> Sequence[McpPrompt]:
    """All prompts of the server; none if it has none to offer.

    Raises:
        MCPError: the server refuses.
    """
    if client.server_capabilities.prompts is None:
        return ()
    found: list[McpPrompt] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_prompts(cursor=cursor, cache_mode="bypass")
        found += map(_prompt, page.prompts)
        cursor = page.next_cursor
        if not cursor or len(found) > _MOST_PROMPTS:
            break
    return tuple(found[:_MOST_PROMPTS])


def _prompt(prompt: Any) -> McpPrompt:
    arguments = tuple(
        McpPromptArgument(each.name, is_required=bool(each.required))
        for each in prompt.arguments or ()
    )
    return McpPrompt(prompt.name, _shown(prompt.description or prompt.title or ""), arguments)


async def prompt_text(client: "Client", name: str, words: Sequence[str]) -> str:
    """What a prompt of the server says, for arguments as the user has written them.

    Raises:
        MCPError: the server refuses.
        UserError: there is no such prompt, or its arguments are other ones.
    """
    prompts = {each.name: each for each in await listed_prompts(client)}
    if name not in prompts:
        from difflib import get_close_matches

        near = get_close_matches(name, prompts, n=1)
        there = ", ".join(map(_shown, prompts)) or "none"
        hint = (
            english("did you mean {name!r}?", name=_shown(near[0]))
            if near
            else english("it has {there}", there=there)
        )
        raise UserError(
            english("the MCP server has no prompt {name!r}; {hint}", name=name, hint=hint)
        )
    answer = await client.get_prompt(name, dict(_arguments(prompts[name], words)))
    return "\n\n".join(filter(None, map(_message, answer.messages)))


def _arguments(prompt: McpPrompt, words: Sequence[str]) -> Mapping[str, str]:
    """Words as arguments: `name=value` by name, others in the order of the prompt."""
    names = [each.name for each in prompt.arguments]
    given: dict[str, str] = {}
    others: list[str] = []
    for word in words:
        name, has_value, value = word.partition("=")
        if has_value and name in names:
            given[name] = value
        else:
            others.append(word)
    free = [name for name in names if name not in given]
    if free and len(others) > len(free):  # the last one has all that is left
        others[len(free) - 1 :] = [" ".join(others[len(free) - 1 :])]
    if len(others) > len(free):
        raise UserError(
            english(
                "the prompt {usage} takes no more arguments: {others}",
                usage=prompt.usage,
                others=" ".join(others),
            )
        )
    given |= dict(zip(free, others, strict=False))
    wanted = (each.name for each in prompt.arguments if each.is_required)
    if missing := [_shown(name) for name in wanted if name not in given]:
        raise UserError(
            english(
                "the prompt {usage} needs {missing}", usage=prompt.usage, missing=", ".join(missing)
            )
        )
    return {name: given[name] for name in names if name in given}


def _message(message: Any) -> str:
    content = message.content
    resource = getattr(content, "resource", None)
    text = getattr(content, "text", None)
    if resource is not None:
        text = text_of_content(resource)
    elif not isinstance(text, str):
        text = f"[left out: {in_one_line(getattr(content, 'mime_type', None) or content.type)}]"
    return text if message.role == "user" else f"(assistant) {text}"


def _shown(text: str) -> str:
    return escape_controls(in_one_line(text))[:200]
