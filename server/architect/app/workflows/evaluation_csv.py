"""The runs of an evaluation as CSV, one a line."""

import csv
import io
from typing import Any

from architect.app.workflows.evaluation_result import EvaluationResult, trial_json
from architect.domain.escape_controls import escape_controls, in_one_line

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet compute a cell: https://owasp.org/www-community/attacks/CSV_Injection"""


def as_csv(result: EvaluationResult) -> str:
    """All runs, those that are left out too, by RFC 4180."""
    found = result.standings
    rows = [trial_json(each, found.scores.get(each.unit_id)) for each in found.trials]
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows({name: _cell(value) for name, value in each.items()} for each in rows)
    return text.getvalue()


def _cell(value: Any) -> Any:
    if value is None or isinstance(value, float):
        return value
    if isinstance(value, (bool, int)):
        return str(value).lower()
    words = " ".join(value) if isinstance(value, list) else str(value)  # pyright: ignore
    shown = escape_controls(in_one_line(words))
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
