"""What tasks are called that front ends offer by name: in menus, above findings, in run lists.

`tests/architecture/test_task_names.py` compares with the titles of the VS Code extension.
"""

from typing import Literal

from architect.l10n import english, numbered, shown, t
from architect.l10n_made import Made
from architect.lazy_pattern import lazy_pattern
from architect.services.tasks import NamedTask

TaskName = Literal[
    "explain",
    "tests",
    "document",
    "comment",
    "review_selection",
    "review_file",
    "review_changes",
    "review_workspace",
    "fix",
    "resume",
]

TASK_NAMES: dict[TaskName, str] = {
    "explain": english("Explain Selection"),
    "tests": english("Write Tests for Selection"),
    "document": english("Document Selection"),
    "comment": english("Run Comment as Task"),
    "review_selection": english("Review Selection"),
    "review_file": english("Review File"),
    "review_changes": english("Review Uncommitted Changes"),
    "review_workspace": english("Review Workspace"),
    "fix": english("Fix"),
    "resume": english("Resume"),
}
"""As menus have them; a run is called by the same words and what it is about."""


_ABOUT: dict[TaskName, str] = {
    "explain": english("Explain Selection in {about}"),
    "tests": english("Write Tests for Selection in {about}"),
    "document": english("Document Selection in {about}"),
    "comment": english("Run Comment as Task in {about}"),
    "review_selection": english("Review Selection in {about}"),
    "review_file": english("Review {about}"),
    "review_changes": english("Review Changes Since {about}"),
    "review_workspace": english("Review Workspace in {about}"),
    "fix": english("Fix: {about}"),
    "resume": english("Resume {about}"),
}
_NAMED: dict[NamedTask, str] = {
    "explain": english("Explain {about}"),
    "tests": english("Write Tests for {about}"),
    "fix": _ABOUT["fix"],
}
"""Where what they are about was typed, and nothing is selected."""
_MAX_PATH = 36

COMPACTION = english("Compact the context")
_OURS = (*TASK_NAMES.values(), "Review ", "Fix ", "Go back to ", COMPACTION)
"""What names of ours begin with."""
_NAMED_A_FILE = lazy_pattern(r"(Explain|Write Tests for) \S+")
"""Of several words it may as well be what the user typed."""


def run_name(task: TaskName, about: str = "") -> str:
    """`Explain Selection in a.py`, `Review a.py`, `Fix: Division by zero`, `Review Workspace`."""
    if not about:
        return TASK_NAMES[task]
    where = about if task in ("fix", "resume", "review_changes") else _place(about)
    return english(_ABOUT[task], about=where)


def named_run_name(task: NamedTask, about: str) -> str:
    """`Explain a.py:10-20`, `Write Tests for a.py`, `Fix: a.py`, of a task that was typed."""
    return english(_NAMED[task], about=about if " " in about else _place(about))


def shown_title(title: str) -> str:
    """`title` in the user's language if it is one of ours; what a user has typed stays."""
    if isinstance(title, Made):
        return shown(title)
    resume, _, about = title.partition(" ")
    if resume == TASK_NAMES["resume"] and about:
        return t(_ABOUT["resume"], about=shown_title(about))
    is_ours = title.startswith(_OURS) or _NAMED_A_FILE.fullmatch(title) is not None
    return shown(title) if is_ours else title


def task_title(task: TaskName) -> str:
    """What the task is called in a menu."""
    return t(TASK_NAMES[task])


def fix_of_findings(number: int) -> str:
    """`Fix 2 findings`."""
    return numbered("Fix {number} finding", "Fix {number} findings", number)


def fix_of_problems(number: int) -> str:
    """`Fix 2 problems`, of other tools."""
    return numbered("Fix {number} problem", "Fix {number} problems", number)


def _place(path: str) -> str:
    """The path, or its last part where a list would cut that off."""
    return path if len(path) <= _MAX_PATH else f".../{path.rpartition('/')[2]}"
