"""Lines of journals, which may come from elsewhere: their JSON, and what is wrong with one."""

import json
import math
from typing import Any

from pydantic import ValidationError

from architect.l10n import english

_MOST_CHARS = 300
"""Of what is said about a line, which may quote it."""


def decoded(line: bytes) -> Any:
    """
    Raises:
        ValueError: it is no JSON, or has a number that nobody can count with.
        RecursionError: it is nested too deeply.
    """
    return json.loads(line, parse_float=_finite, parse_constant=_finite)


def _finite(number: str) -> float:
    """
    Raises:
        ValueError: it is infinite, or none.
    """
    if not math.isfinite(found := float(number)):
        raise ValueError(english("{number} is not a finite number", number=number))
    return found


def problem_in(error: ValueError | RecursionError) -> str:
    """What is wrong with a line, in one line."""
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"] == "union_tag_invalid":
        tag = str(first.get("ctx", {}).get("tag"))[:_MOST_CHARS]
        return english("there is no event of the type {name!r}", name=tag)
    return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"[:_MOST_CHARS]
