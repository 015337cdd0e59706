"""Runs, put together of their parts and closed again if one cannot be had."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path

from architect.agent.agent import Agent
from architect.agent.completion_checks import CompletionRules
from architect.agent.cost_tracker import CostTracker
from architect.agent.limits import Limits
from architect.agent.loop import AgentLoop, MakeEvaluator
from architect.agent.summaries import Summaries, SummaryRules
from architect.bootstrap.run.first_event import first_event
from architect.bootstrap.run.open_session import OpenSession
from architect.bootstrap.run.opening import opening
from architect.bootstrap.run.run_parts import RunParts
from architect.bootstrap.run.search import open_search
from architect.domain.ids import CallId
from architect.domain.journal.context_events import RulesTold
from architect.domain.journal.state import AgentState
from architect.domain.run_request import RunRequest
from architect.execution.engine import ExecutionEngine
from architect.execution.gate_runner import GateRunner
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.command_changes import CommandChanges
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.result_room import ResultLimits
from architect.execution.run_context import CallRules, RulesDue, RunContext
from architect.execution.shells.no_network_shell import NoNetworkShell
from architect.execution.shells.recording_shell import RecordingShell
from architect.ports.change_watch import ChangeWatch
from architect.ports.child_runs import ChildRun
from architect.ports.clock import Clock
from architect.ports.crash_log import CrashLog
from architect.ports.event_sink import EventSink
from architect.ports.guardrails import Guardrails
from architect.ports.host import Host
from architect.ports.model import Model
from architect.ports.shell import Shell
from architect.ports.skill_library import SkillLibrary
from architect.ports.workspace import Workspace
from architect.services.rules.nearby import RulesNearby
from architect.services.runs import Loop, Run
from architect.tools.registry import ToolRegistry


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

        parts = ChildParts(self._parts, parent, call_id)
        run = await RunFactory(parts).open(parts.narrowed(request))
        parent.children.append(run.context)
        # At the latest: a tool may have opened it and then never let it go.
        parent.resources.push_async_callback(run.context.resources.aclose)
        return OpenedChild(run)

    async def _opened(
        self, request: RunRequest, session: OpenSession, resources: AsyncExitStack
    ) -> Run:
        resources.push_async_callback(session.journal.aclose)
        git = self._parts.git_summary(resources)
        agent, model = self._parts.agent(request), self._model(resources)
        index = self._parts.code_index(resources)
        host, guardrails = self._parts.place(request), self._parts.guardrails()
        skills = await self._parts.skills(host.workspace, guardrails.hides)
        tools = self._parts.tools(request, agent, index, skills)
        offered = await self._parts.offered_tools(resources)
        for tool in offered.tools:
            tools.register(tool)
        completion = self._parts.completion(request, tools.allowed(agent.allowed_tools))
        limits = self._parts.limits(request, agent)
        rules = CallRules(
            allowed=agent.allowed_tools,
            dry_run=request.dry_run,
            results=ResultLimits(
                self._parts.window(limits), self._parts.config.context.max_tool_result_tokens
            ),
            proposes=request.proposes,
        )
        context = self._context(
            request,
            agent,
            session,
            resources,
            host=host,
            guardrails=guardrails,
            model=model,
            tools=tools,
            rules=rules,
            skills=skills,
        )
        loop = self._loop(request, context, limits, completion)
        told = await opening(
            self._parts,
            request,
            agent,
            tools.allowed(agent.allowed_tools),
            workspace=context.workspace,
            hides=context.guardrails.hides,
            git=git,
            index=index,
            skills=skills,
            told=session.conversation.messages,
        )
        started = first_event(
            request,
            agent,
            context,
            self._parts.config,
            opening=told,
            completion=completion,
            parent=self._parts.parent_call(),
        )
        taints = self._parts.taints(request)
        left_out = (*offered.left_out, *told.left_out)
        return Run(started, context, loop, left_out=left_out, taints=taints)

    def _loop(
        self,
        request: RunRequest,
        context: RunContext,
        limits: Limits,
        completion: CompletionRules,
    ) -> Loop:
        engine = ExecutionEngine(context)
        costs = CostTracker(
            context.model.name,
            self._parts.prices(),
            limits,
            fallbacks=self._parts.config.llm.fallbacks,
        )
        rules = self._summary_rules()
        if request.only_compacts:
            from architect.agent.compact_only import CompactOnly

            return CompactOnly(
                context,
                limits,
                costs=costs,
                tools=engine.schemas,
                rules=rules,
                focus=request.task,
            )
        return AgentLoop(
            context,
            engine,
            limits,
            costs=costs,
            completion=completion,
            parallel_reads=self._parts.config.context.parallel_tools,
            compaction=partial(Summaries, tools=engine.schemas, rules=rules),
            evaluation=self._evaluation(request, limits),
        )

    def _evaluation(self, request: RunRequest, limits: Limits) -> MakeEvaluator | None:
        """What looks at the work in the end; nothing where none is done, or a parent judges it."""
        settings = self._parts.config.evaluation
        works = not (request.dry_run or request.proposes)
        if settings.mode == "off" or not works or self._parts.parent() is not None:
            return None
        from architect.agent.evaluation import SelfEvaluator

        return partial(SelfEvaluator, settings=settings, limits=limits)

    def _summary_rules(self) -> SummaryRules:
        settings = self._parts.config.context
        return SummaryRules(
            settings.compact_at,
            keep_steps=settings.keep_recent_steps,
            after_steps=settings.summarize_after_steps,
        )

    def _model(self, resources: AsyncExitStack) -> Model:
        crashes, model = self._parts.crashes(), self._parts.model()
        resources.push_async_callback(_close_model, model, crashes)
        return model

    def _context(
        self,
        request: RunRequest,
        agent: Agent,
        session: OpenSession,
        resources: AsyncExitStack,
        *,
        host: Host,
        guardrails: Guardrails,
        model: Model,
        tools: ToolRegistry,
        rules: CallRules,
        skills: SkillLibrary | None,
    ) -> RunContext:
        stop, clock = self._parts.stop(resources), self._parts.clock()
        triggers = HookTriggers({hook.event for hook in self._parts.enabled_hooks()})
        recorder = self._recorder(session, (*host.sinks, *self._parts.ledger(), triggers), clock)
        watch = self._parts.watch(resources)
        shell = self._shell(request, session, recorder, watch)
        hooks = self._parts.hooks(host, shell, recorder, triggers)
        resources.push_async_callback(hooks.aclose)
        shell = host.shell(shell)
        return RunContext(
            workspace=host.workspace,
            search=host.search(open_search(self._parts.root)),
            shell=shell,
            model=model,
            tools=tools,
            guardrails=guardrails,
            hooks=hooks,
            gates=_gates(shell, recorder, self._parts.root),
            confirmation=self._parts.confirmation(request, agent, stop),
            rules=rules,
            recorder=recorder,
            journal=session.journal,
            originals=session.originals,
            watch=watch,
            clock=clock,
            stop=stop,
            crashes=self._parts.crashes(),
            resources=resources,
            open_child=self.open_child,
            memory=(memory := self._parts.memory()),
            keeps_corrections=memory is not None
            and self._parts.config.memory.auto_detect_corrections,
            parent=self._parts.parent(),
            learn_secrets=self._parts.secrets_nearby(recorder).learn,
            rules_due=self._rules_due(host.workspace, guardrails, skills),
        )

    def _rules_due(
        self, workspace: Workspace, guardrails: Guardrails, skills: SkillLibrary | None
    ) -> RulesDue:
        rules = RulesNearby(workspace, guardrails.hides)
        if skills is None or not self._parts.config.skills.inject_by_glob:
            return rules.due
        from architect.services.skills.nearby import SkillsNearby

        nearby = SkillsNearby(skills)

        async def due(state: AgentState) -> Sequence[RulesTold]:
            return (*await rules.due(state), *nearby.due(state))

        return due

    def _shell(
        self,
        request: RunRequest,
        session: OpenSession,
        recorder: EventRecorder,
        watch: ChangeWatch,
    ) -> Shell:
        """The shell of hooks, gates and calls, before the host has its say."""
        shell = self._parts.shell(read_only=request.proposes)
        if not request.proposes:
            changes = CommandChanges(recorder.emit, session.originals)
            shell = RecordingShell(shell, watch, changes, self._parts.crashes())
        return self._parts.redacting(shell, recorder)

    def _recorder(
        self, session: OpenSession, sinks: Sequence[EventSink], clock: Clock
    ) -> EventRecorder:
        parent = self._parts.parent()
        return EventRecorder(
            session.run_id,
            journal=session.journal,
            sinks=sinks,
            clock=clock,
            redactor=self._parts.redactor(),
            state=session.conversation,
            parent=None if parent is None else parent.recorder,
        )


async def _close_model(model: Model, crashes: CrashLog) -> None:
    """Close `model`; a connection that cannot be closed changes nothing any more."""
    [fault] = await asyncio.gather(model.aclose(), return_exceptions=True)
    if isinstance(fault, Exception):
        crashes.keep(fault)


def _gates(shell: Shell, recorder: EventRecorder, root: Path) -> GateRunner:
    return GateRunner(
        NoNetworkShell(shell, lambda: recorder.taints),
        folder=root,
        emit=recorder.emit,
        clean=lambda text: recorder.redactor.clean(text).text,
    )
