"""A task for one of our agents."""

from typing import Literal

from architect.app.run_modes import agent_in, options_in
from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.run_request import RunOptions, RunRequest
from architect.mcp_server.allowed_mode import mode_of_call
from architect.mcp_server.run_result import RUN_FIELDS, run_answer, run_document
from architect.mcp_server.runs import Runs
from architect.mcp_server.served_tool import Caller, Hints, ServedTool, ToolAnswer, object_schema

_MOST_CHARS = 200_000


class RunTaskArgs(Model, lax=True):
    task: str = Field(min_length=1, max_length=_MOST_CHARS, description="What is to be done.")
    agent: str | None = Field(
        default=None, description="build (default), plan, explain, review, or one of the project's."
    )
    mode: Literal["plan", "ask", "edit", "yolo"] | None = Field(
        default=None, description="No more than the user allows, which is the default."
    )
    session_id: str | None = Field(
        default=None, description="A session to continue, with its conversation."
    )
    dry_run: bool = Field(default=False, description="Say what would be done, and do nothing.")
    max_steps: int | None = Field(default=None, ge=1, le=1000)
    budget_usd: float | None = Field(default=None, ge=0)


def run_task_tool(runs: Runs) -> ServedTool:
    async def call(args: RunTaskArgs, caller: Caller) -> ToolAnswer:
        mode = mode_of_call(args.mode, runs.folder.mode)
        options = options_in(
            mode,
            RunOptions(max_steps=args.max_steps, budget_usd=args.budget_usd, dry_run=args.dry_run),
        )
        following = await runs.following(args.session_id) if args.session_id else None
        last = {"last": following.agent} if following else {}
        agent = agent_in(mode, args.agent, **last)
        run = await runs.go(
            RunRequest(args.task, agent, names_in=""),
            caller,
            runs.folder.settings(options),
            options=options,
            following=following,
        )
        return run_answer(run_document(run))

    return ServedTool(
        name="run_task",
        title="Run Task",
        description=(
            "Have one of architect's agents work on a task in this folder with a model of its own, "
            "and wait for it. It edits files, runs commands in a sandbox, asks the user about what "
            "has to be confirmed, and records everything, so that `undo` can undo it. The result "
            "says how it ended (completed, partly done, failed, cancelled), which files changed "
            "and what was denied. It may take minutes; cancelling the call ends the run."
        ),
        args_model=RunTaskArgs,
        output_schema=object_schema(RUN_FIELDS),
        hints=Hints(destroys=True, reaches_out=True),
        call=call,
    )
