"""Whether a pipeline may run that the project brings along."""

import sys
from pathlib import Path

from architect.app.workflows.pipelines import question_about
from architect.cli.trust_question import says_yes, show_question
from architect.config.pipeline_file import ReadPipeline
from architect.domain.errors import UserError


def require_trust(path: Path, read: ReadPipeline, root: Path) -> None:
    """Ask a person at the terminal about a pipeline that nobody has trusted yet.

    Raises:
        UserError: the answer is no, or there is nobody to ask.
    """
    question = question_about(path, read, root)
    if question is None:
        return
    if sys.stdin.isatty() and sys.stderr.isatty():
        show_question(question)
        if says_yes("pipeline"):
            question.trust()
            return
        raise UserError(f"{str(path)!r} is not trusted, so nothing was run")
    what = "has changed since you trusted it" if question.changes else "is part of the project"
    raise UserError(
        f"{str(path)!r} {what}, and runs only once you trust it, since its checks are commands and "
        f"its prompts tell agents what to do: `architect trust {path}`, or --trust-project"
    )
