"""`architect.models`: which models can be used with the keys at hand."""

from typing import TYPE_CHECKING, Annotated, TypedDict

from pydantic import Field

from architect.domain.errors import UserError
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message

if TYPE_CHECKING:
    from architect.bootstrap.models.usable_models import ProviderModels, UsableModel

OPENAI_COMPATIBLE = "openai-compatible"
"""What stands for a server at an address of the user's own."""


class ModelsArgs(Message):
    """Which provider to ask; all that can be used if it is left out.

    `openai-compatible` is a server that speaks OpenAI's format, at `apiBase` or where the settings
    say.
    """

    provider: str | None = None
    api_base: Annotated[str, Field(min_length=1, max_length=2_000)] | None = None


class TokenPrice(TypedDict):
    """US dollars per million tokens; null where there is no price of its own."""

    input: float
    output: float
    cached: float | None
    cacheWrite: float | None


class ListedModel(TypedDict):
    """`name` is what `llm.model` takes; null stands for what nobody says.

    `efforts` are what `llm.reasoning_effort` takes for it, none if nobody says.
    """

    name: str
    maxInputTokens: int | None
    maxOutputTokens: int | None
    price: TokenPrice | None
    tools: bool | None
    reasoning: bool | None
    vision: bool | None
    efforts: list[str]


class ListedProvider(TypedDict):
    """`access` says how it is reached, `problem` why it was not asked; no key is ever in it."""

    provider: str
    access: str
    problem: str | None
    models: list[ListedModel]


class Models(TypedDict):
    """`model` is the one that runs would get, or `auto` if a local server decides."""

    model: str
    providers: list[ListedProvider]


async def models(editor: EditorSession, args: ModelsArgs, _token: object) -> Models:
    from architect.bootstrap.models.usable_models import models_at, usable_models

    llm = (await editor.config(editor.root_of())).llm
    address = args.api_base or (llm.api_base if args.provider == OPENAI_COMPATIBLE else None)
    if address is not None:
        at_address = await models_at(address, llm, editor.environ)
        return {"model": llm.model, "providers": [_listed(at_address)]}
    if args.provider == OPENAI_COMPATIBLE:
        raise invalid(
            english(
                "apiBase: the address of the server is needed, such as http://localhost:8000/v1"
            )
        )
    try:
        found = await usable_models(llm, editor.environ, only=args.provider)
    except UserError as error:
        raise invalid(str(error)) from error
    return {"model": llm.model, "providers": [_listed(provider) for provider in found]}


def _listed(provider: "ProviderModels") -> ListedProvider:
    return {
        "provider": provider.provider,
        "access": provider.access,
        "problem": provider.problem or None,
        "models": [_model(model) for model in provider.models],
    }


def _model(model: "UsableModel") -> ListedModel:
    price = model.price
    return {
        "name": model.name,
        "maxInputTokens": model.max_input_tokens,
        "maxOutputTokens": model.max_output_tokens,
        "price": price
        and {
            "input": price.input,
            "output": price.output,
            "cached": price.cached,
            "cacheWrite": price.cache_write,
        },
        "tools": model.tools,
        "reasoning": model.reasoning,
        "vision": model.vision,
        "efforts": list(model.efforts),
    }


COMMAND = Command("architect.models", ModelsArgs, Models, models)
