"""Keeping the keys of model providers, and saying what else can be done with one."""

import os
from collections.abc import Iterator, Mapping

from architect.bootstrap.models.keys import key_providers, provider_variables
from architect.bootstrap.models.known_providers import PROVIDERS
from architect.bootstrap.models.providers import litellm_providers
from architect.config.llm import AUTO, LlmSettings
from architect.config.nearest import did_you_mean
from architect.domain.errors import UserError
from architect.l10n import english

_LONGEST_KEY = 10_000


def provider_named(name: str) -> str:
    """The provider that `name` means.

    Raises:
        UserError: there is none, or it takes no key.
    """
    name = name.strip().lower()
    if name in litellm_providers() and provider_variables(name):
        return name
    names = [provider.prefix for provider in PROVIDERS]
    hint = did_you_mean(name, {*names, *litellm_providers()})
    hint = hint or english(", such as {names}", names=", ".join(names))
    raise UserError(english("no provider {name!r}{hint}", name=name, hint=hint))


def provider_in_use(llm: LlmSettings) -> str | None:
    """The provider whose key runs need by the configuration, if it names one."""
    return None if llm.model == AUTO else next(iter(key_providers(llm)), None)


def usable_key(text: str) -> str:
    """The key in what was typed or piped.

    Raises:
        UserError: it is none.
    """
    key = text.strip()
    if not key:
        raise UserError(english("no key was given"))
    if len(key) > _LONGEST_KEY or not all("!" <= character <= "~" for character in key):
        raise UserError(
            english(
                "this is no key: one is a line without blanks, of letters, digits and signs; "
                "copy it again"
            )
        )
    return key


def set_variables(provider: str, environ: Mapping[str, str]) -> list[str]:
    """The variables with a key of `provider`, which go before one that is kept."""
    return [name for name in provider_variables(provider) if environ.get(name)]


def other_ways(provider: str, environ: Mapping[str, str]) -> Iterator[str]:
    """Where to put a key without a keyring: lines, those to copy indented."""
    from architect.adapters.install_command import install_command
    from architect.adapters.keyring.user_keyring import has_package

    variable = provider_variables(provider)[0]
    if not has_package():
        yield english("to keep keys in the keyring of this system, install what speaks to it:")
        yield f"  {install_command('keyring')}"
    shell = os.path.basename(environ.get("SHELL", ""))  # noqa: PTH119 - a name, no file
    # Neovim sets this variable in its terminals, whose own variables end with them.
    in_neovim = "NVIM" in environ
    yield (
        english(
            "or keep the key in a variable; in a shell, before you start Neovim there, "
            "without showing it:"
        )
        if in_neovim
        else english("or keep the key in a variable; in this terminal, without showing it:")
    )
    if shell == "fish":
        yield f"  read -s -x {variable}"
        yield english("in every terminal, a line in {file}:", file="~/.config/fish/config.fish")
        yield f"  set -x {variable} KEY"
    else:
        yield f"  read -rs {variable} && export {variable}"
        file = "~/.zshrc" if shell == "zsh" else "~/.profile"
        yield english("in every terminal, a line in {file}:", file=file)
        yield f"  export {variable}=KEY"
    yield english("in CI, a secret of the pipeline as the variable {variable}", variable=variable)
    if not in_neovim:
        yield english(
            "in VS Code, the command *Architect: Select Model...* keeps one in its secret storage"
        )
