"""A patch as the diffs of a call.

https://agentclientprotocol.com/protocol/tool-calls#diffs
"""

import re
from pathlib import Path
from typing import Any

from architect.domain.text.diff_sections import file_diffs
from architect.lazy_pattern import lazy_pattern

_FILE = lazy_pattern(r"^(?=--- .*\n\+\+\+ .*\n@@ )", re.MULTILINE)
"""Where the next file of a patch begins that has no headers of git."""

MOST_DIFFS = 50
"""Hunks that a call shows."""


def patch_content(patch: str, root: Path) -> list[dict[str, Any]]:
    """A patch as the diffs of a call, one a hunk: clients show old and new text side by side."""
    files = [file for part in _FILE.split(patch) for file in file_diffs(part)]
    return [
        {"type": "diff", "path": str(root / file.path), "oldText": old, "newText": new}
        for file in files
        for old, new in (_sides(hunk.text) for hunk in file.hunks)
    ]


def _sides(hunk: str) -> tuple[str, str]:
    """The lines of a hunk before and after."""
    lines = hunk.split("\n")[1:]
    old = [line[1:] for line in lines if line[:1] in (" ", "-")]
    new = [line[1:] for line in lines if line[:1] in (" ", "+")]
    return "".join(f"{line}\n" for line in old), "".join(f"{line}\n" for line in new)
