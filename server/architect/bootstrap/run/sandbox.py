"""The shells of a run and the sandbox of commands, as configured."""

from collections.abc import Awaitable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.files.files_with_secrets import (
    EVERYWHERE,
    NEARBY,
    Reach,
    files_with_secrets,
)
from architect.bootstrap.lazy import LazyShell
from architect.config.commands import CommandSettings
from architect.config.guardrails import GuardrailSettings
from architect.config.schema import Config
from architect.domain.shell import Need
from architect.execution.shells.redacting_shell import RedactingShell
from architect.execution.stated_secrets import StatedSecrets
from architect.policy.file_rules import sensitive_files
from architect.policy.secrets.redactor import Redactor
from architect.ports.shell import Shell

if TYPE_CHECKING:
    from architect.adapters.sandbox.sandbox import Sandbox

_BYTES_PER_MB = 1_000_000

_ALSO_STATING = ".envrc"
"""What may be read without a question and may state keys all the same."""


def open_shell(
    config: Config,
    environ: Mapping[str, str],
    root: Path,
    *,
    aliases: tuple[Path, ...] = (),
    protected: tuple[Path, ...] = (),
    read_only: bool = False,
) -> Shell:
    """Where commands, hooks and checks of the workspace `root` run; nothing is looked for yet.

    They find it by its `aliases` as well, and never change what is `protected`. With `read_only`
    their sandbox has nothing of the workspace that they could write.
    """

    def make() -> Shell:
        from architect.adapters.process.resource_limits import ResourceLimits
        from architect.adapters.shell.local_shell import LocalShell
        from architect.bootstrap.run.skills import skill_places

        commands = config.commands
        return LocalShell(
            environ,
            key_variables=(config.llm.api_key_env,),
            sandbox=open_sandbox(
                commands,
                root,
                aliases=aliases,
                protected=protected,
                read_only=read_only,
                readable=skill_places(environ) if config.skills.auto_discover else (),
            ),
            limits=ResourceLimits(commands.max_processes, commands.max_file_mb * _BYTES_PER_MB),
        )

    return LazyShell(make)


def open_unsandboxed_shell(config: Config, environ: Mapping[str, str]) -> Shell:
    """Where hooks run that do not want the sandbox."""

    def make() -> Shell:
        from architect.adapters.shell.local_shell import LocalShell

        return LocalShell(environ, key_variables=(config.llm.api_key_env,))

    return LazyShell(make)


def redacting(shell: Shell, redactor: Redactor, root: Path, settings: GuardrailSettings) -> Shell:
    """`shell`, of whose output `redactor` knows what the files with secrets below `root` state."""
    return RedactingShell(shell, StatedSecrets(redactor, lambda: _stating(root, settings)))


def secrets_nearby(redactor: Redactor, root: Path, settings: GuardrailSettings) -> StatedSecrets:
    """What files with secrets in `root` and the folders in it state: quick to find."""
    return StatedSecrets(redactor, lambda: _stating(root, settings, reach=NEARBY))


def _stating(
    root: Path, settings: GuardrailSettings, *, reach: Reach = EVERYWHERE
) -> Awaitable[Mapping[str, str]]:
    secrets = sensitive_files(settings.sensitive_files)
    return files_with_secrets(
        root.resolve(),
        lambda path: path.endswith(_ALSO_STATING) or secrets.match((path,)) is not None,
        reach=reach,
    )


def open_sandbox(
    commands: CommandSettings,
    root: Path,
    *,
    aliases: tuple[Path, ...] = (),
    protected: tuple[Path, ...] = (),
    read_only: bool = False,
    readable: tuple[Path, ...] = (),
) -> "Sandbox":
    """The sandbox of the workspace `root`, which `aliases` lead to as well.

    Commands may read what is in `readable`, besides what `commands` name.
    """
    from architect.adapters.sandbox.rules import SandboxRules
    from architect.adapters.sandbox.sandbox import Sandbox

    rules = SandboxRules(
        mode=commands.sandbox,
        network=commands.network,
        readable=(*commands.sandbox_paths, *readable),
        writable=commands.sandbox_writable,
        read_only=read_only,
        protected=protected,
    )
    return Sandbox(root, rules, aliases=aliases)


def withheld(commands: CommandSettings, *, read_only: bool = False) -> frozenset[Need]:
    """What commands lack unless the user grants it; nobody can let them write where all is read."""
    if commands.sandbox == "off":
        return frozenset()
    had = {Need.NETWORK} if commands.network else set[Need]()
    return frozenset(Need) - had - ({Need.GIT_CONFIGURATION} if read_only else set())
