"""Commands that destroy what nobody gets back, by program."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.policy.commands.expand import HOLE
from architect.policy.commands.place import Place
from architect.policy.commands.runners import Run
from architect.policy.commands.table import names

_DISK_COMMANDS = {
    "cryptsetup": "luksFormat luksErase erase",
    "lvremove": "",
    "vgremove": "",
    "pvremove": "",
    "zpool": "destroy labelclear",
    "zfs": "destroy",
    "nvme": "format sanitize",
    "diskutil": "eraseDisk eraseVolume partitionDisk reformat zeroDisk secureErase apfs",
    "mdadm": "--zero-superblock --stop",
    "hdparm": "--security-erase --security-erase-enhanced --trim-sector-ranges",
}
_WORLD_MODE = re.compile(r"[0-7]?0*[0-7]?777")
_KILL_NOW = re.compile(r"-?(?:9|KILL|SIGKILL)|--signal=(?:9|KILL|SIGKILL)", re.IGNORECASE)


def destruction(run: Run, place: Place) -> Iterator[str]:
    """Why `run` is blocked, if it is."""
    program, arguments = run.program, run.arguments
    if program in names("other users' rights"):
        yield f"{program} runs commands as another user"
    elif (
        program in names("disks")
        or re.fullmatch(r"mkfs(?:\.(?!(?:sh|py|pl|rb|js)$)\w+)?", program)
        or program in _DISK_COMMANDS
    ):
        yield from _disks(program, arguments)
    elif program in ("kill", "pkill", "killall", "killall5", "fuser"):
        yield from _killing(program, arguments)
    elif program in ("chmod", "chown", "chgrp", "chattr", "setfacl"):
        yield from _permissions(program, arguments, place)
    elif program in ("find", "gfind"):
        yield from _finding(arguments, place)
    elif program in ("fd", "fdfind"):
        yield from _finding_with_fd(arguments, place)
    else:
        yield from _handing_over(program, arguments)
        yield from _system_ends(program, arguments)
        yield from _files(program, arguments, place)


_WHOLE_DISK = re.compile(r"(?:-v|--volume=)?/:.*|(?:--mount=)?(?:.*,)?(?:source|src)=/(?:,.*)?")


def _handing_over(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """A shell for whoever connects, and the whole file system for a container, which is root."""
    if program in ("nc", "ncat", "netcat"):
        given = any(re.fullmatch(r"-\w*[ec]|--(?:sh-)?exec(?:=.*)?", word) for word in arguments)
        shells = [word for word in arguments if re.search(r"(?:^|[/=])\w*sh\b", word)]
        if given and shells:
            yield f"{program} gives a shell to whoever connects"
    elif program == "socat" and any(re.match(r"(?i)exec:|system:", word) for word in arguments):
        yield "socat gives a program to whoever connects"
    elif program in ("docker", "podman") and any(map(_WHOLE_DISK.fullmatch, arguments)):
        yield f"{program} gives a container the whole file system"


def _system_ends(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Programs that end the system, or all that is scheduled on it."""
    if program in names("system ends") and "--help" not in arguments:
        yield f"{program} ends the system"
    elif program in ("init", "telinit") and arguments[:1] in (("0",), ("6",), ("1",), ("S",)):
        yield f"{program} {arguments[0]} ends the system"
    elif program in ("systemctl", "loginctl"):
        for word in _ENDS.intersection(arguments):
            yield f"{program} {word} ends the system"
    elif program == "crontab" and any(re.fullmatch(r"-\w*r\w*", word) for word in arguments):
        yield "crontab -r deletes every scheduled job"


_ENDS = frozenset({"reboot", "poweroff", "halt", "kexec", "rescue", "emergency"})


def deletion(arguments: Sequence[str], place: Place, *, sure: bool = True) -> Iterator[str]:
    """Why `rm` with these arguments is blocked; without `sure`, if it were rm at all."""
    flags, targets = _split(arguments)
    recursive = any(
        re.fullmatch(r"-[A-Za-z]*[rR][A-Za-z]*", flag)
        or (len(flag) > 2 and "--recursive".startswith(flag))
        or HOLE in flag
        for flag in flags
    )
    if not sure and not recursive:
        return
    for target in targets:
        found = place.precious(target)
        if found is not None and (recursive or (found.contents and found.kind != "workspace")):
            yield f"deletes {'everything in ' if found.contents else ''}{found.name}"
        elif sure and (name := place.device_or_system_file(target)):
            yield f"deletes {name}"


def _files(program: str, arguments: Sequence[str], place: Place) -> Iterator[str]:
    """Programs that delete, move or overwrite the files they are given."""
    targets = _split(arguments)[1]
    if program in names("deleters"):
        recursive = () if program == "rm" else ("-r",)
        yield from deletion((*recursive, *arguments), place)
    elif set(program) & set(f"{HOLE}*?["):
        yield from deletion(arguments, place, sure=False)
    elif program == "mv":
        yield from _moving(targets[:-1] or targets, place)
    elif program == "rsync" and any(word.startswith("--del") for word in arguments):
        for found in filter(None, map(place.precious, arguments[-1:])):
            yield f"rsync --delete empties {found.name}"
    if program == "dd":
        targets = [word[3:] for word in arguments if word.startswith("of=")]
    elif program in ("cp", "mv", "ln", "install", "gcp"):
        targets = targets[-1:]
    elif program not in ("tee", "truncate", "shred", "wipe", "sponge"):
        return
    for target in targets:
        if name := place.device_or_system_file(target):
            yield f"{program} overwrites {name}"
        elif place.is_below_etc(target) and (program == "truncate" or "/dev/null" in arguments):
            yield f"{program} empties {target}"


def _moving(targets: Sequence[str], place: Place) -> Iterator[str]:
    for target in targets:
        found = place.precious(target)
        if found is not None and not (found.contents and found.kind == "workspace"):
            yield f"moves {found.name} away"


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Options and operands; behind `--` there are only operands."""
    flags: list[str] = []
    targets: list[str] = []
    for index, word in enumerate(arguments):
        if word == "--":
            return flags, [*targets, *arguments[index + 1 :]]
        is_flag = word.startswith("-") and len(word) > 1
        (flags if is_flag or word == HOLE else targets).append(word)
    return flags, targets


def _disks(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Programs that make, change or wipe file systems; a look at them is no harm."""
    if program in _DISK_COMMANDS:
        wanted = _DISK_COMMANDS[program].split()
        if not wanted or set(wanted).intersection(arguments):
            yield f"{program} destroys a disk"
        return
    if names("options of disk programs that only look").intersection(arguments):
        return
    wipes = {"wipefs": r"-\w*[ao]|--all|--offset", "badblocks": r"-\w*w"}.get(program)
    if wipes is None or any(re.match(wipes, word) for word in arguments):
        yield f"{program} destroys a file system"


def _killing(program: str, arguments: Sequence[str]) -> Iterator[str]:
    now = any(_KILL_NOW.fullmatch(word) for word in arguments if word.startswith("-")) or any(
        option in ("-s", "-n", "--signal") and _KILL_NOW.fullmatch(value)
        for option, value in pairwise(arguments)
    )
    if program == "killall5":
        yield "killall5 ends every process"
    elif program == "kill":
        everybody = "-1" in arguments[1:] and not {"-l", "-L", "-0"}.intersection(arguments)
        if everybody:
            yield "kill -1 ends every process"
        elif now and "1" in arguments[1:] and arguments[-1] == "1":
            yield "ends the first process, and with it the system"
    elif program == "killall" and now:
        yield "killall -9 ends processes by name"
    elif program == "fuser" and any(re.match(r"-\w*k", word) for word in arguments):
        if "/" in arguments:
            yield "ends every process"
    elif program == "pkill":
        by_line = any(re.fullmatch(r"-9?\w*f\w*|--full", word) for word in arguments)
        wide = {".", ".*", "", "-u", "-U", "--euid", "-v"}.intersection(arguments)
        short = any(re.fullmatch(r"-9\w+|-\w*f\w*9", word) for word in arguments)
        if (now or short) and (by_line or wide):
            yield "pkill -9 -f ends every process whose command line matches"


def _permissions(program: str, arguments: Sequence[str], place: Place) -> Iterator[str]:
    recursive = any(re.fullmatch(r"-\w*R\w*|--recursive", word) for word in arguments)
    operands = [word for word in arguments if not re.fullmatch(r"-[RvcfhHLP]+|--.*", word)]
    mode, targets = operands[:1], operands[1:]
    named = [found for target in targets if (found := place.precious(target))]
    if program == "chmod" and mode:
        if _WORLD_MODE.fullmatch(mode[0]):
            yield f"chmod {mode[0]} lets everybody write and run it"
            return
        if _for_all(mode[0]) and (recursive or named):
            yield f"chmod {mode[0]} lets everybody write and run it"
            return
    for found in named:
        if recursive and found.kind != "workspace":
            yield f"{program} -R changes {found.name}"


def _for_all(mode: str) -> bool:
    """Whether a symbolic mode gives everybody every permission."""
    given: set[str] = set()
    for clause in mode.split(","):
        found = re.fullmatch(r"([ugoa]*)[+=]([rwxXst]+)", clause)
        if found and {"r", "w"} <= set(found[2]) and set(found[2]) & {"x", "X"}:
            given |= set(found[1] or "a")
    return "a" in given or {"u", "g", "o"} <= given or "o" in given


_FILTERS = re.compile(
    r"-(?:i?name|i?path|i?wholename|i?regex|i?lname|[acm](?:min|time)|newer\w*|[ac]newer|size|empty"
    r"|user|group|uid|gid|nouser|nogroup|perm|links|inum|samefile|readable|writable|executable)"
)


def _finding(arguments: Sequence[str], place: Place) -> Iterator[str]:
    """`find` that deletes all it finds, from somewhere precious."""
    start = next(
        (i for i, word in enumerate(arguments) if re.match(r"-[^HLPO]|[(!]", word)), len(arguments)
    )
    roots = [word for word in arguments[:start] if not re.match(r"-[HLPOD]", word)] or ["."]
    expression = arguments[start:]
    if not _deletes(expression):
        return
    filtered = any(
        _FILTERS.fullmatch(word) and before not in ("!", "-not") and value not in ("*", "**")
        for before, word, value in zip(
            ("", *expression), expression, (*expression[1:], ""), strict=False
        )
    )
    for root in roots:
        found = place.precious(root)
        if found is not None and (not filtered or found.kind == "root"):
            yield f"find deletes what is in {found.name}"


def _finding_with_fd(arguments: Sequence[str], place: Place) -> Iterator[str]:
    """`fd . / -x rm`: a pattern that fits everything, and a program that deletes."""
    runs = next((i for i, word in enumerate(arguments) if re.match(r"-[xX]|--exec", word)), None)
    if runs is None or not _deletes(("-exec", *arguments[runs + 1 :])):
        return
    before = arguments[:runs]
    pattern, *roots = [word for word in before if not word.startswith("-")] or ["."]
    if pattern not in (".", "", ".*") or any(re.match(r"-[eEgtSd]|--", word) for word in before):
        return
    for found in filter(None, map(place.precious, roots or ["."])):
        yield f"fd deletes what is in {found.name}"


def _deletes(expression: Sequence[str]) -> bool:
    for index, word in enumerate(expression):
        if word == "-delete":
            return True
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            inner = " ".join(expression[index + 1 :])
            if re.search(r"(?:^|[\s/;&|])(?:rm|shred|unlink|rmdir|srm)\b", inner):
                return True
    return False
