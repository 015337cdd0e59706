"""Commands in a sandbox: what they see and write is the workspace, and little else.

The rules are in the modules beside: what works here in `sandbox_probe`, what is visible in
`sandbox_mounts`, what nobody may write in `protected_paths`, and `path_guard` for what of that
does not exist yet; a workspace that is only read in `read_only_workspace`, and which system calls
are refused in `seccomp`.
"""

import asyncio
import contextlib
import os
import secrets
import shutil
from collections.abc import Collection, Generator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from architect.adapters.sandbox.filter_pipe import filter_pipe
from architect.adapters.sandbox.git_alone import is_alone, path_without_own
from architect.adapters.sandbox.git_folders import GitFolders, git_folders
from architect.adapters.sandbox.git_moves import code_beside, expect_no_settings, expect_to_finish
from architect.adapters.sandbox.mounts import (
    Surroundings,
    home_of,
    system_mounts,
)
from architect.adapters.sandbox.probe import Available, Unavailable, find_sandbox
from architect.adapters.sandbox.read_only_workspace import caches_elsewhere, read_only_mounts
from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.shared_network import SharedNetwork
from architect.adapters.sandbox.toolchains import DECIDING_VARIABLES
from architect.adapters.sandbox.user_content import UserContent
from architect.adapters.sandbox.working_workspace import Guard, working_workspace
from architect.domain.errors import CommandRefusedError, ShellFault
from architect.domain.shell import Need, ShellCommand
from architect.frozen import frozen
from architect.l10n import english
from architect.leaving import call_at_end_of
from architect.policy.git_line import GitLine


@frozen
class Enclosure:
    """How one command is started: behind `prefix`, which is empty if there is no sandbox.

    `missing` says why there is none although the configuration wants one. `made` is a folder that
    is there for the command only, `syscalls` the filter of its system calls. A command without
    network joins the `shared` one if there is one; the first in the `background` makes it.
    """

    prefix: tuple[str, ...] = ()
    missing: str = ""
    network: bool = True
    guards: tuple[Guard, ...] = ()
    made: Path | None = None
    syscalls: bytes | None = None
    shared: SharedNetwork | None = None
    background: bool = False

    @contextlib.contextmanager
    def opened(self) -> Generator[tuple[tuple[str, ...], tuple[int, ...]]]:
        """The words before the command, and the descriptors to start it with.

        Raises:
            OSError: there are too many open files.
        """
        with contextlib.ExitStack() as opened:
            before, own, passed = self._network(opened)
            if self.syscalls is not None:
                descriptor = filter_pipe(self.syscalls)
                opened.callback(os.close, descriptor)
                own, passed = (*own, "--seccomp", str(descriptor)), (*passed, descriptor)
            yield (*before, *self.prefix[:1], *own, *self.prefix[1:]), passed

    def _network(
        self, opened: contextlib.ExitStack
    ) -> tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]:
        """The words before bwrap, its own first ones, and the descriptors for them."""
        if self.shared is None:
            return (), (), ()
        if self.shared.is_open:
            return self.shared.joined()
        if not self.background:
            return (), ("--unshare-net",), ()
        words, passed = opened.enter_context(self.shared.opening())
        return (), ("--unshare-net", *words), passed

    def hold(self) -> None:
        """Keep what the command shares with others, until `leave` is called."""
        if self.shared is not None and self.background:
            self.shared.hold()

    def learn_network(self) -> None:
        """Have the network of the command shared, which has begun; blocks until it can be."""
        if self.shared is not None:
            self.shared.learn()

    def leave(self) -> str:
        """Put aside what the command made where it may not; a note about it, empty if nothing.

        To be called when the last process has ended.
        """
        if self.shared is not None and self.background:
            self.shared.release()
        if self.made is not None:
            with contextlib.suppress(OSError):
                self.made.rmdir()
        return "".join(
            f"\n[{sentence}. Other programs execute it, so commands may not write it."
            " Use the tools for editing, or ask the user]\n"
            for guard in self.guards
            for sentence in guard.settle()
        )


class Sandbox:
    """The sandbox of the workspace `root`, looked for when the first command needs it.

    Its commands share a folder for temporary files, which goes when the sandbox does.
    """

    def __init__(self, root: Path, rules: SandboxRules, *, aliases: tuple[Path, ...] = ()) -> None:
        """`aliases` are other absolute paths that lead to `root`, as `root` itself may be."""
        self._root = root.resolve()
        self._aliases = (root.absolute(), *aliases)
        self._temporary: Path | None = None
        self._content: UserContent | None = None
        self._rules = rules
        self._found: Available | Unavailable | None = None
        self._unprepared = ""
        self._shared = SharedNetwork()
        self._known: dict[tuple[object, ...], tuple[str, ...]] = {}

    async def enter(self, command: ShellCommand, environment: Mapping[str, str]) -> Enclosure:
        """How to start `command`, which may do what the user granted it.

        What is withheld it may not do, whatever the rules say; the user's word goes before both.

        Raises:
            CommandRefusedError: there is no sandbox, and the configuration requires one.
            CommandNeedsError: git would stop halfway without what nobody granted.
            ShellFault: it cannot be made for a workspace that is read-only, or git would stop
                halfway whatever is granted.
        """
        if self._rules.mode == "off":
            return Enclosure()
        found = await self.availability(environment)
        if isinstance(found, Unavailable):
            return self._without(found)
        try:
            enclosure = self._enclosed(found, command, environment)
            self._unprepared = ""
            return enclosure
        except OSError as error:
            reason = self._unprepared = english(
                "the sandbox cannot be prepared: {reason}: {filename!r}",
                reason=error.strerror,
                filename=error.filename,
            )
            if self._rules.read_only:
                raise ShellFault(
                    english("not run, since the workspace is read-only: {reason}", reason=reason)
                ) from error
            return self._without(Unavailable(reason, english("see to its permissions")))

    async def expect_to_start(self, command: ShellCommand, environment: Mapping[str, str]) -> None:
        """See that `command` could be started.

        Raises:
            CommandRefusedError, CommandNeedsError, ShellFault: as `enter` does.
        """
        if self._rules.mode == "off":
            return
        found = await self.availability(environment)
        if isinstance(found, Unavailable):
            self._without(found)
        elif not self._rules.read_only:
            with contextlib.suppress(OSError):  # which has it run without a sandbox
                self._git_line(self._git(environment), command, environment)

    async def availability(self, environment: Mapping[str, str]) -> Available | Unavailable:
        """Whether there is a sandbox here; started for trial the first time that anybody asks."""
        if self._found is None and _holds_the_system(self._root):
            reason = english("the workspace {root!r} holds the system itself", root=str(self._root))
            self._found = Unavailable(reason, english("choose a smaller one"))
        if self._found is None:
            self._found = await asyncio.to_thread(find_sandbox, environment, self._root)
        return self._found

    async def why_unconfined(self, environment: Mapping[str, str]) -> str:
        """Why commands run without a sandbox; empty if they do not."""
        if self._rules.mode == "off":
            return english("commands.sandbox is off")
        found = await self.availability(environment)
        if self._rules.mode == "require":
            return ""
        return self._unprepared if isinstance(found, Available) else found.reason

    def _without(self, why: Unavailable) -> Enclosure:
        if self._rules.mode == "require":
            raise CommandRefusedError(
                "sandbox",
                english("commands.sandbox is 'require', but {why}", why=why),
                "Without commands, use the other tools, or ask the user to fix it.",
            )
        return Enclosure(missing=str(why))

    def _allowed(self, command: ShellCommand) -> frozenset[Need]:
        configured = {Need.NETWORK} if self._rules.network else set[Need]()
        return command.granted | configured.difference(command.withheld)

    def _enclosed(
        self, found: Available, command: ShellCommand, environment: Mapping[str, str]
    ) -> Enclosure:
        network = Need.NETWORK in self._allowed(command)
        git = self._git(environment)
        if self._rules.read_only:
            inside = self._reading(git, environment)
        else:
            line, path = self._git_line(git, command, environment)
            inside = self._working(git, line, self._allowed(command))
            if path:
                inside = replace(inside, prefix=(*inside.prefix, "--setenv", "PATH", path))
        prefix = (
            str(found.program),
            *found.flags,
            *self._system(environment, network=network),
            *inside.prefix,
            *("--chdir", str(command.cwd), "--"),
        )
        return replace(
            inside,
            prefix=prefix,
            network=network,
            syscalls=found.syscalls,
            shared=None if network else self._shared,
            background=command.background,
        )

    def _git(self, environment: Mapping[str, str]) -> GitFolders:
        return git_folders(self._root, home_of(environment))

    def _git_line(
        self, git: GitFolders, command: ShellCommand, environment: Mapping[str, str]
    ) -> tuple[GitLine, str]:
        """What is known of `command`, if it is only git, and its PATH if it may write settings.

        Raises:
            CommandNeedsError, ShellFault: git would stop halfway.
        """
        allowed = self._allowed(command)
        line = "" if command.env else command.line  # variables may have git run anything
        known = _as_git_line(line)
        may = known.configures and not code_beside(self._root, git, known)
        path = self._path_of_git(environment) if may else ""
        known = replace(known, configures=bool(path))
        if Need.GIT_CONFIGURATION not in allowed and not known.configures:
            expect_no_settings(git, line, known)
        if known.moves:
            content = self._content_of(git)
            expect_to_finish(git, known, content, cwd=command.cwd, allowed=allowed)
        return known, path

    def _content_of(self, git: GitFolders) -> UserContent:
        if self._content is None:
            self._content = UserContent(self._root, git.repository)
        return self._content

    def _working(self, git: GitFolders, line: GitLine, allowed: Collection[Need]) -> Enclosure:
        """The workspace of a command that may change it."""
        content = self._content_of(git)
        own = [path for path in self._rules.protected if path.is_relative_to(self._root)]
        inside = working_workspace(self._root, git, content, line, allowed=allowed, own=own)
        return Enclosure(inside.mounts, guards=inside.guards, made=inside.made)

    def _path_of_git(self, environment: Mapping[str, str]) -> str:
        """PATH for a git that may write settings; empty if code of a command's may run with it."""
        around = self._around(environment)
        path = path_without_own(environment.get("PATH", ""), self._root, around.home)
        return path if is_alone(environment, path, around.private_home) else ""

    def _reading(self, git: GitFolders, environment: Mapping[str, str]) -> Enclosure:
        """The workspace of a command that may only read it; nothing of it needs a guard."""
        caches = caches_elsewhere(environment, self._around(environment).own_folder)
        return Enclosure((*caches, *read_only_mounts(self._root, git)))

    def _system(self, environment: Mapping[str, str], *, network: bool) -> tuple[str, ...]:
        """The mounts around the workspace; looking for them once is enough for a run."""
        key = (network, *(environment.get(name) for name in DECIDING_VARIABLES))
        if key not in self._known:
            around = self._around(environment)
            self._known[key] = system_mounts(around, self._rules, network=network)
        return self._known[key]

    def _around(self, environment: Mapping[str, str]) -> Surroundings:
        if self._temporary is None:
            base = environment.get("TMPDIR") or "/tmp"
            self._temporary = Path(base, f"architect-{secrets.token_hex(8)}")
            self._temporary.mkdir(mode=0o700)
            call_at_end_of(self, partial(shutil.rmtree, self._temporary, ignore_errors=True))
        home = home_of(environment)
        return Surroundings(self._root, home, environment, self._temporary, self._aliases)


def _as_git_line(line: str) -> GitLine:
    """What is known of `line` if it is nothing but git."""
    if "git" not in line:
        return GitLine()
    from architect.policy.shell.git_lines import git_line  # the parser, 25 ms

    return git_line(line) or GitLine()


def _holds_the_system(root: Path) -> bool:
    return any(Path(path).is_relative_to(root) for path in ("/usr", "/etc", "/proc", "/dev"))
