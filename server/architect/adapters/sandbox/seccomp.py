"""The filter of system calls in the sandbox: a program for seccomp(2), as bytes.

Namespaces keep files, processes and the network apart; this closes what they do not: the key rings
of the session, sockets to the host of a virtual machine, and parts of the kernel that builds and
tests do without and that have been ways out before. Everything else is as it was: ptrace(2) for
debuggers, and namespaces of a command's own, in which it may mount what it has by mount(2).

The program is classic BPF (`struct sock_filter` of linux/filter.h) over `struct seccomp_data` of
linux/seccomp.h, which bwrap(1) takes by `--seccomp`.
"""

import errno
import functools
import struct
from collections.abc import Iterator, Mapping

from architect.frozen import frozen

_NUMBERS: Mapping[str, tuple[int, int | None]] = {
    "ioctl": (16, 29),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "syslog": (103, 116),
    "uselib": (134, None),
    "acct": (163, 89),
    "settimeofday": (164, 170),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "reboot": (169, 142),
    "iopl": (172, None),
    "ioperm": (173, None),
    "init_module": (175, 105),
    "delete_module": (176, 106),
    "quotactl": (179, 60),
    "clock_settime": (227, 112),
    "kexec_load": (246, 104),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "perf_event_open": (298, 241),
    "open_by_handle_at": (304, 265),
    "finit_module": (313, 273),
    "kexec_file_load": (320, 294),
    "bpf": (321, 280),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "quotactl_fd": (443, 443),
    "open_tree_attr": (467, 467),
}
"""By name: the number on x86_64 (asm/unistd_64.h) and on aarch64 (asm-generic/unistd.h)."""

_FORBIDDEN = (
    # Ways into the kernel that need no privilege everywhere, and have let programs out.
    *("bpf", "perf_event_open", "userfaultfd", "open_by_handle_at"),
    # What the kernel says about the machine and all of its programs.
    "syslog",
    # The machine itself. They need privileges nobody has here, so this is a second lock.
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module"),
    *("swapon", "swapoff", "reboot", "settimeofday", "clock_settime"),
    *("acct", "quotactl", "quotactl_fd", "iopl", "ioperm", "uselib"),
)
"""Refused with EPERM."""

_NOT_THERE = (
    # The key rings of the session, which no namespace keeps apart.
    *("add_key", "request_key", "keyctl"),
    # A ring opens sockets without any of the calls that are looked at here.
    *("io_uring_setup", "io_uring_enter", "io_uring_register"),
    # The newer way to mount, and a way out in 2022 (CVE-2022-0185); mount(2) is left.
    *("open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    "open_tree_attr",
)
"""Refused with ENOSYS, as by a kernel without them, since programs then do it another way."""

_FAMILIES = (1, 2, 10, 16)
"""Sockets that can be had: AF_UNIX, AF_INET, AF_INET6, AF_NETLINK (linux/socket.h). Not AF_VSOCK,
which reaches the host of a virtual machine whatever the network namespace, and none of those few
programs use, such as AF_ALG and AF_PACKET."""

_TERMINAL_INPUT = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX (asm-generic/ioctls.h): they type for whoever sits at the terminal."""

_X32_BIT = 0x40000000
"""In the number of a call of the x32 ABI (asm/unistd.h), where all numbers above mean nothing."""

_NO_CALL = 0xFFFFFFFF
"""The number -1, by which a debugger has the kernel skip a call."""


@frozen
class _Machine:
    """`audit_arch` is its AUDIT_ARCH of linux/audit.h, `column` its place in `_NUMBERS`."""

    audit_arch: int
    column: int
    has_x32: bool = False


_MACHINES = {
    "x86_64": _Machine(0xC000003E, 0, has_x32=True),
    "aarch64": _Machine(0xC00000B7, 1),
}

_NUMBER, _ARCH, _ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`, in bytes. Of the 64 bits of an argument the lower half comes
first on both machines, and the kernel reads no more of those that matter here."""

_LOAD, _IF_EQUAL, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
"""BPF_LD|BPF_W|BPF_ABS, BPF_JMP|BPF_JEQ|BPF_K, BPF_JMP|BPF_JGE|BPF_K and BPF_RET|BPF_K of
linux/bpf_common.h."""

_ALLOW, _ERRNO, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
"""SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO and SECCOMP_RET_KILL_PROCESS of linux/seccomp.h."""

_ENDS = {
    "allow": _ALLOW,
    "forbidden": _ERRNO | errno.EPERM,
    "not there": _ERRNO | errno.ENOSYS,
    "no family": _ERRNO | errno.EAFNOSUPPORT,
    "kill": _KILL,
}


@frozen
class _Step:
    """One instruction; `then` is the label it jumps to if it holds, `otherwise` that if not.

    A jump without a label continues with the next instruction.
    """

    code: int
    value: int
    then: str = ""
    otherwise: str = ""


@functools.cache
def filter_program(machine: str) -> bytes | None:
    """The filter for `machine`, as uname(1) names it; None if we know no numbers for it.

    Programs of another machine, 32-bit ones among them, are killed: their numbers mean other calls.
    """
    known = _MACHINES.get(machine)
    return None if known is None else _assembled(list(_steps(known)))


def _steps(machine: _Machine) -> Iterator[_Step | str]:
    """The instructions; a text is the label of the one that follows it."""

    def number(name: str) -> int | None:
        return _NUMBERS[name][machine.column]

    yield _Step(_LOAD, _ARCH)
    yield _Step(_IF_EQUAL, machine.audit_arch, otherwise="kill")
    yield _Step(_LOAD, _NUMBER)
    if machine.has_x32:
        yield _Step(_IF_EQUAL, _NO_CALL, then="allow")
        yield _Step(_IF_AT_LEAST, _X32_BIT, then="not there")
    wanted = {
        **{"ioctl": "request", "socket": "family", "socketpair": "family"},
        **dict.fromkeys(_FORBIDDEN, "forbidden"),
        **dict.fromkeys(_NOT_THERE, "not there"),
    }
    for name, label in wanted.items():
        if (value := number(name)) is not None:
            yield _Step(_IF_EQUAL, value, then=label)
    yield _Step(_RETURN, _ALLOW)
    yield "family"
    yield _Step(_LOAD, _ARGUMENTS)
    yield from (_Step(_IF_EQUAL, family, then="allow") for family in _FAMILIES)
    yield _Step(_RETURN, _ENDS["no family"])
    yield "request"
    yield _Step(_LOAD, _ARGUMENTS + 8)
    yield from (_Step(_IF_EQUAL, request, then="forbidden") for request in _TERMINAL_INPUT)
    for label, value in _ENDS.items():
        yield label
        yield _Step(_RETURN, value)


def _assembled(lines: list[_Step | str]) -> bytes:
    """The instructions with their labels resolved; a jump reaches 255 instructions at most."""
    places: dict[str, int] = {}
    steps: list[_Step] = []
    for line in lines:
        if isinstance(line, str):
            places[line] = len(steps)
        else:
            steps.append(line)

    def distance(label: str, at: int) -> int:
        return places[label] - at - 1 if label else 0

    return b"".join(
        struct.pack(
            "=HBBI", step.code, distance(step.then, at), distance(step.otherwise, at), step.value
        )
        for at, step in enumerate(steps)
    )
