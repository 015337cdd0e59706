"""A search for several expressions in one text, as a program of its own, like `text_scan`.

It reads one JSON object from standard input and prints one JSON array: where each expression
matches first, null where it does not, or the reason why one of them is none.
"""

import json
import re
import sys
from typing import Any


def main() -> None:
    job: dict[str, Any] = json.load(sys.stdin)
    try:
        found = [_first_match(one, job["text"]) for one in job["patterns"]]
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        sys.stdout.write(json.dumps(str(error)))
        return
    sys.stdout.write(json.dumps(found))


def _first_match(pattern: str, text: str) -> int | None:
    match = re.compile(pattern, re.MULTILINE).search(text)
    return None if match is None else match.start()
