"""The world outside of a run: its record, its commands, its hooks, and what the engine reaches."""

from dataclasses import dataclass

from architect.adapters.files.files_with_secrets import files_with_secrets
from architect.bootstrap.guardrails import guardrails
from architect.bootstrap.hooks import open_hooks
from architect.bootstrap.run_plan import RunPlan
from architect.bootstrap.sandbox import open_free_shell, open_shell
from architect.bootstrap.searches import open_search
from architect.execution.event_recorder import EventRecorder
from architect.execution.gate_runner import GateRunner
from architect.execution.hook_triggers import HookTriggers
from architect.execution.informed_shell import InformedShell
from architect.execution.outside import Outside
from architect.execution.tainted_shell import TaintedShell
from architect.policy.file_rules import sensitive_files
from architect.ports.hooks import RunHooks
from architect.ports.shell import Shell


@dataclass(frozen=True, slots=True)
class RunOutside:
    """What one run is recorded by, and what it reaches the world through."""

    recorder: EventRecorder
    hooks: RunHooks
    gates: GateRunner
    engine: Outside


def open_outside(plan: RunPlan) -> RunOutside:
    """The world outside of `plan`; no program is looked for or started yet."""
    host, config = plan.host, plan.config
    enabled_hooks = tuple(config.hooks.enabled())
    triggers = HookTriggers({hook.event for hook in enabled_hooks})
    recorder = _recorder(plan, triggers)
    shell = _informed(
        plan,
        recorder,
        open_shell(config, plan.environ, plan.root, read_only=plan.request.proposes),
    )
    hooks = open_hooks(
        enabled_hooks,
        host,
        shell=shell,
        free_shell=_informed(plan, recorder, open_free_shell(config, plan.environ)),
        session_id=plan.session.journal.session_id,
        recorder=recorder,
        triggers=triggers,
    )
    engine = Outside(
        workspace=host.workspace,
        search=host.search(open_search(plan.root)),
        shell=host.shell(shell),
        guardrails=guardrails(config.guardrails, plan.root),
        hooks=hooks,
        clock=plan.clock,
        originals=plan.session.originals,
    )
    gates = GateRunner(
        TaintedShell(engine.shell, lambda: recorder.state.taints),
        folder=plan.root,
        emit=recorder.emit,
        clean=lambda text: recorder.redactor.clean(text).text,
    )
    return RunOutside(recorder, hooks, gates, engine)


def _informed(plan: RunPlan, recorder: EventRecorder, shell: Shell) -> Shell:
    """`shell`, of whose output the record knows what files with secrets state."""
    secrets = sensitive_files(plan.config.guardrails.sensitive_files)
    return InformedShell(
        shell,
        recorder.redactor,
        lambda: files_with_secrets(plan.root.resolve(), lambda path: bool(secrets.match((path,)))),
    )


def _recorder(plan: RunPlan, triggers: HookTriggers) -> EventRecorder:
    """What records the run, and lets `triggers` see its events."""
    return EventRecorder(
        plan.session.run_id,
        journal=plan.session.journal,
        sinks=(*plan.host.sinks, triggers),
        clock=plan.clock,
        redactor=plan.credentials.redactor(plan.config),
        state=plan.session.conversation,
    )
