"""Absolute paths into the workspace, which mean no more than relative ones."""

import re
from collections.abc import Callable
from dataclasses import replace

from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.syntax.script import (
    Assignment,
    Block,
    Function,
    Output,
    Part,
    Redirection,
    Script,
    Stage,
    Stream,
    Text,
    Word,
)


def relative_path(text: str, workspace: str) -> str:
    """`text` with `.` for `workspace` where it starts with it, or the value of an option in it."""
    return re.sub(rf"(?:(?<=[=:])|^){re.escape(workspace)}(?=[/:]|$)", ".", text)


def with_relative_paths(script: Script, workspace: str) -> Script:
    """`script` with such paths in all its words, so that no rule need know where the workspace is.

    Only what is written out is looked at; what leaves the workspace again by `..` still shows it.
    """

    def in_script(one: Script) -> Script:
        pipelines = (
            replace(pipeline, stages=tuple(map(in_stage, pipeline.stages)))
            for pipeline in one.pipelines
        )
        return replace(one, pipelines=tuple(pipelines))

    def in_stage(stage: Stage) -> Stage:
        if isinstance(stage, Function):
            return replace(stage, body=in_script(stage.body))
        changed = replace(
            stage,
            words=tuple(map(in_word, stage.words)),
            assignments=tuple(_in_assignment(one, in_word) for one in stage.assignments),
            redirections=tuple(_in_redirection(one, in_word) for one in stage.redirections),
        )
        if isinstance(changed, Block):
            return replace(changed, script=in_script(changed.script))
        return changed

    def in_word(word: Word) -> Word:
        parts = [in_part(part) for part in word.parts]
        if parts and isinstance(first := parts[0], Text):
            end = HOLE if len(parts) > 1 else ""
            text = relative_path(first.value + end, workspace)
            parts[0] = replace(first, value=text.removesuffix(end))
        return replace(word, parts=tuple(parts))

    def in_part(part: Part) -> Part:
        if isinstance(part, Output | Stream):
            return replace(part, script=in_script(part.script))
        return part

    return in_script(script)


def _in_assignment(assignment: Assignment, in_word: Callable[[Word], Word]) -> Assignment:
    return replace(assignment, values=tuple(map(in_word, assignment.values)))


def _in_redirection(redirection: Redirection, in_word: Callable[[Word], Word]) -> Redirection:
    target = redirection.target
    return replace(redirection, target=None if target is None else in_word(target))
