"""Commands that start themselves without end."""

from collections.abc import Iterator, Mapping

from architect.l10n import english
from architect.policy.shell.expansion.expand import literal
from architect.policy.shell.syntax.script import (
    Block,
    Command,
    Function,
    Script,
    inner_scripts,
    scripts,
    stages,
)


def fork_bombs(script: Script) -> Iterator[str]:
    """Functions that call themselves side by side, and scripts that start themselves."""
    functions = {stage.name: stage.body for stage in stages(script) if isinstance(stage, Function)}
    calls = _calls(functions)
    for name, body in functions.items():
        if _calls_itself(body, name) or _multiplies(name, calls):
            yield english("the function {name!r} starts itself without end", name=name)
    for stage in stages(script):
        if isinstance(stage, Block) and stage.endless and _only_starts(stage.script):
            yield english("starts processes without end")
    for pipeline in (pipeline for one in scripts(script) for pipeline in one.pipelines):
        own = [stage for stage in pipeline.stages if _is_called(stage, "$0")]
        if len(own) > 1 or (own and pipeline.background):
            yield english("starts itself without end")


def _calls(functions: Mapping[str, Script]) -> dict[str, dict[str, bool]]:
    """Which of `functions` each one calls, and whether side by side with something else."""
    called: dict[str, dict[str, bool]] = {}
    for name, body in functions.items():
        words = {
            stage.words[0].source
            for stage in stages(body)
            if isinstance(stage, Command) and stage.words
        }
        called[name] = {one: _calls_itself(body, one) for one in words & functions.keys()}
    return called


def _multiplies(name: str, calls: Mapping[str, Mapping[str, bool]]) -> bool:
    """Whether functions that `name` calls call it again, one of them side by side with others."""
    reached: dict[str, bool] = {}
    waiting = [(name, False)]
    while waiting:
        caller, beside = waiting.pop()
        for callee, starts in calls[caller].items():
            if not reached.get(callee, False) and (callee not in reached or beside or starts):
                reached[callee] = beside or starts
                waiting.append((callee, reached[callee]))
    return len(reached) > 1 and reached.get(name, False)


_PAUSES = frozenset({"wait", "sleep", "read", "break", "exit", "return", "inotifywait", "kill"})


def _only_starts(body: Script) -> bool:
    """Whether `body` starts something in the background and goes on at once."""
    everything = list(scripts(body))
    starts = any(pipeline.background for one in everything for pipeline in one.pipelines)
    in_front = {
        literal(stage.words[0])
        for one in everything
        for pipeline in one.pipelines
        if not pipeline.background
        for stage in pipeline.stages
        if isinstance(stage, Command) and stage.words
    }
    return starts and not in_front & _PAUSES


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
