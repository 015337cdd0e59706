"""What tasks are called that front ends offer by name: in menus, above findings, in run lists.

`tests/architecture/test_task_names.py` compares with the titles of the VS Code extension.
"""

from typing import Literal

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
    "explain": "Explain Selection",
    "tests": "Write Tests for Selection",
    "document": "Document Selection",
    "comment": "Run Comment as Task",
    "review_selection": "Review Selection",
    "review_file": "Review File",
    "review_changes": "Review Uncommitted Changes",
    "review_workspace": "Review Workspace",
    "fix": "Fix",
    "resume": "Resume",
}
"""As menus have them; a run is called by the same words and what it is about."""


_MAX_PATH = 36


def run_name(task: TaskName, about: str = "") -> str:
    """`Explain Selection in a.py`, `Review a.py`, `Fix: Division by zero`, `Review Workspace`."""
    name = TASK_NAMES[task]
    if not about:
        return name
    match task:
        case "fix":
            return f"{name}: {about}"
        case "resume":
            return f"{name} {about}"
        case "review_file":
            return f"Review {_place(about)}"
        case "review_changes":
            return f"Review Changes Since {about}"
        case _:
            return f"{name} in {_place(about)}"


def fix_of_all(number: int, what: str) -> str:
    """`Fix 2 findings`."""
    return f"{TASK_NAMES['fix']} {number} {what}"


def _place(path: str) -> str:
    """The path, or its last part where a list would cut that off."""
    return path if len(path) <= _MAX_PATH else f".../{path.rpartition('/')[2]}"
