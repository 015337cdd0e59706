"""Whether bubblewrap works here; if not, why, and how to fix it."""

import functools
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from architect.adapters.process.install_command import install_command
from architect.adapters.sandbox.filter_pipe import filter_pipe
from architect.adapters.sandbox.seccomp import filter_program
from architect.frozen import frozen
from architect.l10n import at, english, joined

NAMESPACES = (
    "--unshare-pid",
    "--unshare-ipc",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
)
"""Of every command. Without privileges bwrap makes a user namespace besides. Root keeps all of its
capabilities unless they are dropped, and could mount over whatever we mount."""

_AS_USER = ("--unshare-user",)
_AS_ROOT = tuple(
    word for name in ("CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_CHOWN") for word in ("--cap-add", name)
)
"""For files that belong to others, which no user namespace knows: what root in a container that
works in a folder of somebody else needs."""

_TRIAL = (
    *("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"),
    *("--unshare-net", "--remount-ro", "/", "--as-pid-1"),
)
"""With `--as-pid-1` no second process is left to us when the first one has ended: nobody reaps it,
and each command after that would be searched for what it left."""
_TRIAL_S = 10.0
_MOST_CHARS = 300


@frozen
class Available:
    """`program` works with the arguments `flags`.

    `syscalls` is the filter of system calls that works with them; where there is none, `unfiltered`
    says why.
    """

    program: Path
    flags: tuple[str, ...]
    syscalls: bytes | None = None
    unfiltered: str = ""


@frozen
class Unavailable:
    """Why there is no sandbox, and the next step for the user; each a part of a sentence."""

    reason: str
    fix: str

    def __str__(self) -> str:
        return joined("; ", (self.reason, self.fix))


def find_sandbox(environment: Mapping[str, str], root: Path) -> Available | Unavailable:
    """The sandbox for the workspace `root`, once one was really started; blocks for that.

    A bwrap inside the workspace is not ours to run: a repository may bring one.
    """
    if sys.platform != "linux":
        return Unavailable(
            english("bubblewrap needs Linux"), english("set commands.sandbox to off to say so")
        )
    folders = [Path(text) for text in environment.get("PATH", os.defpath).split(os.pathsep)]
    outside = [str(one) for one in folders if one.is_absolute() and not _is_in(one, root)]
    found = shutil.which("bwrap", path=os.pathsep.join(outside))
    if found is None or _is_in(Path(found), root):
        return Unavailable(
            english("bwrap is not installed"),
            english("install bubblewrap: {command}", command=_install_command()),
        )
    program = Path(found)
    try:
        as_others = os.geteuid() == 0 and root.stat().st_uid != 0
        return _probed(program, program.stat().st_mtime_ns, as_others=as_others)
    except OSError as error:
        return Unavailable(
            english("{path!r} cannot be used: {reason}", path=found, reason=error.strerror),
            english("see to its permissions"),
        )


def _is_in(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root)


@functools.cache
def _probed(program: Path, _version: int, *, as_others: bool) -> Available | Unavailable:
    """What works of the ways to start `program`, which is asked once for each version of it."""
    ways = [(), _AS_USER] if os.geteuid() != 0 else [_AS_USER, ()]
    if as_others:
        ways = [_AS_ROOT, _AS_USER]
    complaint = ""
    for way in ways:
        found = _with_filter(program, (*NAMESPACES, *way))
        if isinstance(found, Available):
            return found
        complaint = complaint or found
    return _diagnosis(complaint)


def _with_filter(program: Path, flags: tuple[str, ...]) -> Available | str:
    """`program`, with the filter of system calls if it takes one; or what it complained of."""
    machine = platform.machine()
    syscalls = filter_program(machine)
    complaint = english("there is none for {machine}", machine=machine)
    if syscalls is not None:
        problem = _filtered_problem(program, flags, syscalls)
        if problem is None:
            return Available(program, flags, syscalls)
        complaint = english("it does not work here ({problem})", problem=problem)
    problem = _problem([str(program), *flags, *_TRIAL, "--", _trivial_program()])
    return Available(program, flags, unfiltered=complaint) if problem is None else problem


def _filtered_problem(program: Path, flags: tuple[str, ...], syscalls: bytes) -> str | None:
    descriptor = filter_pipe(syscalls)
    try:
        filtered = (*_TRIAL, "--seccomp", str(descriptor))
        return _problem([str(program), *flags, *filtered, "--", _trivial_program()], descriptor)
    finally:
        os.close(descriptor)


def _problem(arguments: list[str], *passed: int) -> str | None:
    """What is said when that is run, given the descriptors `passed`; None if it works."""
    try:
        done = subprocess.run(
            arguments,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_TRIAL_S,
            env={"PATH": os.defpath, "LC_ALL": "C"},
            cwd="/",
            check=False,
            pass_fds=passed,
        )
    except subprocess.TimeoutExpired:
        return english("no answer within {trial_s:g} s", trial_s=_TRIAL_S)
    except OSError as error:
        return error.strerror or type(error).__name__
    if done.returncode == 0:
        return None
    said = " ".join(done.stderr.decode("utf-8", "replace").split())
    return said[:_MOST_CHARS] or english("exit code {number}", number=done.returncode)


def _trivial_program() -> str:
    return next((path for path in ("/bin/true", "/usr/bin/true") if Path(path).exists()), "true")


_SYSCTLS = (
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "0"),
    ("kernel/unprivileged_userns_clone", "0", "1"),
    ("user/max_user_namespaces", "0", "15000"),
)
"""Switches of Ubuntu, of Debian and of every kernel, with the value that forbids and one that
does not."""


def forbidding_sysctl() -> tuple[str, str] | None:
    """The switch that forbids user namespaces to users, and the command that turns it."""
    for name, forbids, allows in _SYSCTLS:
        if _sysctl(name) == forbids:
            dotted = name.replace("/", ".")
            return f"{dotted} is {forbids}", f"sudo sysctl -w {dotted}={allows}"
    return None


def _sysctl(name: str) -> str | None:
    try:
        with Path("/proc/sys", name).open("rb") as file:
            return file.read(100).decode("ascii", "replace").strip()
    except OSError:
        return None


def _diagnosis(complaint: str) -> Unavailable:
    reason = english("bubblewrap does not work here ({complaint})", complaint=complaint)
    if (switch := forbidding_sysctl()) is not None and os.geteuid() != 0:
        return Unavailable(
            at(reason, switch[0]),
            english("allow user namespaces: {switch}", switch=switch[1]),
        )
    if _is_in_container():
        fix = english(
            "this is a container, allow namespaces in it (docker run --security-opt "
            "seccomp=unconfined --security-opt systempaths=unconfined --cap-add SYS_ADMIN), or set "
            "commands.sandbox to off where the container is boundary enough"
        )
        return Unavailable(reason, fix)
    return Unavailable(reason, english("see `bwrap --unshare-user --ro-bind / / true`"))


def _is_in_container() -> bool:
    return any(Path(path).exists() for path in ("/.dockerenv", "/run/.containerenv"))


def _install_command() -> str:
    return install_command("bubblewrap") or (
        english("the package is called bubblewrap in most distributions")
    )
