"""Whether a workflow has a model to begin with."""

from collections.abc import Iterator
from pathlib import Path

from architect.app.workflows.front import Front
from architect.app.workflows.kinds import Settings
from architect.bootstrap.models.kept_keys import kept_keys
from architect.bootstrap.models.model_problem import missing_key
from architect.config.llm import LlmSettings
from architect.workflows.evaluation import EvaluationSettings
from architect.workflows.loop import LoopSettings
from architect.workflows.parallel import ParallelSettings
from architect.workflows.pipeline_steps import PipelineSettings


def require_a_key(settings: Settings, front: Front) -> None:
    """See that there is a key for at least one of the models.

    Without one nothing could be done, and the workflow would be over when the key is there. Workers
    of Dask have keys of their own.

    Raises:
        AuthenticationFailedError: there is none; the text is about the first model.
        ConfigError: a configuration cannot be read.
    """
    if front.config.parallel.executor == "dask":
        return
    credentials, first = front.credentials, None
    for llm in _asked(settings, front):
        kept = kept_keys(llm, credentials.environ, api_key=credentials.api_key)
        fault = missing_key(llm, credentials.environ, api_key=credentials.api_key, kept=kept)
        if fault is None:
            return
        first = first or fault
    if first is not None:
        raise first


def _asked(settings: Settings, front: Front) -> Iterator[LlmSettings]:
    """The settings of the models, each once, those that are asked first before the others."""
    named: dict[tuple[str | None, str], None] = {}
    match settings:
        case LoopSettings():
            named[settings.model, ""] = None
        case ParallelSettings():
            named = dict.fromkeys((model, "") for model in settings.models or (None,))
        case PipelineSettings():
            named = dict.fromkeys((step.model, "") for step in settings.steps if not step.left_out)
        case EvaluationSettings():
            named = dict.fromkeys((each.model, each.config) for each in settings.variants)
    for model, config in named:
        llm = (front.load(Path(config)) if config else front.config).llm
        yield llm if model is None else llm.model_copy(update={"model": model})
