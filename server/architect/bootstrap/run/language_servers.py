"""The configured language servers of a run, of which nothing is imported before one is asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from architect.adapters.process.programs import find_program
from architect.bootstrap.workspaces import version_control
from architect.config.schema import Config
from architect.domain.errors import VcsFault
from architect.domain.git_range import Since
from architect.domain.language import CodePlace, NewText
from architect.domain.problems import ReportedProblems
from architect.domain.text.diff_sections import file_diffs
from architect.policy.file_rules import sensitive_files
from architect.ports.host import Host
from architect.ports.tool_source import Offers, SourceFault
from architect.ports.workspace import Workspace

if TYPE_CHECKING:
    from architect.adapters.language_servers.language_servers import LanguageServers

_MOST_CHANGED = 50
"""Of files with uncommitted changes that are looked at when nobody says which."""


def with_language_servers(
    host: Host, config: Config, environ: Mapping[str, str], resources: AsyncExitStack
) -> Host:
    """`host`, which can ask the configured servers if no editor can be asked."""
    if host.language is not None or host.problems is not None:
        return host
    there, faults = usable_commands(config.lsp.servers, host.workspace.root)
    sources = (*host.tool_sources, MissingServers(faults))
    if not there:
        return replace(host, tool_sources=sources)
    servers = LazyLanguageServers(there, host.workspace, config, environ)
    resources.push_async_callback(servers.aclose)
    return replace(
        host,
        problems=servers,
        language=servers,
        tool_sources=sources,
    )


def usable_commands(
    servers: Mapping[str, Sequence[str]], root: Path
) -> tuple[dict[str, tuple[str, ...]], tuple[SourceFault, ...]]:
    """The commands whose programs are there, with their paths, and a word about the others."""
    there: dict[str, tuple[str, ...]] = {}
    faults: list[SourceFault] = []
    for language, (program, *arguments) in servers.items():
        found = (root / program) if "/" in program else find_program(program)
        if found is not None and found.exists():
            there[language] = (str(found), *arguments)
        else:
            reason = f"{program!r} was not found; install it, or take it out of lsp.servers"
            faults.append(SourceFault(source=f"lsp.servers.{language}", reason=reason))
    return there, tuple(faults)


class MissingServers:
    """Says at the start of a run which servers it goes without."""

    def __init__(self, faults: Sequence[SourceFault]) -> None:
        self._faults = tuple(faults)

    async def open(self, resources: AsyncExitStack, later: Callable[[Offers], None]) -> Offers:
        return Offers(tools=(), faults=self._faults)


class LazyLanguageServers:
    """The servers; what talks to them is imported when one is asked."""

    source = "language servers, of files with uncommitted changes"

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        workspace: Workspace,
        config: Config,
        environ: Mapping[str, str],
    ) -> None:
        self._commands = commands
        self._workspace = workspace
        self._config = config
        self._environ = environ
        self._servers: LanguageServers | None = None

    async def reported(
        self, paths: Sequence[str] | None = None, *, since: int | None = None
    ) -> ReportedProblems:
        """Without `paths`: of the files with uncommitted changes, and of those looked at so far."""
        servers = self._made()
        if paths is None and (changed := await self._changed()):
            await servers.reported(changed)
        return await servers.reported(paths, since=since)

    async def definition(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._made().definition(place)

    async def references(self, place: CodePlace) -> Sequence[CodePlace]:
        return await self._made().references(place)

    async def hover(self, place: CodePlace) -> str:
        return await self._made().hover(place)

    async def rename(self, place: CodePlace, name: str) -> Sequence[NewText]:
        return await self._made().rename(place, name)

    async def formatted(self, path: str) -> NewText | None:
        return await self._made().formatted(path)

    async def aclose(self) -> None:
        if self._servers is not None:
            await self._servers.aclose()

    async def _changed(self) -> Sequence[str]:
        try:
            diff = await version_control(self._workspace).diff(Since(untracked=True))
        except VcsFault:
            return ()
        return [each.path for each in file_diffs(diff)][:_MOST_CHANGED]

    def _programs(self) -> Iterator[Path]:
        """Where the servers are installed, which their sandbox has to show."""
        from architect.adapters.sandbox.toolchains import installation

        home = Path(self._environ["HOME"]) if "HOME" in self._environ else None
        for program, *_ in self._commands.values():
            for path in (Path(program), Path(program).resolve()):
                if not path.is_relative_to(self._workspace.root):
                    yield from installation(path.parent, home)

    def _made(self) -> "LanguageServers":
        if self._servers is None:
            from architect.adapters.language_servers.language_servers import LanguageServers
            from architect.adapters.shell.command_environment import command_environment
            from architect.bootstrap.run.sandbox import open_sandbox

            keys = (self._config.llm.api_key_env,)
            self._servers = LanguageServers(
                self._commands,
                self._workspace,
                sandbox=open_sandbox(
                    self._config.commands, self._workspace.root, readable=tuple(self._programs())
                ),
                environment=command_environment(self._environ, {}, key_variables=keys),
                secrets=sensitive_files(self._config.guardrails.sensitive_files),
            )
        return self._servers
