"""What a command line is known to want beyond its sandbox.

Here a wrong guess is cheap: one that is asked for in vain changes nothing, and one that is missed
shows when the command fails, see `lacks`.
"""

import re
from collections.abc import Iterator, Sequence

from architect.domain.shell import Need
from architect.policy.shell.expansion.expand import expanded
from architect.policy.shell.expansion.known import Known
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.syntax.script import commands
from architect.policy.shell.wrappers.runners import Run, lines_given, runs

_MAX_DEPTH = 4

_ALWAYS_NETWORK = (
    "curl wget aria2c http https xh ssh scp sftp ftp lftp telnet nc ncat socat ping dig nslookup"
    " host traceroute gh glab hub aws gcloud az kubectl helm flyctl heroku vercel netlify npx pnpx"
    " bunx uvx apt apt-get dnf yum apk brew snap flatpak gem cpan cpanm rclone svn twine pipx"
)
"""Programs that do nothing useful without a network."""

_NETWORK_WORDS = {
    "git": "clone fetch pull push ls-remote submodule lfs",
    "pip": "install download wheel index",
    "uv": "sync add lock pip tool publish python build",
    "poetry": "install add update lock publish self",
    "pdm": "install add update lock sync publish",
    "pipenv": "install update lock sync",
    "hatch": "env publish",
    "conda": "install create update search env",
    "mamba": "install create update search env",
    "npm": "install i ci add update up audit publish outdated view exec x init create",
    "pnpm": "install i add update up audit publish outdated dlx create fetch",
    "yarn": "install add up upgrade audit publish outdated dlx create npm",
    "bun": "install i add update create x",
    "deno": "install add cache",
    "cargo": "install fetch update add publish search vendor",
    "rustup": "update install toolchain target component",
    "go": "get install mod",
    "bundle": "install update add outdated",
    "composer": "install update require create-project",
    "mvn": "dependency:go-offline deploy",
    "docker": "pull push build run login compose",
    "podman": "pull push build run login compose",
    "terraform": "init get",
    "playwright": "install",
    "rsync": "",
}
"""Subcommands that want it; `rsync` only with a remote path."""

_BARE_NETWORK = frozenset({"yarn"})
"""Programs that install packages when nothing else is said."""

_GIT_WORDS = frozenset({"init", "clone", "config", "remote", "submodule", "worktree", "lfs"})
_READS_ONLY = frozenset({"get", "list", "--get", "--list", "-l", "-v", "show", "get-url", "status"})
_VALUED = frozenset({"-C", "-c", "--git-dir", "--work-tree", "--prefix", "--cwd", "--dir"})
_HOOK_MAKERS = frozenset({"husky", "lefthook", "pre-commit"})


def needs_of(line: str) -> frozenset[Need]:
    """What `line` wants, as far as its words say."""
    return frozenset(_in_line(line, 0))


def _in_line(line: str, depth: int) -> Iterator[Need]:
    if depth > _MAX_DEPTH:
        return
    for command in commands(parse(line)):
        words = [expanded(word, Known({})) for word in command.words]
        for run in runs(words):
            yield from _of_program(_as_module(run))
            for inner in lines_given(run):
                yield from _in_line(inner, depth + 1)


def _as_module(run: Run) -> Run:
    """`pip` for `python -m pip`."""
    if re.fullmatch(r"(?:python|pypy|py)[\d.]*", run.program) and run.arguments[:1] == ("-m",):
        return Run(run.arguments[1] if len(run.arguments) > 1 else "", run.arguments[2:])
    return run


def _of_program(run: Run) -> Iterator[Need]:
    program = re.sub(r"[\d.]+$", "", run.program)
    words = _operands(run.arguments)
    if _wants_network(program, words, run.arguments):
        yield Need.NETWORK
    is_git = program == "git" and not _GIT_WORDS.isdisjoint(words[:1])
    if (is_git and _READS_ONLY.isdisjoint(run.arguments)) or (
        program in _HOOK_MAKERS and {"install", "uninstall", "init"} & set(words[:1])
    ):
        yield Need.GIT_CONFIGURATION


def _wants_network(program: str, words: Sequence[str], arguments: Sequence[str]) -> bool:
    if program in _ALWAYS_NETWORK.split():
        return True
    if program == "rsync":
        return any(re.match(r"[\w.@-]+::?", word) for word in words)
    if program in _BARE_NETWORK and not arguments:
        return True
    known = _NETWORK_WORDS.get(program, "").split()
    if program == "git" and "remote" in words[:1]:
        return bool({"update", "show", "prune"} & set(words[1:2]))
    return bool(words) and words[0] in known


def _operands(arguments: Sequence[str]) -> list[str]:
    """The words of `arguments` that are neither options nor values of those before a subcommand."""
    words: list[str] = []
    before = ""
    for word in arguments:
        if not word.startswith("-") and before not in _VALUED:
            words.append(word)
        before = word
    return words


_NO_NETWORK = re.compile(
    r"could not resolve host|temporary failure in name resolution|network is unreachable"
    r"|name or service not known|nodename nor servname|failed to lookup address"
    r"|no address associated with hostname|ENOTFOUND|EAI_AGAIN|ENETUNREACH"
    r"|dial tcp: lookup|failed to establish a new connection|unable to resolve host",
    re.IGNORECASE,
)
_NO_GIT = re.compile(
    r"could not (?:lock|write) config file|\.git/(?:config|hooks)\S*: (?:read-only|device or)",
    re.IGNORECASE,
)


def lacks(output: str) -> frozenset[Need]:
    """What a command seems to have failed for want of, by what it printed."""
    found = {Need.NETWORK: _NO_NETWORK, Need.GIT_CONFIGURATION: _NO_GIT}
    return frozenset(need for need, pattern in found.items() if pattern.search(output))
