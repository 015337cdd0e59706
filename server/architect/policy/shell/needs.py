"""What a command line is known to want beyond its sandbox.

Here a wrong guess is cheap: one that is asked for in vain changes nothing, and one that is missed
shows when the command fails, see `lacks`.
"""

import re
from collections.abc import Iterator, Sequence

from architect.domain.shell import Need
from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.expansion.expand import expanded
from architect.policy.shell.expansion.known import Known
from architect.policy.shell.git_changes import writes_settings
from architect.policy.shell.git_lines import git_line
from architect.policy.shell.level import Level
from architect.policy.shell.loopback import stays_on_machine
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import commands
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_MAX_DEPTH = 4

_ALWAYS_NETWORK = (
    "curl wget aria2c http https xh ssh scp sftp ftp lftp telnet nc ncat socat ping dig nslookup"
    " host traceroute gh glab hub aws gcloud az kubectl helm flyctl heroku vercel netlify pnpx"
    " uvx apt apt-get dnf yum apk brew snap flatpak gem cpan cpanm rclone svn pipx"
)
"""Programs that do nothing useful without a network."""

_NETWORK_WORDS = {
    "git": "clone fetch pull push ls-remote",
    "pip": "install download wheel index",
    "uv": "sync add lock publish build",
    "poetry": "install add update lock publish self",
    "pdm": "install add update lock sync publish",
    "pipenv": "install update lock sync",
    "hatch": "env publish",
    "conda": "install create update search env",
    "mamba": "install create update search env",
    "npm": "install i ci add update up audit publish outdated view init create",
    "pnpm": "install i add update up audit publish outdated dlx create fetch",
    "yarn": "install add up upgrade audit publish outdated dlx create npm",
    "bun": "install i add update create",
    "deno": "install add cache",
    "cargo": "install fetch update add publish search vendor",
    "rustup": "update install toolchain target component",
    "go": "get install",
    "bundle": "install update add outdated",
    "composer": "install update require create-project",
    "mvn": "dependency:go-offline deploy",
    "docker": "pull push build run login compose",
    "podman": "pull push build run login compose",
    "terraform": "init get plan apply destroy import refresh",
    "playwright": "install",
    "twine": "upload register",
    "rsync": "",
}
"""Subcommands that want it; `rsync` only with a remote path."""

_NETWORK_PAIRS = {
    "uv": {"pip": "install sync compile", "tool": "install run upgrade", "python": "install"},
    "git": {
        "remote": "update show prune",
        "submodule": "update add",
        "lfs": "fetch pull push clone",
    },
    "go": {"mod": "download tidy vendor"},
}
"""Subcommands of subcommands that want it."""

_BARE_NETWORK = frozenset({"yarn"})
"""Programs that install packages when nothing else is said."""

_GIT_WORDS = frozenset({"init", "clone", "config", "remote", "submodule", "worktree", "lfs"})
_READS_ONLY = frozenset({"get", "list", "--get", "--list", "-l", "-v", "show", "get-url", "status"})
_VALUED = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--prefix", "--cwd", "--dir"})
_HOOK_MAKERS = frozenset({"husky", "lefthook", "pre-commit"})


@frozen
class Wishes:
    """What a line wants as far as its words say.

    Where the `tools` of the project that it runs by npx and the like are not installed, it wants
    the network to get them; `folders` are those that it goes to.
    """

    needs: frozenset[Need]
    tools: frozenset[str] = frozenset()
    folders: tuple[str, ...] = ()


def wishes_of(line: str) -> Wishes:
    """What `line` wants; one of nothing but git may write harmless settings as it is."""
    found = list(_in_line(line, Level()))
    needs = frozenset(one for one in found if isinstance(one, Need))
    if Need.GIT_CONFIGURATION in needs and git_line(line) is not None:
        needs -= {Need.GIT_CONFIGURATION}
    return Wishes(
        needs,
        frozenset(one.name for one in found if isinstance(one, _Tool)),
        tuple(one.name for one in found if isinstance(one, _Folder)),
    )


@frozen
class _Tool:
    """A tool that is run out of the project if it is there, and else out of the network."""

    name: str


@frozen
class _Folder:
    """A folder that the line goes to."""

    name: str


def _in_line(line: str, level: Level) -> Iterator[Need | _Tool | _Folder]:
    if level.depth > _MAX_DEPTH or not level.affords_parsing(line):
        return
    for command in commands(parse(line)):
        words = [expanded(word, Known({})) for word in command.words]
        if words[:1] == ["cd"] and len(words) > 1:
            yield _Folder(words[-1])
        for run in runs(words):
            yield from _of_program(_as_module(run))
            for inner in lines_given(run):
                yield from _in_line(inner, level.deeper())


def _as_module(run: Run) -> Run:
    """`pip` for `python -m pip`."""
    if re.fullmatch(r"(?:python|pypy|py)[\d.]*", run.program) and run.arguments[:1] == ("-m",):
        return Run(run.arguments[1] if len(run.arguments) > 1 else "", run.arguments[2:])
    return run


_NO_INSTALL = frozenset({"--no-install", "--no", "--offline", "--version", "-v", "--help"})


def _by_runner(program: str, words: Sequence[str], run: Run) -> Iterator[Need | _Tool]:
    """What `npx tool` and its like want."""
    if program in ("npx", "bunx"):
        named = words[:1]
    elif (program, *words[:1]) in (("npm", "exec"), ("npm", "x"), ("bun", "x")):
        named = words[1:2]
    else:
        return
    if not _NO_INSTALL.isdisjoint(run.arguments[:2]):
        return
    own = run.arguments[: run.arguments.index(named[0])] if named else ()
    elsewhere = {"-p", "--package", "-c", "--call"} & set(own)
    if named and not elsewhere and re.fullmatch(r"(?:@[\w.-]+/)?[\w.-]+", named[0]):
        yield _Tool(named[0])
    else:
        yield Need.NETWORK


def _of_program(run: Run) -> Iterator[Need | _Tool]:
    program = re.sub(r"[\d.]+$", "", run.program)
    words = _operands(run.arguments)
    yield from _by_runner(program, words, run)
    if _wants_network(program, words, run.arguments):
        yield Need.NETWORK
    if _changes_git(program, words, run.arguments):
        yield Need.GIT_CONFIGURATION


def _changes_git(program: str, words: Sequence[str], arguments: Sequence[str]) -> bool:
    """Whether a program may want to write what rules git in a repository."""
    if program in _HOOK_MAKERS:
        return not {"install", "uninstall", "init"}.isdisjoint(words[:1])
    if program != "git":
        return False
    may = not _GIT_WORDS.isdisjoint(words[:1]) and not _only_reads(words, arguments)
    return may or writes_settings(arguments)


def _only_reads(words: Sequence[str], arguments: Sequence[str]) -> bool:
    """Whether a git command that could change the configuration only shows it."""
    names_key = words[:1] == ["config"] and len(words) == 2
    changes = re.compile(r"--(?:unset\S*|add|replace-all|re(?:name|move)-section|edit)|-e")
    shows_key = names_key and not any(map(changes.fullmatch, arguments))
    options = [word for word in arguments if word.startswith("-")]
    return shows_key or not _READS_ONLY.isdisjoint((*words[1:2], *options))


def _wants_network(program: str, words: Sequence[str], arguments: Sequence[str]) -> bool:
    if program in _ALWAYS_NETWORK.split():
        asks_itself = {"--version", "--help"} & set(arguments[:1])
        return not asks_itself and not stays_on_machine(program, arguments, sure=False)
    if program == "rsync":
        return any(re.match(r"[\w.@-]+::?", word) for word in words)
    if program in _BARE_NETWORK and not arguments:
        return True
    if not words:
        return False
    pairs = _NETWORK_PAIRS.get(program, {}).get(words[0], "")
    known = _NETWORK_WORDS.get(program, "").split()
    return words[0] in known or not set(pairs.split()).isdisjoint(words[1:2])


def _operands(arguments: Sequence[str]) -> list[str]:
    """The words of `arguments` that are neither options nor values of those before a subcommand."""
    words: list[str] = []
    before = ""
    for word in arguments:
        if not word.startswith("-") and before not in _VALUED:
            words.append(word)
        before = word
    return words


_NO_NETWORK = lazy_pattern(
    r"\b[Cc]ould not resolve (?:host|hostname|proxy)\b|\bTemporary failure in name resolution\b"
    r"|\bNetwork is unreachable\b|\bName or service not known\b|\bnodename nor servname\b"
    r"|\bfailed to lookup address\b|\bNo address associated with hostname\b"
    r"|\bgetaddrinfo (?:ENOTFOUND|EAI_AGAIN)\b|\b(?:errno|code):? '?(?:"
    r"ENOTFOUND|EAI_AGAIN|ENETUNREACH)\b|\bconnect ENETUNREACH\b"
    r"|\bdial tcp: lookup\b|\b[Ff]ailed to establish a new connection: \[Errno (?:-\d|101)\]"
    r"|\bunable to resolve host\b|\b(?:dns error|client error \(Connect\))"
    r"|\bretry without the offline flag\b|\bmake an HTTP request, but "
    r"|\bdisabled by GOPROXY=off\b|\bERROR: No matching distribution found for\b"
)
"""Whole words, as getaddrinfo(3), curl, Node, Go, pip, uv and cargo write them."""

_NO_GIT = lazy_pattern(
    r"could not (?:lock|write) config file|\.git/(?:config|hooks)\S*: (?:read-only|device or)",
    re.IGNORECASE,
)


def lacks(output: str) -> frozenset[Need]:
    """What a command seems to have failed for want of, by what it printed."""
    found = {Need.NETWORK: _NO_NETWORK, Need.GIT_CONFIGURATION: _NO_GIT}
    return frozenset(need for need, pattern in found.items() if pattern.search(output))
