"""A search through texts that are in no file, as a program of its own, like `line_scan`.

It reads one JSON object from standard input, with the names and texts to be searched in order, and
prints one JSON array a line: `["file", name, lines]` or `["invalid", reason]`. It ends as soon as
there are more matches than asked for.
"""

import json
import re
import sys

from architect.adapters.search.line_matcher import line_matcher
from architect.adapters.search.line_scan import found_lines
from architect.adapters.search.searched_text import Binary


def main() -> None:
    job = json.load(sys.stdin)
    try:
        matcher = line_matcher(
            job["pattern"], is_regex=job["is_regex"], ignore_case=job["ignore_case"]
        )
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        _say("invalid", str(error))
        return
    left = job["max_hits"]
    for name, text in job["texts"]:
        content = text.encode("utf-8", "replace")
        found = found_lines(content, matcher, context_lines=job["context_lines"], limit=left + 1)
        if not isinstance(found, Binary) and found:
            _say("file", name, found)
            left -= sum(line[2] for line in found)
        if left < 0:
            return


def _say(*item: object) -> None:
    sys.stdout.write(json.dumps(item) + "\n")
