"""Whether runs would get the model that the settings name."""

from collections.abc import Callable, Mapping

from architect.bootstrap.models.keys import NO_KEPT_KEYS, KeptKeys
from architect.bootstrap.models.open_model import RECORDED, ModelSources, open_model
from architect.config.llm import AUTO, LlmSettings
from architect.domain.errors import ArchitectError, AuthenticationFailedError, UserError
from architect.domain.model_names import editor_model_id


def model_problem(
    llm: LlmSettings,
    environ: Mapping[str, str],
    kept: KeptKeys = NO_KEPT_KEYS,
    *,
    told: Callable[[ArchitectError], str] = str,
) -> str | None:
    """Why the model cannot be used, such as a missing key; None if nothing is known against it.

    Nobody asks the model. One of an editor is that editor's matter. `told` is the text of an error.
    """
    if editor_model_id(llm.model) is not None:
        return None
    try:
        open_model(llm, ModelSources(environ, kept=kept))
    except ArchitectError as error:
        text = told(error)
        return text if llm.model == AUTO or llm.model in text else f"{llm.model}: {text}"
    return None


def missing_key(
    llm: LlmSettings, environ: Mapping[str, str], *, api_key: str | None, kept: KeptKeys
) -> AuthenticationFailedError | None:
    """That there is no key for the model, or no model at all; None if nothing like it is known."""
    if editor_model_id(llm.model) is not None or llm.model.startswith(RECORDED):
        return None
    try:
        open_model(llm, ModelSources(environ, api_key=api_key, kept=kept))
    except AuthenticationFailedError as error:
        return error
    except UserError:  # something else is wrong with it, of which its run tells
        return None
    return None
