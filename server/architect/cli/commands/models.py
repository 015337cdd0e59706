"""List the models that can be used with the keys at hand."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from architect.cli.options import config_option, workspace_option
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.bootstrap.models.usable_models import ProviderModels, UsableModel


@click.command("models")
@config_option
@workspace_option
@click.option("--provider", metavar="NAME", help="Only this one, with or without a key.")
@click.option("--api-base", metavar="URL", help="Only what this OpenAI-compatible API offers.")
@click.option("--api-key", metavar="KEY", help="Key for it; prefer HOSTED_VLLM_API_KEY.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def command(
    config: Path | None,
    workspace: Path | None,
    provider: str | None,
    api_base: str | None,
    api_key: str | None,
    as_json: bool,
) -> None:
    """List the models that can be used, as the providers and local servers list them.

    With --api-base they are those that one address offers; `architect run` takes it as well.
    """
    import asyncio

    from architect.bootstrap.models.usable_models import models_at, usable_models
    from architect.cli.settings import told_settings

    if provider and api_base:
        raise click.UsageError(english("--provider and --api-base cannot be used together."))
    if api_key and not api_base:
        raise click.UsageError(
            english("--api-key is for --api-base; `architect login` keeps other keys.")
        )
    llm = told_settings(config, workspace).llm
    if api_base:
        at_address = models_at(api_base, llm, os.environ, api_key=api_key)
        _print((asyncio.run(at_address),), llm.model, as_json=as_json)
    else:
        found = asyncio.run(usable_models(llm, os.environ, only=provider))
        _print(found, llm.model, as_json=as_json)


def _print(found: "Sequence[ProviderModels]", current: str, *, as_json: bool) -> None:
    from architect.cli.result_stream import print_result
    from architect.domain.escape_controls import escape_controls

    if as_json:
        import json

        print_result(json.dumps([provider_json(one) for one in found], indent=2))
        return
    if not found:
        from architect.bootstrap.models.chosen_model import FOUR_WAYS

        told = t("no model can be used yet: {ways}", ways=shown(FOUR_WAYS))
        print_result(told, column=2)
    for one in found:
        for line in _lines(one, current):
            print_result(escape_controls(line), column=4)


def provider_json(found: "ProviderModels") -> dict[str, Any]:
    """A provider as `--json` prints it; null stands for what nobody says."""
    return {
        "provider": found.provider,
        "access": found.access,
        "problem": found.problem or None,
        "models": [_model_json(model) for model in found.models],
    }


def _model_json(model: "UsableModel") -> dict[str, Any]:
    price = model.price
    return {
        "name": model.name,
        "max_input_tokens": model.max_input_tokens,
        "max_output_tokens": model.max_output_tokens,
        "price": price
        and {
            "input": price.input,
            "output": price.output,
            "cached": price.cached,
            "cache_write": price.cache_write,
        },
        "tools": model.tools,
        "reasoning": model.reasoning,
        "vision": model.vision,
        "efforts": list(model.efforts) or None,
    }


def _lines(found: "ProviderModels", current: str) -> list[str]:
    lines = [f"{found.provider} ({shown(found.access)})" if found.access else found.provider]
    if found.problem:
        lines.append(t("  not asked: {problem}", problem=shown(found.problem)))
    width = max((len(model.name) for model in found.models), default=0)
    for model in found.models:
        mark = "*" if model.name == current else " "
        lines.append(f"{mark} {model.name:{width}}  {_facts(model)}".rstrip())
    return lines


def _facts(model: "UsableModel") -> str:
    window = "" if model.max_input_tokens is None else f"{model.max_input_tokens:,}"
    price = model.price
    cost = "" if price is None else f"${price.input:g} / ${price.output:g}"
    return f"{window:>10}  {cost:<16}  {', '.join(_abilities(model))}"


def _abilities(model: "UsableModel") -> Iterator[str]:
    if model.reasoning:
        yield f"{t('reasoning')} ({' '.join(model.efforts)})" if model.efforts else t("reasoning")
    if model.tools is not None:
        yield t("tools") if model.tools else t("no tools")
    if model.vision:
        yield t("vision")
