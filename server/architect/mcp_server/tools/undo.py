"""Undoing what runs changed."""

import os
from dataclasses import asdict
from typing import Any

from architect.app.run_title import title_of
from architect.app.undo_session import joined, undo_lines, undo_session
from architect.bootstrap.run.credentials import Credentials
from architect.bootstrap.sessions import session_store
from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.errors import UserError
from architect.domain.escape_controls import in_one_line
from architect.domain.journal.file_traces import file_traces
from architect.domain.journal.run_events import RunStarted
from architect.mcp_server.allowed_mode import require_may_edit
from architect.mcp_server.runs import Runs
from architect.mcp_server.served_tool import (
    TEXT,
    TEXT_OR_NULL,
    TEXTS,
    Caller,
    CallerFault,
    Hints,
    ServedTool,
    ToolAnswer,
    object_schema,
)
from architect.services.sessions import find_runs

_CONFLICT = object_schema({"path": TEXT, "reason": TEXT})
_SCHEMA = object_schema(
    {
        "ending": {"enum": ["completed", "partly done"]},
        "run_id": TEXT_OR_NULL,
        "reverted": TEXTS,
        "conflicts": {"type": "array", "items": _CONFLICT},
        "kept": TEXTS,
    }
)
_MAY_UNDO = object_schema({"answer": {"type": "string", "enum": ["Undo", "Deny"]}})


class UndoArgs(Model, lax=True):
    session_or_run: str = Field(
        min_length=1, description="The id of a run, or of a session for all its runs."
    )
    paths: tuple[str, ...] = Field(default=(), description="Only these files and folders.")


def undo_tool(runs: Runs) -> ServedTool:
    async def call(args: UndoArgs, caller: Caller) -> ToolAnswer:
        require_may_edit(runs.folder.mode)
        if runs.folder.mode == "ask":
            await _require_consent(args, runs, caller)
        llm = runs.folder.settings().config.llm
        credentials = await Credentials(os.environ).with_kept(llm)
        reports = await undo_session(
            args.session_or_run,
            runs.opened.disk,
            paths=args.paths or None,
            kept_too=False,
            secrets=credentials.secrets(llm),
        )
        report = joined(reports)
        left = bool(report.conflicts or report.kept)
        document: dict[str, Any] = {
            "ending": "partly done" if left else "completed",
            "run_id": report.run_id,
            "reverted": list(report.reverted),
            "conflicts": [
                {key: value for key, value in asdict(each).items() if key != "lines"}
                for each in report.conflicts
            ],
            "kept": list(report.kept),
        }
        lines = undo_lines(reports, runs.folder.root)
        lines += [f"`undo` with {each.run_id} redoes it" for each in reports if each.run_id]
        return ToolAnswer("\n".join(lines), document)

    return ServedTool(
        name="undo",
        title="Undo",
        description=(
            "Undo what a run of architect changed, or all runs of a session: an earlier "
            "`apply_patch` or `run_task`, by the run_id or session_id of its result. Later changes "
            "by others stay, and so does what the user has kept; files in which both touch the "
            "same lines are left alone, which the result says. An undo can be undone. The user is "
            "asked first, unless they allow edits beforehand."
        ),
        args_model=UndoArgs,
        output_schema=_SCHEMA,
        hints=Hints(destroys=True),
        call=call,
    )


async def _require_consent(args: UndoArgs, runs: Runs, caller: Caller) -> None:
    """
    Raises:
        UserError: the user says no, or cannot be asked, or there is nothing of that.
    """
    question = await _question(args, runs)
    if not caller.can_ask:
        raise UserError(
            "it requires confirmation, and the client cannot ask its user (it offers no "
            "elicitation); the user can start `architect mcp-serve` with --mode edit to allow it"
        )
    caller.progress(f"asks: {question}")
    try:
        filled = await caller.ask(f"Architect: {question}", _MAY_UNDO)
    except CallerFault as fault:
        raise UserError(f"the client could not ask its user: {fault}") from fault
    if filled is None or filled.get("answer") != "Undo":
        raise UserError("the user declined; nothing was undone")


async def _question(args: UndoArgs, runs: Runs) -> str:
    """What the user is asked: the ids that were given, what that was, and the files that change.

    Raises:
        UserError: there is no such run or session.
    """
    session, meant = await find_runs(session_store(runs.folder.root), args.session_or_run)
    traces = (trace for run_id in meant for trace in file_traces(session.records, run_id))
    changed = ", ".join(args.paths or dict.fromkeys(trace.path for trace in traces))
    started = (each.event for each in session.records if each.run_id in meant)
    task = next((each.title or each.task for each in started if isinstance(each, RunStarted)), "")
    what = in_one_line(f"{title_of(task)}; {changed or 'no files'}")
    return f"Undo {args.session_or_run} ({what})?"
