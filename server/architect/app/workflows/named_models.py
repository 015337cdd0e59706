"""The models that the units of a workflow ask, by the names that its settings give them."""

from collections.abc import Iterator
from pathlib import Path

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.config.llm import LlmSettings
from architect.domain.workflows.unit import Place
from architect.frozen import frozen
from architect.workflows.evaluation import EvaluationSettings
from architect.workflows.loop import LoopSettings
from architect.workflows.parallel import ParallelSettings
from architect.workflows.pipeline_steps import PipelineSettings


@frozen
class NamedModel:
    """A model, None for the configured one, and where it is named, in words.

    `config` is the file read in the place of the project's own, empty for none.
    """

    name: str | None
    place: str
    config: str = ""
    on_copy: bool = True

    def settings(self, front: Front) -> LlmSettings:
        """With what it is asked.

        Raises:
            ConfigError: the configuration cannot be read.
        """
        llm = (front.load(Path(self.config)) if self.config else front.config).llm
        return llm if self.name is None else llm.model_copy(update={"model": self.name})


def named_models(settings: Settings) -> Iterator[NamedModel]:
    """Those of a workflow, in the order in which they are asked first."""
    match settings:
        case LoopSettings():
            yield NamedModel(settings.model, "model", on_copy=settings.place is Place.COPY)
        case ParallelSettings():
            for model in settings.models or (None,):
                yield NamedModel(model, "models")
        case PipelineSettings():
            for step in settings.steps:
                if not step.left_out:
                    place = f"the model of step {step.name!r}"
                    yield NamedModel(step.model, place, on_copy=step.place is Place.COPY)
        case EvaluationSettings():
            for variant in settings.variants:
                yield NamedModel(variant.model, "models", variant.config)
