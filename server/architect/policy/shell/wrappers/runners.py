"""What a command really runs, as strings: the blocklist looks behind every wrapper there is.

Here a wrong guess costs little, so unlike `wrapped` it also looks behind programs that are
dangerous themselves, and behind options that nobody knows.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.frozen import frozen
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.programs.table import names

_VALUED: dict[str, str] = {
    # Options whose value is the next word; everything else with a dash stands alone.
    "env": "-u --unset -C --chdir",
    "timeout": "-s -k --signal --kill-after",
    "gtimeout": "-s -k",
    "nice": "-n --adjustment",
    "ionice": "-c -n",
    "stdbuf": "-i -o -e",
    "time": "-f -o",
    "exec": "-a",
    "xargs": "-n -P -I -L -s -d -E -a --max-args --max-procs --arg-file",
    "gxargs": "-n -P -I -L -s -d -E -a",
    "strace": "-e -o -p -s -u",
    "ltrace": "-e -o -p",
    "taskset": "-c",
    "nsenter": "-t",
    "watch": "-n --interval",
    "systemd-run": "-p --unit --property",
    "parallel": "-j --jobs",
    "bwrap": "--chdir --setenv",
    "screen": "-S -dmS -c -p -t",
    "numactl": "-N -m -C",
}
_CONDA = "-n --name -p --prefix"
"""Options with a value of `conda run`; conda alone runs nothing."""

_OPERANDS = {"timeout": 1, "gtimeout": 1, "flock": 1, "chroot": 1, "taskset": 1, "chrt": 1}
_PAIRS = lazy_pattern(
    r"(?:uv|poetry|pipenv|pdm|hatch|rye|conda|pixi|dotenv) run|(?:bundle|npm|pnpm|yarn|opam) exec"
    r"|(?:pnpm|yarn) dlx|bun x"
)
_ASSIGNMENT = lazy_pattern(r"[A-Za-z_]\w*=")
_MAX_STEPS = 200


@frozen
class Run:
    """A program with its arguments; `fed` says that xargs adds more."""

    program: str
    arguments: tuple[str, ...]
    fed: bool = False


def base(program: str) -> str:
    """The file name of a program, without folder."""
    return program.rsplit("/", 1)[-1]


def runs(words: Sequence[str]) -> Iterator[Run]:
    """The command in `words`, and each one that it runs in turn."""
    fed = False
    rest = list(words)
    for _ in range(_MAX_STEPS):
        while rest and _ASSIGNMENT.match(rest[0]):
            rest.pop(0)
        if not rest:
            return
        program = base(rest[0])
        yield Run(program, tuple(rest[1:]), fed)
        if program == "command" and re.match(r"-p?[vV]", "".join(rest[1:2])):
            return
        if len(rest) > 1 and _PAIRS.fullmatch(f"{program} {rest[1]}"):
            rest.pop(0)
        elif program not in _VALUED and program not in names("programs that run a command"):
            return
        fed = fed or program in ("xargs", "gxargs", "parallel")
        rest = _behind_options(program, rest[1:])


def _behind_options(program: str, words: list[str]) -> list[str]:
    valued = (_CONDA if program == "conda" else _VALUED.get(program, "")).split()
    while words and (words[0].startswith("-") or _ASSIGNMENT.match(words[0])):
        word = words.pop(0)
        if word == "--":
            break
        if word in valued and words:
            words.pop(0)
    return words[_OPERANDS.get(program, 0) :]


def set_by_env(words: Sequence[str]) -> dict[str, str]:
    """The variables that `env` sets for the command behind them."""
    if not words or base(words[0]) != "env":
        return {}
    found: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if equals and name.isidentifier():
            found[name] = value
        elif not word.startswith("-"):
            break
    return found


def lines_given(run: Run) -> Iterator[str]:
    """The texts in the arguments of `run` that it runs as command lines."""
    program, arguments = run.program, run.arguments
    if program in names("shells") or program in _TAKE_C:
        yield from _behind_c(arguments)
    elif program == "eval":
        yield " ".join(arguments)
    elif program == "watch":
        yield " ".join(_behind_options(program, list(arguments)))
    elif program in ("trap", "at", "batch"):
        yield from arguments[:1]
    elif program == "alias":
        yield from (word.partition("=")[2] for word in arguments)
    elif program == "env":
        yield from _split_by_env(arguments)
    elif program == "parallel":
        yield from _parallel(arguments)
    elif program in _TERMINALS:
        yield from (word for word in arguments if " " in word)
    elif program == "ssh":
        yield " ".join(_behind_options("ssh", list(arguments))[1:])
    elif program in ("find", "gfind"):
        yield from _executed_by_find(arguments)
    yield from _in_options(program, arguments)


_TAKE_C = frozenset({"script", "flock", "npx", "npm", "pnpm", "yarn", "bunx"})
_TERMINALS = frozenset({"tmux", "screen", "xterm", "konsole", "gnome-terminal", "alacritty"})


def _split_by_env(arguments: Sequence[str]) -> Iterator[str]:
    for index, word in enumerate(arguments):
        if word in ("-S", "--split-string"):
            yield " ".join(arguments[index + 1 :])
        elif word.startswith(("-S", "--split-string=")):
            text = word.removeprefix("--split-string=").removeprefix("-S")
            yield " ".join((text, *arguments[index + 1 :]))


def _parallel(arguments: Sequence[str]) -> Iterator[str]:
    """The lines that GNU parallel makes of its template and each value behind `:::`."""
    if ":::" not in arguments:
        return
    split = arguments.index(":::")
    template = " ".join(_behind_options("parallel", list(arguments[:split])))
    for value in arguments[split + 1 : split + 1 + _MAX_STEPS]:
        filled = template.replace("{}", value)
        yield filled if "{}" in template else f"{template} {value}"


def _behind_c(arguments: Sequence[str]) -> Iterator[str]:
    for index, word in enumerate(arguments[:-1]):
        if re.fullmatch(r"-[A-Za-z]*c[A-Za-z]*|--command|--call", word):
            rest = arguments[index + 1 :]
            line = next((text for text in rest if not re.fullmatch(r"[-+]\w+|--", text)), "")
            yield line
            return


def _executed_by_find(arguments: Sequence[str]) -> Iterator[str]:
    """The commands of `-exec`, quoted again; `{}` stays, the roots are looked at elsewhere."""
    import shlex

    for index, word in enumerate(arguments):
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            command: list[str] = []
            for part in arguments[index + 1 :]:
                if part in (";", "+"):
                    break
                command.append(part)
            yield shlex.join(command)


_COMMAND_IN_OPTION = lazy_pattern(
    r"(?:^|[=:])!(?P<shell>.+)|exec=(?P<exec>.+)"
    r"|(?:pager|editor|sshcommand|proxycommand|fsmonitor|external|textconv|localcommand)=(?P<set>.+)"
    r"|--(?:pre|compress-program|to-command|rsh|open-files-in-pager|pager|use-compress-program|rsh"
    r"|upload-pack|receive-pack|exec|eval)=(?P<option>.+)",
    re.IGNORECASE | re.DOTALL,
)


def _in_options(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Commands that stand in the value of an option or a setting."""
    if program not in names("programs whose options name a command"):
        return
    for word in arguments:
        if found := _COMMAND_IN_OPTION.search(word):
            yield next(filter(None, found.groups()))
    if program in ("man", "rsync"):
        for option, value in pairwise(arguments):
            if option in ("-P", "-e"):
                yield value
