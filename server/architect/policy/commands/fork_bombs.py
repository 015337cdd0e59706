"""Commands that start themselves without end."""

from collections.abc import Iterator

from architect.policy.commands.script import (
    Command,
    Function,
    Script,
    inner_scripts,
    scripts,
    stages,
)


def fork_bombs(script: Script) -> Iterator[str]:
    """Functions that call themselves side by side, and scripts that start themselves."""
    for stage in stages(script):
        if isinstance(stage, Function) and _calls_itself(stage.body, stage.name):
            yield f"the function {stage.name!r} starts itself without end"
    for pipeline in (pipeline for one in scripts(script) for pipeline in one.pipelines):
        own = [stage for stage in pipeline.stages if _is_called(stage, "$0")]
        if len(own) > 1 or (own and pipeline.background):
            yield "starts itself without end"


def _calls_itself(body: Script, name: str) -> bool:
    for pipeline in body.pipelines:
        called = [stage for stage in pipeline.stages if _is_called(stage, name)]
        if called and (pipeline.background or len(pipeline.stages) > 1):
            return True
        for stage in pipeline.stages:
            if any(_calls_itself(inner, name) for inner in inner_scripts(stage)):
                return True
            if pipeline.background and any(
                _is_called(inner, name) for s in inner_scripts(stage) for inner in stages(s)
            ):
                return True
    return False


def _is_called(stage: object, name: str) -> bool:
    return isinstance(stage, Command) and bool(stage.words) and stage.words[0].source == name
