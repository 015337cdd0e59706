"""Which ids are those of workflows."""

import re

_ID = re.compile(r"[a-z]+-\d{8}\S*")


def is_workflow(text: str | None) -> bool:
    """Whether a text is meant as the id of a workflow: its kind, and then that of a session."""
    return text is not None and _ID.fullmatch(text) is not None
