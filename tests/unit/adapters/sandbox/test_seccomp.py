"""What the filter of system calls says, run in a small machine over tables of calls."""

import errno
import struct

import pytest
from tests.support.bpf import AARCH64, ALLOW, ARM, ERRNO, I386, KILL, X86_64, verdict
from tests.support.table import table

from architect.adapters.sandbox.seccomp import filter_program

MACHINES = {"x86_64": X86_64, "aarch64": AARCH64}

FORBIDDEN = {
    "x86_64": {
        "bpf": 321,
        "perf_event_open": 298,
        "userfaultfd": 323,
        "open_by_handle_at": 304,
        "syslog": 103,
        "kexec_load": 246,
        "init_module": 175,
        "reboot": 169,
        "settimeofday": 164,
        "iopl": 172,
    },
    "aarch64": {
        "bpf": 280,
        "perf_event_open": 241,
        "userfaultfd": 282,
        "open_by_handle_at": 265,
        "syslog": 116,
        "kexec_load": 104,
        "init_module": 105,
        "reboot": 142,
        "settimeofday": 170,
    },
}
NOT_THERE = {
    "x86_64": {"add_key": 248, "request_key": 249, "keyctl": 250, "io_uring_setup": 425},
    "aarch64": {"add_key": 217, "request_key": 218, "keyctl": 219, "io_uring_setup": 425},
}
NOT_THERE_ANYWHERE = {"io_uring_register": 427, "fsopen": 430, "mount_setattr": 442}
NEEDED = {
    "x86_64": {
        "read": 0,
        "mmap": 9,
        "clone": 56,
        "fork": 57,
        "execve": 59,
        "ptrace": 101,
        "personality": 135,
        "pivot_root": 155,
        "prctl": 157,
        "mount": 165,
        "umount2": 166,
        "getdents64": 217,
        "io_submit": 209,
        "unshare": 272,
        "process_vm_readv": 310,
        "seccomp": 317,
        "memfd_create": 319,
        "clone3": 435,
        "pidfd_open": 434,
        "close_range": 436,
        "landlock_create_ruleset": 444,
        "futex_waitv": 449,
    },
    "aarch64": {
        "io_submit": 2,
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "getdents64": 61,
        "read": 63,
        "personality": 92,
        "unshare": 97,
        "ptrace": 117,
        "prctl": 167,
        "clone": 220,
        "execve": 221,
        "mmap": 222,
        "process_vm_readv": 270,
        "seccomp": 277,
        "memfd_create": 279,
        "clone3": 435,
    },
}
SOCKET = {"x86_64": (41, 53), "aarch64": (198, 199)}
IOCTL = {"x86_64": 16, "aarch64": 29}


def of(machine: str, number: int, *arguments: int, arch: int | None = None) -> int:
    program = filter_program(machine)
    assert program is not None
    return verdict(program, number, *arguments, arch=MACHINES[machine] if arch is None else arch)


def refused(number: int) -> int:
    return ERRNO | number


@table(
    ("machine", "name"), [(machine, name) for machine in MACHINES for name in FORBIDDEN[machine]]
)
def test_what_no_program_needs_is_forbidden(machine: str, name: str) -> None:
    assert of(machine, FORBIDDEN[machine][name]) == refused(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
def test_what_programs_can_do_another_way_or_without_is_not_there(machine: str) -> None:
    for number in (NOT_THERE[machine] | NOT_THERE_ANYWHERE).values():
        assert of(machine, number) == refused(errno.ENOSYS), number


@table(("machine", "name"), [(machine, name) for machine in MACHINES for name in NEEDED[machine]])
def test_what_programs_need_is_allowed(machine: str, name: str) -> None:
    assert of(machine, NEEDED[machine][name]) == ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_every_other_call_is_allowed_to_the_last_number_there_is(machine: str) -> None:
    """As many are refused as are named, so no jump leads astray."""
    verdicts = [of(machine, number) for number in range(1024)]
    refusals = [each for each in verdicts if each != ALLOW]
    # Without arguments both ways to make a socket ask for AF_UNSPEC.
    assert refusals.count(refused(errno.EAFNOSUPPORT)) == 2
    assert refusals.count(refused(errno.ENOSYS)) == 14
    assert refusals.count(refused(errno.EPERM)) == {"x86_64": 21, "aarch64": 18}[machine]
    assert len(refusals) == {"x86_64": 37, "aarch64": 34}[machine]


@pytest.mark.parametrize("machine", MACHINES)
def test_sockets_are_those_of_this_machine_and_of_the_internet(machine: str) -> None:
    for number in SOCKET[machine]:
        had = {family for family in range(64) if of(machine, number, family, 1) == ALLOW}
        assert had == {1, 2, 10, 16}
        assert of(machine, number, 40, 1) == refused(errno.EAFNOSUPPORT)


@pytest.mark.parametrize("machine", MACHINES)
def test_the_half_of_an_argument_that_the_kernel_does_not_read_changes_nothing(
    machine: str,
) -> None:
    high = 7 << 32
    assert of(machine, SOCKET[machine][0], high | 40, 1) == refused(errno.EAFNOSUPPORT)
    assert of(machine, IOCTL[machine], 0, high | 0x5412) == refused(errno.EPERM)


@pytest.mark.parametrize("machine", MACHINES)
def test_nobody_types_for_whoever_sits_at_the_terminal(machine: str) -> None:
    for request in (0x5412, 0x541C):
        assert of(machine, IOCTL[machine], 0, request) == refused(errno.EPERM)
    for request in (0x5401, 0x5413, 0x5414, 0x541B, 0x5421):
        assert of(machine, IOCTL[machine], 0x5412, request, 0x5412) == ALLOW


@table(("machine", "other"), [("x86_64", I386), ("x86_64", AARCH64), ("aarch64", ARM)])
@table("number", [0, 20, 250, 286, 0xFFFFFFFF])
def test_programs_of_another_machine_are_killed(machine: str, other: int, number: int) -> None:
    assert of(machine, number, arch=other) == KILL


@pytest.mark.parametrize("number", [0, 41, 250, 512, 547])
def test_the_second_numbering_of_x86_64_is_not_there(number: int) -> None:
    assert of("x86_64", 0x40000000 | number) == refused(errno.ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
def test_a_debugger_may_skip_a_call(machine: str) -> None:
    assert of(machine, -1) == ALLOW


@pytest.mark.parametrize("machine", ["riscv64", "ppc64le", "i686", "armv7l", "s390x", ""])
def test_machines_whose_numbers_nobody_looked_up_have_no_filter(machine: str) -> None:
    assert filter_program(machine) is None


@pytest.mark.parametrize("machine", MACHINES)
def test_the_program_is_one_that_the_kernel_takes(machine: str) -> None:
    """Whole instructions, jumps that stay inside, a return at the end: bpf_check_classic()."""
    program = filter_program(machine)
    assert program is not None
    steps = list(struct.iter_unpack("=HBBI", program))
    assert len(steps) < 4096
    assert steps[-1][0] == 0x06
    for at, (code, then, otherwise, _) in enumerate(steps):
        assert at + 1 + max(then, otherwise) < len(steps) or code == 0x06
