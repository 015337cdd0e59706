"""`architect.workflowReport`: what a workflow came to, as a document to read or to keep."""

import asyncio
from pathlib import Path
from typing import Literal, TypedDict

from architect.app.workflows.evaluation_result import EvaluationResult, evaluation_of
from architect.app.workflows.listing import known_workflow
from architect.domain.ids import WorkflowId
from architect.domain.workflows.state import WorkflowState
from architect.l10n import english
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.workflow_front import workflow_named
from architect.lsp.protocol.errors import invalid
from architect.lsp.protocol.params import Message
from architect.lsp.protocol.to_json import plain

ReportFormat = Literal["markdown", "html", "json", "junit", "table", "csv"]


class WorkflowReportArgs(Message):
    """`architect.workflowReport`; `table` and `csv` are those of an evaluation."""

    workflow_id: str
    format: ReportFormat = "markdown"


class WorkflowReport(TypedDict):
    text: str


async def workflow_report(
    editor: EditorSession, args: WorkflowReportArgs, _: object
) -> WorkflowReport:
    """
    Raises:
        RequestFault: there is no such workflow, or it has no such report.
        UserError: another version made it.
    """
    root, known = await workflow_named(editor, args.workflow_id)
    text = await asyncio.to_thread(_rendered, root, known.workflow_id, args)
    return {"text": plain(text)}


def _rendered(root: Path, workflow_id: WorkflowId, args: WorkflowReportArgs) -> str:
    """From the journal: the state of one that goes on changes while this thread looks at it."""
    known = known_workflow(root, workflow_id)
    state = known.state
    if state is None or state.started is None:
        raise invalid(
            english(
                "workflowId: {workflow_id!r} cannot be read: {problem}",
                workflow_id=workflow_id,
                problem=known.problem,
            )
        )
    evaluation = evaluation_of(state)
    if evaluation is not None and args.format in ("html", "table", "csv"):
        return _of_evaluation(evaluation, state, args.format)
    if args.format in ("table", "csv"):
        raise invalid(
            english(
                "format: a {kind} has no {format}; evaluations do",
                kind=state.started.kind,
                format=args.format,
            )
        )
    from architect.app.reports.formats import rendered
    from architect.app.workflows.workflow_report import read_workflow_report

    return rendered(read_workflow_report(root, workflow_id), args.format)


def _of_evaluation(found: EvaluationResult, state: WorkflowState, wanted: ReportFormat) -> str:
    if wanted == "table":
        from architect.app.workflows.evaluation_table import as_table

        return as_table(found)
    if wanted == "csv":
        from architect.app.workflows.evaluation_csv import as_csv

        return as_csv(found)
    from architect.app.workflows.evaluation_html import as_html

    return as_html(found, state)


COMMAND = Command("architect.workflowReport", WorkflowReportArgs, WorkflowReport, workflow_report)
