"""Commands that destroy what nobody gets back, by program."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from architect.l10n import english
from architect.lazy_pattern import lazy_pattern
from architect.policy.shell.blocklist.finding import deleted_by_fd, deleted_by_find
from architect.policy.shell.blocklist.permissions import changed_permissions
from architect.policy.shell.blocklist.self_escalation import self_escalations
from architect.policy.shell.expansion.known import HOLE
from architect.policy.shell.expansion.list_commands import EVERYTHING
from architect.policy.shell.files.file_programs import write_targets
from architect.policy.shell.place import Place
from architect.policy.shell.programs.table import names
from architect.policy.shell.wrappers.runners import Run

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
_CMAKE_DELETES = frozenset({"rm", "remove", "remove_directory"})
_DELETES = {
    True: english("deletes everything in {precious}"),
    False: english("deletes {precious}"),
}
_LOSES = {
    True: english("{call} empties {precious}"),
    False: english("{call} packs away {precious}"),
}
_ENDS_SYSTEM = english("{call} ends the system")
_KILL_NOW = lazy_pattern(r"-?(?:9|KILL|SIGKILL)|--signal=(?:9|KILL|SIGKILL)", re.IGNORECASE)


def destruction(run: Run, place: Place) -> Iterator[str]:
    """Why `run` is blocked, if it is."""
    program, arguments = run.program, run.arguments
    if program in names("other users' rights"):
        yield english("{call} runs commands as another user", call=program)
    elif (
        program in names("disks")
        or re.fullmatch(r"mkfs(?:\.(?!(?:sh|py|pl|rb|js)$)\w+)?", program)
        or program in _DISK_COMMANDS
    ):
        yield from _disks(program, arguments)
    elif program in ("kill", "pkill", "killall", "killall5", "fuser"):
        yield from () if place.in_sandbox else _killing(program, arguments)
    elif program in ("chmod", "chown", "chgrp", "chattr", "setfacl"):
        yield from changed_permissions(program, arguments, place)
    elif program in ("find", "gfind"):
        yield from deleted_by_find(arguments, place)
    elif program in ("fd", "fdfind"):
        yield from deleted_by_fd(arguments, place)
    else:
        yield from self_escalations(program, arguments)
        yield from _handing_over(program, arguments)
        yield from _system_ends(program, arguments)
        yield from _files(program, arguments, place)


_WHOLE_DISK = lazy_pattern(r"(?:-v|--volume=)?/:.*|(?:--mount=)?(?:.*,)?(?:source|src)=/(?:,.*)?")


def _handing_over(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """A shell for whoever connects, and the whole file system for a container, which is root."""
    if program in ("nc", "ncat", "netcat"):
        given = any(re.fullmatch(r"-\w*[ec]|--(?:sh-)?exec(?:=.*)?", word) for word in arguments)
        shells = [word for word in arguments if re.search(r"(?:^|[/=])\w*sh\b", word)]
        if given and shells:
            yield english("{call} gives a shell to whoever connects", call=program)
    elif program == "socat" and any(re.match(r"(?i)exec:|system:", word) for word in arguments):
        yield english("socat gives a program to whoever connects")
    elif program in ("docker", "podman") and any(map(_WHOLE_DISK.fullmatch, arguments)):
        yield english("{call} gives a container the whole file system", call=program)


def _system_ends(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Programs that end the system, or all that is scheduled on it."""
    if program in names("system ends") and "--help" not in arguments:
        yield english(_ENDS_SYSTEM, call=program)
    elif program in ("init", "telinit") and arguments[:1] in (("0",), ("6",), ("1",), ("S",)):
        yield english(_ENDS_SYSTEM, call=f"{program} {arguments[0]}")
    elif program in ("systemctl", "loginctl"):
        for word in _ENDS.intersection(arguments):
            yield english(_ENDS_SYSTEM, call=f"{program} {word}")
    elif program == "crontab" and any(re.fullmatch(r"-\w*r\w*|/dev/null", w) for w in arguments):
        yield english("crontab -r deletes every scheduled job")


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
        all_files = recursive or target.endswith(EVERYTHING)
        if found is not None and (all_files or (found.contents and found.kind != "workspace")):
            yield english(_DELETES[found.contents], precious=found.name)
        elif sure and (name := place.device_or_system_file(target)):
            yield english(_DELETES[False], precious=name)


def _files(program: str, arguments: Sequence[str], place: Place) -> Iterator[str]:
    """Programs that delete, move or overwrite the files they are given."""
    if program in names("deleters"):
        recursive = () if program == "rm" else ("-r",)
        yield from deletion((*recursive, *arguments), place)
    elif set(program) & set(f"{HOLE}*?["):
        yield from deletion(arguments, place, sure=False)
    elif program == "mv":
        yield from _moving(arguments, place)
    else:
        yield from _losing(program, arguments, place)
    for target in _overwritten(program, arguments):
        if name := place.device_or_system_file(target):
            yield english("{call} overwrites {precious}", call=program, precious=name)
        elif place.is_below_etc(target) and (program == "truncate" or "/dev/null" in arguments):
            yield english("{call} empties {precious}", call=program, precious=target)


def _losing(program: str, arguments: Sequence[str], place: Place) -> Iterator[str]:
    """Programs that lose files by an option or a word, by what they name."""
    targets = _split(arguments)[1]
    if program == "rsync":
        yield from _synchronising(arguments, targets, place)
    elif program == "gio" and arguments[:1] in (("trash",), ("remove",)):
        yield from deletion(("-r", *arguments[1:]), place)
    elif program == "cmake" and arguments[:1] == ("-E",) and _CMAKE_DELETES & {*arguments[1:2]}:
        yield from deletion(("-r", *arguments[2:]), place)
    packs_away = program in _PACKERS and any(map(_PACKS_AWAY.fullmatch, arguments))
    empties = program in ("truncate", "tee") or (program == "cp" and targets[:1] == ["/dev/null"])
    for found in filter(None, map(place.precious, targets if packs_away or empties else ())):
        yield english(_LOSES[empties], call=program, precious=found.name)


def _overwritten(program: str, arguments: Sequence[str]) -> Sequence[str]:
    """The files that `program` writes."""
    targets = _split(arguments)[1]
    if program == "dd":
        return [word[3:] for word in arguments if word.startswith("of=")]
    if program in ("cp", "mv", "ln", "install", "gcp"):
        return targets[-1:]
    if program in _EDIT_IN_PLACE:
        return write_targets(Run(program, tuple(arguments)))
    return targets if program in ("tee", "truncate", "shred", "wipe", "sponge") else ()


_PACKERS = frozenset({"tar", "gtar", "zip", "7z", "7za", "7zz"})
_EDIT_IN_PLACE = frozenset({"sed", "gsed", "perl", "ruby", "awk", "gawk", "yq", "sort", "patch"})
_PACKS_AWAY = lazy_pattern(r"--remove-files|-[A-Za-z]*m[A-Za-z]*|-sdel|--move")
_SETS_TARGET = lazy_pattern(r"-t|--target-directory")


def _moving(arguments: Sequence[str], place: Place) -> Iterator[str]:
    """`mv` of something precious, or of all that is in the workspace to nowhere."""
    targets = _split(arguments)[1]
    sources = targets[:-1] or targets
    target = targets[-1:]
    for option, value in pairwise(arguments):
        if _SETS_TARGET.fullmatch(option):
            sources, target = [word for word in targets if word != value], [value]
    if any(word.startswith("--target-directory=") for word in arguments):
        sources = targets
    for source in sources:
        found = place.precious(source)
        if found is not None:
            if target == ["/dev/null"] or not (found.contents and found.kind == "workspace"):
                yield english("moves {precious} away", precious=found.name)
        elif (name := place.device_or_system_file(source)) and not source.startswith("/dev/"):
            yield english("moves {precious} away", precious=name)


def _synchronising(arguments: Sequence[str], targets: Sequence[str], place: Place) -> Iterator[str]:
    """`rsync` that deletes what the other side does not have, or what it has copied."""
    if any(word.startswith("--del") for word in arguments):
        for found in filter(None, map(place.precious, arguments[-1:])):
            yield english("rsync --delete empties {precious}", precious=found.name)
    if "--remove-source-files" in arguments:
        for found in filter(None, map(place.precious, targets[:-1])):
            yield english("rsync moves {precious} away", precious=found.name)


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


_NOT_ONLY_LOOKS = frozenset({"-s", "-V"})
"""Of parted and mkfs: no questions, and many words."""


def _disks(program: str, arguments: Sequence[str]) -> Iterator[str]:
    """Programs that make, change or wipe file systems; a look at them is no harm."""
    if program in _DISK_COMMANDS:
        wanted = _DISK_COMMANDS[program].split()
        if not wanted or set(wanted).intersection(arguments):
            yield english("{call} destroys a disk", call=program)
        return
    looks = names("options of disk programs that only look").intersection(arguments)
    if looks - (_NOT_ONLY_LOOKS if program == "parted" or program.startswith("mkfs") else set()):
        return
    wipes = {"wipefs": r"-\w*[ao]|--all|--offset", "badblocks": r"-\w*w"}.get(program)
    if wipes is None or any(re.match(wipes, word) for word in arguments):
        yield english("{call} destroys a file system", call=program)


def _killing(program: str, arguments: Sequence[str]) -> Iterator[str]:
    now = any(_KILL_NOW.fullmatch(word) for word in arguments if word.startswith("-")) or any(
        option in ("-s", "-n", "--signal") and _KILL_NOW.fullmatch(value)
        for option, value in pairwise(arguments)
    )
    if program == "killall5":
        yield english("killall5 ends every process")
    elif program == "kill":
        everybody = "-1" in arguments[1:] and not {"-l", "-L", "-0"}.intersection(arguments)
        if everybody:
            yield english("kill -1 ends every process")
        elif now and "1" in arguments[1:] and arguments[-1] == "1":
            yield english("ends the first process, and with it the system")
    elif program == "killall" and now:
        yield english("killall -9 ends processes by name")
    elif program == "fuser" and any(re.match(r"-\w*k", word) for word in arguments):
        if "/" in arguments:
            yield english("ends every process")
    elif program == "pkill":
        by_line = any(re.fullmatch(r"-9?\w*f\w*|--full", word) for word in arguments)
        wide = {".", ".*", "", "-u", "-U", "--euid", "-v"}.intersection(arguments)
        short = any(re.fullmatch(r"-9\w+|-\w*f\w*9", word) for word in arguments)
        if (now or short) and (by_line or wide):
            yield english("pkill -9 -f ends every process whose command line matches")
