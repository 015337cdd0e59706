"""The files that an evaluation is written to."""

import json
from collections.abc import Sequence
from pathlib import Path

from architect.cli.printer import Printer
from architect.domain.errors import UserError
from architect.domain.escape_controls import escape_controls
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english

_ENDINGS = (".html", ".csv", ".json")


def check_endings(files: Sequence[Path]) -> None:
    """
    Raises:
        UserError: the ending of one does not say what is to be in it.
    """
    for file in files:
        if file.suffix.lower() not in _ENDINGS:
            raise UserError(
                english(
                    "--results: the ending of {file!r} does not say which format; use .html, .csv "
                    "or .json",
                    file=str(file),
                )
            )


def write_evaluation(state: WorkflowState, printer: Printer) -> bool:
    """Write the files that were asked for, if it is an evaluation; whether all were written."""
    from architect.app.workflows.evaluation_result import evaluation_of

    result = evaluation_of(state)
    done = True
    for file in map(Path, result.settings.result_files if result else ()):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_content(state, file.suffix.lower()).encode("utf-8", "replace"))
        except OSError as error:
            told = f"architect: --results: {str(file)!r}: {error.strerror}"
            printer.line(escape_controls(told), "bad")
            done = False
    return done


def _content(state: WorkflowState, ending: str) -> str:
    from architect.app.workflows.evaluation_result import evaluation_of
    from architect.app.workflows.summary import workflow_summary

    result = evaluation_of(state)
    assert result is not None
    if ending == ".html":
        from architect.app.workflows.evaluation_html import as_html

        return as_html(result, state)
    if ending == ".csv":
        from architect.app.workflows.evaluation_csv import as_csv

        return as_csv(result)
    return json.dumps(workflow_summary(state), ensure_ascii=False, indent=2) + "\n"
