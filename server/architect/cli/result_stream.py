"""Standard output, kept for results alone."""

import json
import os
from typing import Any


class ResultStream:
    """Takes standard output over: whatever else is printed there goes to standard error instead.

    A stray `print` in a dependency would otherwise break the one JSON document a script reads.
    """

    def __init__(self) -> None:
        self.is_terminal = os.isatty(1)
        self._fd = os.dup(1)
        os.dup2(2, 1)

    def write(self, content: bytes) -> None:
        """Write all of it; a reader that went away is not an error."""
        try:
            while content:
                content = content[os.write(self._fd, content) :]
        except OSError:
            return

    def write_text(self, text: str) -> None:
        self.write(text.encode("utf-8", "backslashreplace"))

    def write_json(self, document: dict[str, Any]) -> None:
        self.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n")
