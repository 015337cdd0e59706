"""Runs, put together of their parts and closed again if one cannot be had."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial

from architect.agent.agent import Agent
from architect.agent.limits import Limits
from architect.bootstrap.run.contexts import open_context
from architect.bootstrap.run.first_event import first_event
from architect.bootstrap.run.loops import open_loop
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.opening import opening
from architect.bootstrap.run.run_inputs import RunInputs
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.run.users_words import UsersWords
from architect.domain.attached import KeptImage
from architect.domain.errors import ImagesNotTakenError
from architect.domain.ids import CallId
from architect.domain.run_request import RunRequest
from architect.execution.result_room import ResultLimits
from architect.execution.run_context import CallRules, RunContext
from architect.ports.child_runs import ChildRun
from architect.ports.crash_log import CrashLog
from architect.ports.model import Model
from architect.services.kept_images import keep_images
from architect.services.runs import Run


class RunFactory:
    """Opens runs: those of a front end, and those that calls of runs open.

    It knows in which order the `parts` need each other, and who closes them. It chooses none of
    them: what a part is, `RunParts` says, and for a run under another one `ChildParts`.
    """

    def __init__(self, parts: RunParts) -> None:
        self._parts = parts

    async def open(self, request: RunRequest, session: OpenSession | None = None) -> Run:
        """A run that is ready to go, in a new session if none is given; nothing has happened yet.

        From here on the session belongs to the run: it is closed when the run ends, and at once if
        the run cannot be opened.

        Raises:
            UserError: the request or the configuration names something that does not exist.
            AuthenticationFailedError: there is no key for the model.
            ImagesNotTakenError: the request has images, and the model takes none.
        """
        resources = AsyncExitStack()
        async with AsyncExitStack() as on_failure:
            on_failure.push_async_callback(resources.aclose)
            run = await self._opened(request, session or self._parts.session(), resources)
            on_failure.pop_all()
        return run

    async def open_child(
        self, request: RunRequest, parent: RunContext, call_id: CallId
    ) -> ChildRun:
        """A run under `parent` for its call `call_id`, which has a journal of its own.

        It may do nothing that its parent may not: see `ChildParts`. What it changes is on record as
        a change of the parent's call too, so whoever undoes the parent, reviews its hunks or asks
        for its diff has the child's changes with it, and nobody has to read two journals.

        Raises:
            UserError: the request names something that does not exist, or only proposes under a
                parent that edits.
            AuthenticationFailedError: there is no key for the model.
        """
        from architect.bootstrap.run.child_parts import ChildParts
        from architect.services.child_run import OpenedChild

        model = request.model
        outer = self._parts if model is None else self._parts.asking(model)
        parts = ChildParts(outer, parent, call_id)
        run = await RunFactory(parts).open(parts.narrowed(request))
        parent.children.append(run.context)
        # At the latest: a tool may have opened it and then never let it go.
        parent.resources.push_async_callback(run.context.resources.aclose)
        return OpenedChild(run, parts.keep_output)

    async def _opened(
        self, request: RunRequest, session: OpenSession, resources: AsyncExitStack
    ) -> Run:
        parts = self._parts
        resources.push_async_callback(session.journal.aclose)
        git = parts.git_summary(resources)
        inputs = await self._inputs(request, session, resources)
        agent, offered = inputs.agent, inputs.offered
        allowed = inputs.tools.allowed(agent.allowed_tools)
        completion = parts.completion(request, allowed)
        context = open_context(parts, inputs, resources, self.open_child)
        words = _users_words(parts, inputs, context)
        read = partial(words.said, request)
        loop = open_loop(parts, request, context, inputs.limits, completion, read)
        before = session.conversation.messages
        told = await opening(words, request, allowed, git=git, skills=inputs.skills, told=before)
        started = first_event(
            request,
            agent,
            context,
            parts.llm,
            opening=told,
            completion=completion,
            parent=parts.parent_call(),
            images=await _kept_images(request, context),
        )
        left_out = (*offered.news(), *told.left_out)
        taints = (*parts.taints(request), *told.taints)
        return Run(started, context, loop, left_out=left_out, taints=taints)

    async def _inputs(
        self, request: RunRequest, session: OpenSession, resources: AsyncExitStack
    ) -> RunInputs:
        parts = self._parts
        agent, model = parts.agent(request), self._model(resources)
        index = parts.code_index(resources)
        host, guardrails = parts.place(request, resources), parts.guardrails()
        skills = await parts.skills(host.workspace, guardrails.hides)
        tools = parts.tools(request, agent, index, skills)
        limits = parts.limits(request, agent)
        rules = _call_rules(parts, request, agent, limits)
        return RunInputs(
            request=request,
            session=session,
            agent=agent,
            model=model,
            host=host,
            guardrails=guardrails,
            tools=tools,
            rules=rules,
            limits=limits,
            offered=await parts.offered_tools(tools, rules.results.window, resources),
            index=index,
            skills=skills,
            telemetry=await parts.telemetry(resources),
        )

    def _model(self, resources: AsyncExitStack) -> Model:
        crashes, model = self._parts.crashes(), self._parts.model()
        resources.push_async_callback(_close_model, model, crashes)
        return model


def _call_rules(parts: RunParts, request: RunRequest, agent: Agent, limits: Limits) -> CallRules:
    room = ResultLimits(parts.window(limits), parts.config.context.max_tool_result_tokens)
    return CallRules(
        allowed=agent.allowed_tools,
        dry_run=request.dry_run,
        results=room,
        proposes=request.proposes,
    )


def _users_words(parts: RunParts, inputs: RunInputs, context: RunContext) -> UsersWords:
    return UsersWords(
        parts=parts,
        agent=inputs.agent,
        workspace=context.workspace,
        hides=inputs.guardrails.hides,
        index=inputs.index,
        skills=inputs.skills,
        texts=lambda: inputs.offered.texts,
        originals=context.originals,
        takes_images=context.takes_images,
    )


async def _kept_images(request: RunRequest, context: RunContext) -> tuple[KeptImage, ...]:
    """The images of the task, on the disk.

    Raises:
        ImagesNotTakenError: the model takes none.
    """
    if not request.images:
        return ()
    if not context.takes_images:
        raise ImagesNotTakenError(context.model.name)
    return await asyncio.to_thread(keep_images, request.images, context.originals)


async def _close_model(model: Model, crashes: CrashLog) -> None:
    """Close `model`; a connection that cannot be closed changes nothing any more."""
    [fault] = await asyncio.gather(model.aclose(), return_exceptions=True)
    if isinstance(fault, Exception):
        crashes.keep(fault)
