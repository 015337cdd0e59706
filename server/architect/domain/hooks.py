"""Programs of the user's that are told what a run does, and may have a say in it."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from architect.domain.tool_result import ToolResult
from architect.frozen import frozen


class HookEvent(StrEnum):
    """When a hook runs."""

    PRE_TOOL_USE = "pre_tool_use"
    POST_TOOL_USE = "post_tool_use"
    PRE_LLM_CALL = "pre_llm_call"
    POST_LLM_CALL = "post_llm_call"
    SESSION_START = "session_start"
    SESSION_END = "session_end"
    ON_ERROR = "on_error"
    BUDGET_WARNING = "budget_warning"
    CONTEXT_COMPRESS = "context_compress"
    AGENT_COMPLETE = "agent_complete"


TOOL_EVENTS = frozenset({HookEvent.PRE_TOOL_USE, HookEvent.POST_TOOL_USE})
BLOCKING_EVENTS = frozenset({HookEvent.PRE_TOOL_USE, HookEvent.PRE_LLM_CALL})
"""Those at which a hook can still forbid what comes next."""


class HookOutcome(StrEnum):
    """What came of running a hook."""

    OK = "ok"
    BLOCKED = "blocked"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    INTERRUPTED = "interrupted"


@frozen(kw_only=True)
class Hook:
    """A command line that runs at `event`.

    `matcher` is a regular expression for the tool's name (`*` for every tool), `file_patterns` are
    globs of which the call's file must match one. `is_async` hooks run in the background, and
    nobody waits for what they say. `sandboxed` ones run like commands, others like any program of
    the user's. `after_edits` hooks run only after an edit that succeeded.
    """

    name: str
    event: HookEvent
    command: str
    matcher: str = "*"
    file_patterns: tuple[str, ...] = ()
    timeout_s: float = 10.0
    is_async: bool = False
    sandboxed: bool = True
    blocks_on_failure: bool = False
    after_edits: bool = False


@frozen
class HookedCall:
    """A tool call as hooks see it; `result` is None before it ran.

    `files` are the names of its file below the workspace root: the one it was called by, and where
    links lead, if that is another. Empty if the call has no file that passed the path gate.
    `is_edit` says whether its tool writes text into files.
    """

    tool: str
    arguments: dict[str, Any]
    files: tuple[str, ...] = ()
    result: ToolResult | None = None
    is_edit: bool = False


@frozen
class HookInput:
    """What hooks are given: `facts` go by the names of their variables, without the prefix."""

    event: HookEvent
    call: HookedCall | None = None
    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    message: str = ""


@frozen
class HookReply:
    """What a hook answered.

    `text` is for the model: context if the hook was `ok`, else what it printed or why it could not
    run. `problem` says in a few words how it failed. `arguments` replace those of the call.
    """

    outcome: HookOutcome
    text: str = ""
    problem: str = ""
    arguments: dict[str, Any] | None = None
    blocks: bool = False
