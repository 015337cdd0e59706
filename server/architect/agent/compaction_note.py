"""What the model reads in the place of the steps that are left out.

It is put together of what the journal knows, and of the summary by the model if there is one. The
summary is checked: files and commands that it forgets are added to it.
"""

import re
from collections.abc import Iterable

from architect.domain.escape_controls import in_one_line
from architect.domain.journal.left_out import LeftOut
from architect.domain.journal.state import AgentState
from architect.domain.journal.step_traces import left_out_with
from architect.domain.text.marks import kept_inside
from architect.lazy_pattern import lazy_pattern

SECTIONS = (
    "task",
    "decisions",
    "files",
    "commands",
    "failures",
    "open points",
    "next step",
)
"""The headings of a summary, which its prompt asks for."""

_LEAST_SECTIONS = 4
"""A text with fewer of them is something else: an answer, a refusal, the beginning of a thought."""

_MOST_COMMAND_CHARS = 200
_MOST_TASK_CHARS = 8_000
_HEADING = lazy_pattern(r"^[#*\s]*([a-z ]+?)[*:\s]*$", re.MULTILINE | re.IGNORECASE)
_MARKS = ("summary", "task")


def is_in_form(summary: str) -> bool:
    """Whether `summary` has most of the sections that were asked for."""
    headings = {found.casefold() for found in _HEADING.findall(summary)}
    return len(headings.intersection(SECTIONS)) >= _LEAST_SECTIONS


def note_about(state: AgentState, dropped: int, *, summary: str) -> str:
    """What the model reads when the `dropped` oldest steps of `state` are left out as well.

    `summary` stands for them, or for those that were left out before. Task, rules and the steps
    that stay are sent as they are; what the user asked for in steps that are left out, and all
    changed files, are named here whatever the summary says.
    """
    if not dropped and not state.compaction_note:
        return ""
    left_out = state.left_out
    if dropped:
        left_out += LeftOut(images=tuple(one.name for one in state.opening_images))
    left_out += left_out_with(state.steps[:dropped])
    changed = ", ".join(state.session_files) or "none"
    first_kept = state.steps[dropped].number if state.steps else state.step + 1
    about = f"[The steps before step {first_kept} are left out to save context."
    if not summary:
        about = f"{about} Files changed so far: {changed}.]"
        return "\n".join((about, *_plan(state), *_images(left_out), *_tasks(left_out)))
    return "\n".join(
        (
            f"{about} This is your own summary of them:",
            f"<summary>\n{kept_inside(summary.strip(), *_MARKS)}\n</summary>",
            *_forgotten_lines(summary, left_out, state.session_files),
            f"Files changed so far: {changed}.]",
            *_plan(state),
            *_images(left_out),
            *_tasks(left_out),
        )
    )


def _plan(state: AgentState) -> tuple[str, ...]:
    """The plan as it was shown last, if there is one that is not carried out."""
    if all(each.status == "completed" for each in state.plan):
        return ()
    return ("Your plan:", *(each.line for each in state.plan))


def forgotten(
    summary: str, left_out: LeftOut, *, changed: Iterable[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The files that were read, and the commands with their results, that `summary` does not name.

    Files that were `changed` are named elsewhere. White space within a command does not count.
    """
    known = frozenset(changed)
    flat = " ".join(summary.split())
    files = tuple(
        path for path in left_out.files_read if path not in known and not _names(flat, path)
    )
    commands = tuple(
        f"`{_cut(run.command)}` ({in_one_line(run.result) or 'no result'})"
        for run in left_out.commands
        if not _names(flat, " ".join(run.command.split()))
    )
    return files, commands


def _forgotten_lines(summary: str, left_out: LeftOut, changed: tuple[str, ...]) -> tuple[str, ...]:
    files, commands = forgotten(summary, left_out, changed=changed)
    return (
        *((f"Also read: {', '.join(map(in_one_line, files))}.",) if files else ()),
        *((f"Also run: {', '.join(commands)}.",) if commands else ()),
    )


def _names(text: str, what: str) -> bool:
    """Whether `text` has a path or a command, and not only as a part of a longer one."""
    return re.search(rf"(?<![\w/.-]){re.escape(what)}(?![\w-])", text) is not None


def _images(left_out: LeftOut) -> tuple[str, ...]:
    if not left_out.images:
        return ()
    names = ", ".join(map(repr, left_out.images))
    return (f"[Images that you are no longer shown: {names}. The user can attach them again.]",)


def _tasks(left_out: LeftOut) -> tuple[str, ...]:
    if not left_out.tasks:
        return ()
    asked = (kept_inside(task[:_MOST_TASK_CHARS], *_MARKS) for task in left_out.tasks)
    return ("The user asked later:", *(f"<task>\n{task}\n</task>" for task in asked))


def _cut(command: str) -> str:
    line = in_one_line(command)
    over = len(line) > _MOST_COMMAND_CHARS
    return f"{line[:_MOST_COMMAND_CHARS]}..." if over else line
