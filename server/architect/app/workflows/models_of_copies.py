"""The models of units on copies, which run in other processes than the editor's."""

from collections.abc import Iterator
from pathlib import Path

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.domain.errors import UserError
from architect.domain.model_names import editor_model_id
from architect.domain.workflows.unit import Place
from architect.workflows.evaluation import EvaluationSettings
from architect.workflows.loop import LoopSettings
from architect.workflows.parallel import ParallelSettings
from architect.workflows.pipeline_steps import PipelineSettings

Named = tuple[str, str]
"""The name of a model, and where it is named."""


def require_models_for_copies(settings: Settings, front: Front) -> None:
    """See that no unit on a copy needs a model that only the editor reaches.

    Raises:
        UserError: one does.
        ConfigError: a configuration cannot be read.
    """
    for name, place in _models(settings, front):
        if editor_model_id(name) is not None:
            raise UserError(
                f"{place} is {name!r}, a model of the editor, which agents on copies cannot reach, "
                "since they work in processes of their own: name another model for them, or set "
                "llm.model to one with an API key, such as openai/gpt-5.6-terra, or to a local "
                "one, such as ollama/qwen3"
            )


def _models(settings: Settings, front: Front) -> Iterator[Named]:
    match settings:
        case LoopSettings():
            if settings.place is Place.COPY:
                yield from _named(settings.model, "model", front)
        case ParallelSettings():
            for model in settings.models or (None,):
                yield from _named(model, "models", front)
        case PipelineSettings():
            for step in settings.steps:
                if step.place is Place.COPY and not step.left_out:
                    yield from _named(step.model, f"the model of step {step.name!r}", front)
        case EvaluationSettings():
            for variant in settings.variants:
                yield from _named(variant.model, "models", front, variant.config)


def _named(model: str | None, place: str, front: Front, config: str = "") -> Iterator[Named]:
    if model is not None:
        yield model, place
        return
    llm = (front.load(Path(config)) if config else front.config).llm
    yield llm.model, f"llm.model of {config!r}" if config else "llm.model"
    for name in llm.fallbacks:
        yield name, "one of llm.fallbacks"
