"""Keep the key of a model provider in the keyring of the system."""

import os
import select
import sys
from typing import TYPE_CHECKING

import click

from architect.cli.exit_codes import AUTHENTICATION, FAILED, SUCCESS
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t

if TYPE_CHECKING:
    from architect.config.llm import LlmSettings

_MOST_BYTES = 20_000
_LONGEST_WAIT_S = 30.0


@click.command("login")
@click.argument("provider", required=False)
@click.option("--no-check", is_flag=True, help="Do not ask the provider whether the key works.")
def command(provider: str | None, no_check: bool) -> int:
    """Keep the key of PROVIDER (openai, anthropic, ...) in the keyring of your system.

    The key is asked for, or read from standard input, and tried before it is kept; exit code 4 if
    it is refused. Runs use it where neither --api-key nor a variable has one.
    """
    import asyncio

    from architect.adapters.keyring.key_store import KeyStore
    from architect.adapters.keyring.user_keyring import UserKeyring
    from architect.app.login import other_ways, provider_named, set_variables, usable_key
    from architect.bootstrap.models.key_check import check_key
    from architect.cli.result_stream import print_result
    from architect.domain.errors import KeyringFault
    from architect.domain.escape_controls import escape_controls

    llm = _llm()
    provider = provider_named(provider or _asked_provider(llm))
    try:
        backend = UserKeyring(os.environ).backend()
    except KeyringFault as fault:
        why = shown(escape_controls(str(fault)))
        print_note(t("architect: no key can be kept here: {fault}", fault=why))
        for line in other_ways(provider, os.environ):
            print_note(shown(line))
        return FAILED
    key = usable_key(_asked_key(provider))
    if not no_check:
        check = asyncio.run(check_key(llm, provider, key, os.environ))
        said = shown(escape_controls(check.text))
        if check.state == "refused":
            print_note(t("architect: the key is not kept: {reason}", reason=said))
            return AUTHENTICATION
        not_tried = t("{provider}: not tried: {reason}", provider=provider, reason=said)
        works = check.state == "works"
        print_result(_works(provider, len(check.models)) if works else not_tried)
    try:
        KeyStore(os.environ).keep(provider, key)
    except KeyringFault as fault:
        print_note(
            t("architect: the key is not kept: {reason}", reason=shown(escape_controls(str(fault))))
        )
        return FAILED
    print_result(t("kept in the keyring ({backend})", backend=escape_controls(backend)))
    for name in set_variables(provider, os.environ):
        print_result(t("note: {name} is set and goes before it: unset {name}", name=name))
    print_result(_next(_llm(), provider))
    return SUCCESS


def _llm() -> "LlmSettings":
    """The settings of the model; what is wrong with the configuration does not matter here."""
    from architect.bootstrap.settings import load_settings
    from architect.config.schema import Config
    from architect.domain.errors import UserError

    try:
        return load_settings(None, None).config.llm
    except UserError:
        return Config().llm


def _asked_provider(llm: "LlmSettings") -> str:
    from architect.app.login import provider_in_use
    from architect.bootstrap.models.known_providers import PROVIDERS

    in_use = provider_in_use(llm)
    if not sys.stdin.isatty():
        if in_use is None:
            raise click.UsageError(english("Name the PROVIDER, such as openai or anthropic."))
        return in_use
    names = ", ".join(provider.prefix for provider in PROVIDERS)
    print_note(t("providers: {names}, and what LiteLLM knows", names=names))
    return click.prompt(t("Provider"), default=in_use or PROVIDERS[0].prefix, err=True)


def _asked_key(provider: str) -> str:
    if sys.stdin.isatty():
        return click.prompt(
            t("API key of {provider} (not shown)", provider=provider), hide_input=True, err=True
        )
    from architect.domain.errors import UserError

    ready, _, _ = select.select([sys.stdin.fileno()], [], [], _LONGEST_WAIT_S)
    if not ready:
        raise UserError(
            english("no key came on standard input within {seconds:g} s", seconds=_LONGEST_WAIT_S)
        )
    return sys.stdin.buffer.readline(_MOST_BYTES).decode("utf-8", "replace")


def _works(provider: str, models: int) -> str:
    if models:
        return t("{provider}: the key works ({models} models)", provider=provider, models=models)
    return t("{provider}: the key works", provider=provider)


def _next(llm: "LlmSettings", provider: str) -> str:
    from architect.bootstrap.models.keys import key_providers

    if provider in key_providers(llm):
        return t("runs use it, with the model {model}", model=llm.model)
    if llm.model == "auto":
        return t("to use it: architect models --provider {provider}", provider=provider)
    return t(
        "the configured model is {model}, which does not use it; to choose another "
        "one: architect models --provider {provider}",
        model=llm.model,
        provider=provider,
    )
