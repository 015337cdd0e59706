"""Which ids are those of workflows."""

import re

_ID = re.compile(r"[a-z]+-\d{8}-\d{6}-[0-9a-f]{6}")


def is_workflow(text: str | None) -> bool:
    """Whether a text is the id of a workflow: its kind, and what the id of a session is made of."""
    return text is not None and _ID.fullmatch(text) is not None
