"""The kinds of workflows, and what each is asked as JSON."""

import json
from dataclasses import asdict
from typing import Any

from pydantic import TypeAdapter, ValidationError

from architect.domain.errors import UserError
from architect.l10n import english
from architect.workflows import evaluation, loop, parallel, pipeline_steps
from architect.workflows.definition import Definition
from architect.workflows.evaluation import Evaluation, EvaluationSettings
from architect.workflows.loop import Loop, LoopSettings
from architect.workflows.parallel import Parallel, ParallelSettings
from architect.workflows.pipeline import Pipeline
from architect.workflows.pipeline_steps import PipelineSettings

Settings = LoopSettings | ParallelSettings | PipelineSettings | EvaluationSettings

_KINDS: dict[str, tuple[type[Any], type[Any]]] = {
    loop.KIND: (LoopSettings, Loop),
    parallel.KIND: (ParallelSettings, Parallel),
    pipeline_steps.KIND: (PipelineSettings, Pipeline),
    evaluation.KIND: (EvaluationSettings, Evaluation),
}


def kind_of(settings: Settings) -> str:
    """The name of the kind that these are the settings of."""
    return next(kind for kind, (asked, _) in _KINDS.items() if isinstance(settings, asked))


def definition_of(settings: Settings) -> Definition:
    return _KINDS[kind_of(settings)][1](settings)


def settings_json(settings: Settings) -> str:
    return json.dumps(asdict(settings), ensure_ascii=False)


def settings_of(kind: str, text: str) -> Settings:
    """What `settings_json` wrote for a workflow of that kind.

    Raises:
        UserError: another version wrote it.
    """
    if kind not in _KINDS:
        raise UserError(english("this version knows no workflow of the kind {kind!r}", kind=kind))
    try:
        return TypeAdapter[Any](_KINDS[kind][0]).validate_json(text)
    except ValidationError as error:
        raise UserError(
            english(
                "this version cannot resume such a {kind}: {errors}",
                kind=kind,
                errors=error.errors()[0],
            )
        ) from error
