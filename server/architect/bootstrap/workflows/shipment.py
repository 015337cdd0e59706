"""A unit on its way to another machine, and what comes back of it."""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any

from architect.adapters.dask.installations import Needs
from architect.adapters.shell.command_environment import key_values
from architect.adapters.trees.laid_files import LaidFile
from architect.bootstrap.models.chosen_model import by_key
from architect.bootstrap.models.fallbacks import fallback_settings
from architect.bootstrap.models.kept_keys import kept_keys, kept_providers
from architect.bootstrap.models.keys import key_providers, key_variables, provider_variables
from architect.bootstrap.run.credentials import Credentials
from architect.checked.model import Model
from architect.config.llm import LlmSettings
from architect.config.schema import Config
from architect.domain.errors import UserError
from architect.domain.grants import Grant
from architect.domain.usage import Usage
from architect.domain.workflows.unit import Unit, UnitResult
from architect.frozen import frozen
from architect.l10n import english
from architect.policy.secrets.redactor import Redactor
from architect.ports.unit_executor import UnitOrder


@frozen(kw_only=True)
class Shipment:
    """What a worker is sent of a unit; its tree it asks for, if it does not have it.

    `project` names the repository, and `prefix` is the workspace below the top of that. `prices`
    is the content of the user's own list. `config` is that of the unit, and `hidden` is for its
    checks. `keys` are variables with keys, and `api_key` the one that the user gave; there are none
    unless the user has them sent.
    """

    needs: Needs
    order: UnitOrder
    config: Config = field(repr=False)
    grants: tuple[Grant, ...]
    project: str
    prefix: str
    prices: bytes | None
    hidden: tuple[LaidFile, ...] = field(repr=False)
    keys: Mapping[str, str] = field(repr=False)
    api_key: str | None = field(repr=False)


@frozen(kw_only=True)
class Delivery:
    """What comes back: `replies` are all that the unit spent, `records` files by their names."""

    result: UnitResult
    replies: tuple[tuple[Usage, float | None], ...]
    bundle: bytes | None
    records: tuple[tuple[str, bytes], ...]


def keys_to_send(llm: LlmSettings, unit: Unit, credentials: Credentials) -> dict[str, str]:
    """The keys of the models that a unit may ask, by the variables in which they are looked for.

    Those that the keyring has count where no variable has one, as they do here; it blocks while
    the keyring answers. Other variables are empty, so that no key of the worker goes before.

    Raises:
        UserError: the keyring does not give one.
    """
    environ, api_key = credentials.environ, credentials.api_key
    if unit.model is not None:
        llm = llm.model_copy(update={"model": unit.model})
    llm = by_key(llm, environ, api_key=api_key, kept=kept_providers(environ))
    kept = kept_keys(llm, environ, api_key=api_key)
    for provider, problem in kept.problems.items():
        raise UserError(
            english(
                "the key that `architect login {provider}` keeps cannot be read, so it cannot "
                "be sent to the workers of Dask: {problem}",
                provider=provider,
                problem=problem,
            )
        )
    found: dict[str, str] = {}
    for settings in (llm, *(fallback_settings(llm, model) for model in llm.fallbacks)):
        variables = key_variables(settings)
        values = {each: value for each in variables if (value := environ.get(each))}
        for provider in () if values else key_providers(settings):
            if provider in kept.keys:
                values = dict.fromkeys(provider_variables(provider)[:1], kept.keys[provider])
                break
        if values:
            found = dict.fromkeys(variables, "") | found | values
    return found


def without_keys(order: UnitOrder, redactor: Redactor) -> UnitOrder:
    """The order with placeholders for keys in what agent and checks are told, as in a journal."""

    def cleaned(text: str) -> str:
        return redactor.clean(text).text

    unit = order.unit
    unit = replace(
        unit,
        task=cleaned(unit.task),
        names_in=None if unit.names_in is None else cleaned(unit.names_in),
        attachments=tuple(replace(each, text=cleaned(each.text)) for each in unit.attachments),
        check_variables=tuple((name, cleaned(value)) for name, value in unit.check_variables),
    )
    return replace(order, unit=unit)


def keys_in(config: Config, redactor: Redactor) -> tuple[str, ...]:
    """The names of the settings whose values are keys, or look like some."""

    def is_key(text: str) -> bool:
        return redactor.clean(text).text != text

    return tuple(_keys_in("", config, is_key))


def _keys_in(name: str, value: Any, is_key: Callable[[str], bool]) -> list[str]:
    if isinstance(value, str):
        return [name] if is_key(value) else []
    if isinstance(value, Model | Mapping):
        values: dict[str, Any] = dict(value)  # pyright: ignore[reportUnknownArgumentType]
        said: frozenset[str] = frozenset()
        if not isinstance(value, Model):
            said = key_values({k: v for k, v in values.items() if _is_literal(v)})
        found: list[str] = []
        for key, each in values.items():
            below = f"{name}.{key}" if name else key
            found += (
                [below] if isinstance(each, str) and each in said else _keys_in(below, each, is_key)
            )
        return found
    if isinstance(value, list | tuple):
        parts: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType]
        return [found for each in parts for found in _keys_in(name, each, is_key)]
    return []


def _is_literal(value: object) -> bool:
    """Whether it is a text that refers to no variable."""
    return isinstance(value, str) and "${" not in value
