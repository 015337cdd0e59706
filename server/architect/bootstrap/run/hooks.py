"""The hooks of a run."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from architect.adapters.no_hooks import NoHooks
from architect.domain.hooks import Hook
from architect.domain.ids import session_of
from architect.execution.hooks.triggers import HookTriggers
from architect.execution.record.event_recorder import EventRecorder
from architect.execution.shells.no_network_shell import NoNetworkShell
from architect.ports.host import Host
from architect.ports.shell import Shell

if TYPE_CHECKING:
    from architect.execution.hooks.executor import HookExecutor


def open_hooks(
    hooks: Sequence[Hook],
    host: Host,
    *,
    shell: Shell,
    unsandboxed_shell: Shell,
    recorder: EventRecorder,
    triggers: HookTriggers,
) -> "HookExecutor | NoHooks":
    """What runs `hooks` in the workspace of `host`; `triggers` sees the events of `recorder`.

    Hooks that do not want the sandbox of `shell` run in `unsandboxed_shell`.
    """
    if not hooks:
        return NoHooks()
    from architect.execution.hooks.executor import HookExecutor
    from architect.execution.hooks.launcher import HookContext

    place = HookContext(
        session_of(recorder.run_id),
        host.workspace,
        shell=NoNetworkShell(shell, lambda: recorder.taints),
        unsandboxed_shell=unsandboxed_shell,
        saving=host.shell,
    )
    return HookExecutor(hooks, place, recorder=recorder, triggers=triggers)
