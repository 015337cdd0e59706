"""Pipelines as the JSON of the protocol."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from architect.app.workflows.pipelines import FoundPipeline
from architect.config.pipeline_file import ReadPipeline
from architect.domain.files.uris import uri_of
from architect.lsp.protocol.pipeline_results import (
    PipelineInfo,
    PipelinePlan,
    PipelineStep,
    PipelineVariable,
)
from architect.lsp.protocol.to_json import plain
from architect.workflows.pipeline_graph import mermaid, particulars
from architect.workflows.pipeline_steps import PipelineSettings, Step


def pipeline_json(found: FoundPipeline, root: Path) -> PipelineInfo:
    """A file as it is listed."""
    file = found.read.file if found.read else None
    return {
        "uri": uri_of(found.path),
        "root": str(root),
        "path": plain(found.path.relative_to(root).as_posix()),
        "name": plain(file.name) if file else "",
        "description": plain(file.description) if file else "",
        "variables": _variables(file.variables) if file else [],
        "steps": len(file.steps) if file else 0,
        "problem": plain(found.problem) if found.problem else None,
    }


def plan_json(read: ReadPipeline, settings: PipelineSettings) -> PipelinePlan:
    """What the pipeline would do."""
    return {
        "name": plain(settings.name),
        "description": plain(read.file.description),
        "variables": _variables(settings.variables),
        "missing": [name for name, value in settings.variables.items() if value is None],
        "steps": [_step(step) for step in settings.steps],
        "graph": plain(mermaid(settings)),
    }


def _variables(variables: Mapping[str, Any]) -> list[PipelineVariable]:
    return [{"name": name, "value": plain(value)} for name, value in variables.items()]


def _step(step: Step) -> PipelineStep:
    each = step.for_each
    return {
        "name": step.name,
        "prompt": plain(step.prompt),
        "agent": step.agent,
        "model": plain(step.model),
        "needs": list(step.needs),
        "condition": plain(step.condition),
        "forEach": plain(each),
        "outputVar": step.output_var,
        "checks": plain(step.checks),
        "retries": step.retries,
        "approval": step.approval,
        "checkpoint": step.checkpoint,
        "place": step.place.value,
        "leftOut": step.left_out,
        "details": plain(particulars(step)),
    }
