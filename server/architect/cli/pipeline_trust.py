"""Whether a pipeline may run that the project brings along."""

import sys
from pathlib import Path

from architect.app.workflows.pipelines import question_about
from architect.cli.trust_question import says_yes, show_question
from architect.config.pipeline_file import ReadPipeline
from architect.domain.errors import UserError
from architect.l10n import english, t


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
        if says_yes(t("Trust this pipeline?")):
            question.trust()
            return
        raise UserError(english("{path!r} is not trusted, so nothing was run", path=str(path)))
    runs = english(
        "runs only once you trust it, since its checks are commands and its prompts tell agents "
        "what to do: `architect trust {path}`, or --trust-project",
        path=path,
    )
    raise UserError(
        english("{path!r} has changed since you trusted it, and {runs}", path=str(path), runs=runs)
        if question.changes
        else english("{path!r} is part of the project, and {runs}", path=str(path), runs=runs)
    )
