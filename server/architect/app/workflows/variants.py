"""The variants of an evaluation: every combination of what is to be compared."""

from collections.abc import Sequence
from itertools import product
from pathlib import Path

from architect.adapters.records.workflow_files import digest_of
from architect.domain.errors import UserError
from architect.l10n import english
from architect.workflows.evaluation import EvaluationSettings, Variant

_MOST_PROMPT = 400_000


def variants(
    *,
    models: Sequence[str],
    agents: Sequence[str],
    configs: Sequence[str],
    prompts: Sequence[str],
    agent: str,
    base: Path = Path(),
) -> tuple[Variant, ...]:
    """One for each combination; without `agents` all have the same.

    The names of files are relative to `base`, and stand in the names of variants as they are.

    Raises:
        UserError: a file cannot be read, or the same is named twice.
    """
    dimensions = (("model", models), ("agent", agents), ("config", configs), ("prompt", prompts))
    for what, values in dimensions:
        if twice := next((each for each in values if values.count(each) > 1), None):
            raise UserError(english("the {what} {twice!r} is named twice", what=what, twice=twice))
    return tuple(
        Variant(
            name=", ".join(filter(None, (model, own, config, prompt))) or agent,
            model=model,
            agent=own or agent,
            config=str((base / config).resolve()) if config else "",
            config_digest=digest_of(_content(base / config)) if config else "",
            prompt=_text(base / prompt) if prompt else "",
        )
        for model, own, config, prompt in product(
            models or (None,), agents or (None,), configs or (None,), prompts or (None,)
        )
    )


def configs_of(settings: object) -> frozenset[str]:
    """The configuration files that a workflow is asked to run with."""
    if not isinstance(settings, EvaluationSettings):
        return frozenset()
    return frozenset(each.config for each in settings.variants if each.config)


def check_unchanged(settings: EvaluationSettings) -> None:
    """See that the configurations are those that the evaluation began with.

    Raises:
        UserError: one has changed, so that the runs to come would be of another variant.
    """
    for each in settings.variants:
        if each.config and digest_of(_content(Path(each.config))) != each.config_digest:
            raise UserError(
                english(
                    "{config!r} has changed since the evaluation began; put it back to continue, "
                    "or begin another",
                    config=each.config,
                )
            )


def _text(file: Path) -> str:
    return _content(file)[:_MOST_PROMPT].decode("utf-8", "replace")


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UserError(
            english("{file!r} cannot be read: {error}", file=str(file), error=error.strerror)
        ) from error
