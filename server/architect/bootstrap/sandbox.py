"""The sandbox of commands, as configured."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from architect.bootstrap.late import LateShell
from architect.config.commands import CommandSettings
from architect.config.schema import Config
from architect.domain.shell import Need
from architect.ports.shell import Shell

if TYPE_CHECKING:
    from architect.adapters.commands.sandbox import Sandbox

_BYTES_PER_MB = 1_000_000


def open_shell(
    config: Config, environ: Mapping[str, str], root: Path, *, read_only: bool = False
) -> Shell:
    """Where commands, hooks and checks of the workspace `root` run; nothing is looked for yet.

    With `read_only` their sandbox has nothing of the workspace that they could write.
    """

    def make() -> Shell:
        from architect.adapters.commands.local_shell import LocalShell
        from architect.adapters.commands.resource_limits import ResourceLimits

        commands = config.commands
        return LocalShell(
            environ,
            key_variables=(config.llm.api_key_env,),
            sandbox=open_sandbox(commands, root, read_only=read_only),
            limits=ResourceLimits(commands.max_processes, commands.max_file_mb * _BYTES_PER_MB),
        )

    return LateShell(make)


def open_free_shell(config: Config, environ: Mapping[str, str]) -> Shell:
    """Where hooks run that do not want the sandbox."""

    def make() -> Shell:
        from architect.adapters.commands.local_shell import LocalShell

        return LocalShell(environ, key_variables=(config.llm.api_key_env,))

    return LateShell(make)


def open_sandbox(commands: CommandSettings, root: Path, *, read_only: bool = False) -> "Sandbox":
    """The sandbox of the workspace `root`."""
    from architect.adapters.commands.sandbox import Sandbox
    from architect.adapters.commands.sandbox_rules import SandboxRules

    rules = SandboxRules(
        mode=commands.sandbox,
        network=commands.network,
        readable=commands.sandbox_paths,
        writable=commands.sandbox_writable,
        read_only=read_only,
    )
    return Sandbox(root, rules)


def withheld(commands: CommandSettings, *, read_only: bool = False) -> frozenset[Need]:
    """What commands lack unless the user grants it; nobody can let them write where all is read."""
    if commands.sandbox == "off":
        return frozenset()
    had = {Need.NETWORK} if commands.network else set[Need]()
    return frozenset(Need) - had - ({Need.GIT_CONFIGURATION} if read_only else set())
