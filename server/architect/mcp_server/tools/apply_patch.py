"""A patch of a client, applied by the same transaction as the edits of our agents."""

from functools import partial
from typing import Any

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.run_modes import options_in
from architect.checked.field import Field
from architect.checked.model import Model
from architect.domain.run_request import RunOptions, RunRequest
from architect.mcp_server.allowed_mode import require_may_edit
from architect.mcp_server.one_call import LastResult, OneCall, OneCallParts
from architect.mcp_server.run_result import RUN_FIELDS, run_answer, run_document
from architect.mcp_server.runs import Runs
from architect.mcp_server.served_tool import Caller, Hints, ServedTool, ToolAnswer, object_schema

_MOST_CHARS = 5_000_000
_SCHEMA = object_schema({"applied": {"type": "boolean"}, **RUN_FIELDS})


class ApplyPatchArgs(Model):
    path: str = Field(min_length=1, max_length=4096, description="The file, below the folder.")
    patch: str = Field(
        min_length=1,
        max_length=_MOST_CHARS,
        description="Unified diff of this file, or a '*** Begin Patch' of it.",
    )


def apply_patch_tool(runs: Runs) -> ServedTool:
    async def call(args: ApplyPatchArgs, caller: Caller) -> ToolAnswer:
        require_may_edit(runs.folder.mode)
        options = options_in(runs.folder.mode, RunOptions(auto_review=False))
        arguments = {"path": args.path, "patch": args.patch}
        result = LastResult()
        run = await runs.go(
            _request(args.path),
            caller,
            runs.folder.settings_of_one_call(options),
            options=options,
            parts=partial(OneCallParts, model=OneCall("apply_patch", arguments)),
            sinks=(result,),
        )
        return _answer(result, run_document(run))

    return ServedTool(
        name="apply_patch",
        title="Apply Patch",
        description=(
            "Change or create one file by a patch; all hunks or none. Context lines find the "
            "place, so line numbers may be left out (@@). Line ends, encoding and mode of the file "
            "stay, protected files are refused, hooks and checks of the project run, and `undo` "
            "undoes it. The user is asked first, unless they allow edits beforehand."
        ),
        args_model=ApplyPatchArgs,
        output_schema=_SCHEMA,
        hints=Hints(destroys=True),
        call=call,
    )


def _request(path: str) -> RunRequest:
    title = f"Apply a patch to {path}"
    return RunRequest(title, DEFAULT_AGENT, title=title, names_in="")


def _answer(result: LastResult, run: dict[str, Any]) -> ToolAnswer:
    """Whether the patch was applied; checks behind it may still have kept it from being done."""
    finished = result.finished
    applied = finished is not None and finished.success
    said = "" if finished is None else finished.text
    document = {"applied": applied, **run, "output": said}
    if not applied and run["ending"] != "cancelled":
        document |= {"ending": "failed", "ending_words": "Failed: the patch was not applied"}
    answer = run_answer(document)
    return ToolAnswer(answer.text, document, is_error=not applied)
