"""The hooks of a run."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from architect.adapters.no_rules import NoHooks
from architect.domain.hooks import Hook
from architect.domain.ids import SessionId
from architect.execution.event_recorder import EventRecorder
from architect.execution.hook_triggers import HookTriggers
from architect.execution.tainted_shell import TaintedShell
from architect.ports.host import Host
from architect.ports.shell import Shell

if TYPE_CHECKING:
    from architect.execution.hook_executor import HookExecutor


def open_hooks(
    hooks: Sequence[Hook],
    host: Host,
    *,
    shell: Shell,
    free_shell: Shell,
    session_id: SessionId,
    recorder: EventRecorder,
    triggers: HookTriggers,
) -> "HookExecutor | NoHooks":
    """What runs `hooks` in the workspace of `host`; `triggers` sees the events of `recorder`.

    Hooks that do not want the sandbox of `shell` run in `free_shell`.
    """
    if not hooks:
        return NoHooks()
    from architect.execution.hook_executor import HookExecutor
    from architect.execution.hook_launcher import HookPlace

    place = HookPlace(
        session_id,
        host.workspace,
        shell=TaintedShell(shell, lambda: recorder.state.taints),
        free_shell=free_shell,
        saving=host.shell,
    )
    return HookExecutor(hooks, place, recorder=recorder, triggers=triggers)
