"""Remove the key of a model provider from the keyring."""

import os

import click

from architect.cli.exit_codes import FAILED, SUCCESS
from architect.cli.result_stream import print_note
from architect.l10n import english, shown, t


@click.command("logout")
@click.argument("provider", required=False)
def command(provider: str | None) -> int:
    """Remove the key of PROVIDER, which `architect login` keeps; the only one if none is named."""
    from architect.adapters.keyring.key_store import KeyStore
    from architect.app.login import provider_named, set_variables
    from architect.cli.result_stream import print_result
    from architect.domain.errors import KeyringFault
    from architect.domain.escape_controls import escape_controls

    store = KeyStore(os.environ)
    kept = store.providers()
    if provider is None:
        if len(kept) > 1:
            raise click.UsageError(
                english("Name the PROVIDER: keys of {kept} are kept.", kept=", ".join(kept))
            )
        if not kept:
            print_result(t("no key is kept"))
            return SUCCESS
        provider = kept[0]
    provider = provider_named(provider)
    if provider not in kept:
        print_result(t("no key of {provider} is kept", provider=provider))
        return SUCCESS
    try:
        store.forget(provider)
    except KeyringFault as fault:
        print_note(
            t(
                "architect: {provider}: runs do not use the key any more, "
                "but it may still be in the keyring: {reason}",
                provider=provider,
                reason=shown(escape_controls(str(fault))),
            )
        )
        return FAILED
    print_result(t("{provider}: the key is removed", provider=provider))
    for name in set_variables(provider, os.environ):
        print_result(t("note: {name} is set, and runs use that", name=name))
    return SUCCESS
