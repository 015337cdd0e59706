"""What a look at finished work is shown: task, diff, results, checks, and what the agent says."""

from collections.abc import Iterator

from architect.domain.errors import (
    FileMissingError,
    OriginalMissingError,
    PathRefusedError,
    PortFault,
)
from architect.domain.paths import Access, WorkspacePath
from architect.domain.shell import RUN_COMMAND
from architect.domain.text.diff import bounded_patch, diff_of
from architect.domain.text.file_text import decode
from architect.domain.text.marks import kept_inside
from architect.execution.run_context import RunContext

_MOST_CHARS = 200_000
_LONGEST_TASK = 20_000
_LONGEST_RESULT = 4_000
_COMMANDS = 5
_MARKS = ("task", "diff", "command", "check", "answer")


async def material(run: RunContext, answer: str) -> str:
    """All of it, without keys and without files that may hold secrets."""
    state = run.state
    parts = [task_and(run, await changes_of(run))]
    parts += _commands(run)
    parts += [
        _marked("check", f"{gate.name}: {'passed' if gate.passed else 'did not pass'}")
        for gate in state.gates
    ]
    parts.append(_marked("answer", answer[:_LONGEST_TASK]))
    return run.recorder.redactor.clean("\n\n".join(parts)).text


def task_and(run: RunContext, changes: str) -> str:
    """What was asked for, and what was changed for it; without keys."""
    state = run.state
    tasks = [state.started.task if state.started else ""]
    tasks += [task for step in state.steps for task in step.tasks]
    room = min(_MOST_CHARS, run.window.tokens)  # in characters: about a quarter of the window
    parts = [_marked("task", task[:_LONGEST_TASK]) for task in dict.fromkeys(tasks) if task]
    diff = bounded_patch(changes, room) if changes else "no file was changed"
    return run.recorder.redactor.clean("\n\n".join((*parts, _marked("diff", diff)))).text


async def changes_of(run: RunContext) -> str:
    """What the run changed, each file from before its first change to what it is now."""
    diffs: list[str] = []
    for path, before_sha in sorted(run.state.contents_before):
        try:
            place = run.workspace.locate(path, Access.READ)
            if run.guardrails.hides(place):
                diffs.append(f"{path} was changed; it may hold secrets and is not shown\n")
                continue
            before = None if before_sha is None else decode(run.originals.load(before_sha)).text
            after = await _now(run, place)
        except (PathRefusedError, PortFault, OriginalMissingError) as fault:
            diffs.append(f"{path} was changed and cannot be shown: {fault}\n")
            continue
        if before != after:
            diffs.append(diff_of(path, before, after)[0])
    return "".join(diffs)


async def _now(run: RunContext, place: WorkspacePath) -> str | None:
    try:
        return (await run.workspace.read(place)).document.text
    except FileMissingError:
        return None


def _commands(run: RunContext) -> Iterator[str]:
    """The last commands with the ends of their results."""
    said = [
        (call.arguments, result.text)
        for step in run.state.steps
        for result in step.results
        for call in step.reply.calls
        if result.call_id == call.id and call.name == RUN_COMMAND
    ]
    for arguments, text in said[-_COMMANDS:]:
        cut = "[...]\n" if len(text) > _LONGEST_RESULT else ""
        yield _marked("command", f"{arguments}\n{cut}{text[-_LONGEST_RESULT:]}")


def _marked(name: str, text: str) -> str:
    return f"<{name}>\n{kept_inside(text, *_MARKS)}\n</{name}>"
