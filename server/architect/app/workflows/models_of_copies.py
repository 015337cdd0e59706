"""The models of units on copies, which run in other processes than the editor's."""

from collections.abc import Iterator

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.app.workflows.named_models import NamedModel, named_models
from architect.domain.errors import UserError
from architect.domain.model_names import editor_model_id
from architect.l10n import english


def require_models_for_copies(settings: Settings, front: Front) -> None:
    """See that no unit on a copy needs a model that only the editor reaches.

    Raises:
        UserError: one does.
        ConfigError: a configuration cannot be read.
    """
    on_copies = (each for each in named_models(settings) if each.on_copy)
    for name, place in (found for each in on_copies for found in _asked(each, front)):
        if editor_model_id(name) is not None:
            raise UserError(
                english(
                    "{place} is {name!r}, a model of the editor, which agents on copies cannot "
                    "reach, since they work in processes of their own: name another model for "
                    "them, or set llm.model to one with an API key, such as openai/gpt-5.6-terra, "
                    "or to a local one, such as ollama/qwen3",
                    place=place,
                    name=name,
                )
            )


def _asked(model: NamedModel, front: Front) -> Iterator[tuple[str, str]]:
    """The names of what is asked, and where each is named."""
    if model.name is not None:
        yield model.name, model.place
        return
    llm = model.settings(front)
    yield llm.model, f"llm.model of {model.config!r}" if model.config else "llm.model"
    for name in llm.fallbacks:
        yield name, "one of llm.fallbacks"
