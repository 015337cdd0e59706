"""`architect.run`: a task for an agent."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from architect.agent.catalog import DEFAULT_AGENT
from architect.app.named_tasks import Asked, named_task, typed_task
from architect.app.next_run import NextRun, first_run
from architect.app.run_modes import EXPLAINER, AgentChoice, agent_in, options_in
from architect.app.run_order import run_order
from architect.domain.agent_names import old_agent_name_note
from architect.domain.reasoning_effort import ReasoningEffort
from architect.domain.run_mode import RunMode
from architect.domain.run_request import RunOptions, RunRequest
from architect.domain.verdict import EditReview
from architect.lsp.editor_session import EditorSession
from architect.lsp.handlers.attachments import SentAttachments, brought
from architect.lsp.handlers.commands.command import Command
from architect.lsp.handlers.selection import relative_path, selection_in
from architect.lsp.handlers.slash_names import expect_known_name
from architect.lsp.handlers.start_run import start_run
from architect.lsp.protocol.params import Message, Span
from architect.lsp.protocol.results import StartedRun
from architect.services.requests import SCOPE
from architect.services.tasks import run_on


class RunLimits(Message):
    steps: Annotated[int, Field(ge=1, le=1000)] | None = None
    seconds: Annotated[float, Field(gt=0, le=86_400, allow_inf_nan=False)] | None = None
    usd: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None


class Scope(Message):
    """What a run is about: documents, and a range in the first of them."""

    uris: tuple[str, ...] = ()
    range: Span | None = None


class RunArgs(Message):
    """`architect.run`; without a `title` the run is called by its prompt.

    One that begins with `/explain`, `/fix` or `/tests` is that task, about what follows or what
    goes along.
    """

    prompt: Annotated[str, Field(min_length=1, max_length=1_000_000)]
    title: Annotated[str, Field(max_length=1_000)] | None = None
    agent: str | None = None
    mode: RunMode | None = None
    scope: Scope = Scope()
    attachments: SentAttachments = ()
    model: str | None = None
    reasoning: ReasoningEffort | None = None
    limits: RunLimits = RunLimits()
    dry_run: bool = False
    review: EditReview | None = None
    auto_review: bool | None = None
    session: str | None = None
    wait: bool = False


async def run(editor: EditorSession, args: RunArgs, token: str | int | None) -> StartedRun:
    return await start(editor, args, token)


async def start(
    editor: EditorSession,
    args: RunArgs,
    token: str | int | None,
    *,
    agent_of: AgentChoice = agent_in,
) -> StartedRun:
    """Start what `args` say; `agent_of` chooses the agent from the one of the run before.

    Raises:
        RequestFault: it cannot be started.
    """
    editor.expect_trust()
    if args.agent and (old_name := old_agent_name_note(args.agent)):
        editor.trust.note(old_name)
    uris = args.scope.uris
    next_run = await _next_run(editor, args)
    for note in next_run.notes:
        editor.trust.note(note)
    root = next_run.root
    config = await editor.config(root)
    selection = None
    if uris and args.scope.range is not None:
        selection = await selection_in(editor, root, uris[0], args.scope.range)
    attached = await brought(editor, root, args.attachments)
    request = run_on(
        args.prompt,
        agent=agent_of(args.mode, args.agent, last=next_run.agent),
        paths=[relative_path(root, uri) for uri in uris],
        selection=selection,
    )
    request = replace(
        request, attachments=(*request.attachments, *attached.texts), images=attached.images
    )
    asked = await _asked(editor, args, request, next_run.root, agent_of)
    order = run_order(
        asked.request,
        next_run,
        config,
        title=args.title or asked.request.title,
        options=_options(args),
        client_token=token,
        fixes=asked.fixes,
    )
    return await start_run(editor, order, wait=args.wait)


async def _asked(
    editor: EditorSession, args: RunArgs, request: RunRequest, root: Path, agent_of: AgentChoice
) -> Asked:
    """The `request`, or the task with a name that its prompt begins with."""
    if (typed := typed_task(args.prompt)) is None:
        await expect_known_name(args.prompt, editor, root, await editor.config(root))
        return Asked(request)
    name, words = typed
    names = (
        *(each.source for each in request.attachments if each.kind != SCOPE),
        *(each.name for each in request.images),
    )
    findings = editor.folders.get(root).findings
    asked = await named_task(name, words, editor.workspace(root), findings, attached=names)
    agent = agent_of(args.mode, args.agent, last=DEFAULT_AGENT)
    attachments = (*asked.request.attachments, *request.attachments)
    about = replace(
        asked.request,
        agent=EXPLAINER if name == "explain" else agent,
        attachments=attachments,
        images=request.images,
    )
    return replace(asked, request=about)


def _options(args: RunArgs) -> RunOptions:
    options = RunOptions(
        review=args.review,
        model=args.model,
        reasoning=args.reasoning,
        max_steps=args.limits.steps,
        timeout_s=args.limits.seconds,
        budget_usd=args.limits.usd,
        dry_run=args.dry_run,
        auto_review=args.auto_review,
    )
    return options_in(args.mode, options)


async def _next_run(editor: EditorSession, args: RunArgs) -> NextRun:
    if args.session is None:
        return first_run(editor.root_of(args.scope.uris), editor.clock)
    return await editor.known_runs.next_in(args.session)


COMMAND = Command("architect.run", RunArgs, StartedRun, run)
