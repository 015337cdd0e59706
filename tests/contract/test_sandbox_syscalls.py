"""What the kernel does not do for a command in the real sandbox, and what it still does."""

import asyncio
import platform
import shutil
from pathlib import Path

import pytest
from tests.support.sandboxes import Place, make_place, need_sandbox, unfiltered_bwrap

from architect.adapters.sandbox.probe import Available, find_sandbox
from architect.adapters.sandbox.seccomp import filter_program
from architect.domain.shell import Need, ShellCommand

SLOW_S = 180.0
NUMBERS = {
    "x86_64": {"add_key": 248, "request_key": 249, "keyctl": 250, "io_uring_setup": 425},
    "aarch64": {"add_key": 217, "request_key": 218, "keyctl": 219, "io_uring_setup": 425},
}

PROLOGUE = """
import ctypes, errno, fcntl, os, pty, socket, sys

def said(number, *arguments):
    library = ctypes.CDLL(None, use_errno=True)
    found = library.syscall(*(ctypes.c_long(each) for each in (number, *arguments)))
    return "done" if found >= 0 else errno.errorcode[ctypes.get_errno()]

def tried(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "done"
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    need_sandbox(tmp_path)
    if filter_program(platform.machine()) is None:
        pytest.skip(f"no filter of system calls for {platform.machine()}")
    return make_place(tmp_path)


def said(place: Place, code: str, granted: frozenset[Need] = frozenset()) -> list[str]:
    """What `code` prints in the sandbox, word by word."""
    place.write("probe.py", f"{PROLOGUE}\n{code}\n")
    outcome = place.run("python3 probe.py", granted=granted, timeout_s=SLOW_S)
    assert outcome.exit_code == 0, outcome.stderr
    return outcome.stdout.split()


def descriptors() -> int:
    """How many this process has open."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def test_the_filter_is_there(place: Place) -> None:
    outcome = place.run("grep -E '^Seccomp:' /proc/self/status")
    assert outcome.stdout.split() == ["Seccomp:", "2"]


@pytest.mark.parametrize("name", ["add_key", "request_key", "keyctl"])
def test_the_key_rings_of_the_session_are_out_of_reach(place: Place, name: str) -> None:
    number = NUMBERS[platform.machine()][name]
    # Of the session (KEY_SPEC_SESSION_KEYRING, -3): its own number, which everybody may ask for.
    assert said(place, f"print(said({number}, 0, -3, 0, 0, 0))") == ["ENOSYS"]


@pytest.mark.parametrize("granted", [frozenset[Need](), frozenset({Need.NETWORK})])
def test_sockets_lead_nowhere_but_to_this_machine_and_the_internet(
    place: Place, granted: frozenset[Need]
) -> None:
    code = """
print("vsock", tried(socket.socket, 40, socket.SOCK_STREAM))
print("alg", tried(socket.socket, 38, socket.SOCK_SEQPACKET))
print("packet", tried(socket.socket, 17, socket.SOCK_RAW))
print("unix", tried(socket.socketpair))
print("inet", tried(socket.create_server, ("127.0.0.1", 0)))
print("inet6", tried(socket.socket, socket.AF_INET6))
print("netlink", tried(socket.socket, 16, socket.SOCK_RAW))
"""
    words = said(place, code, granted)
    closed, ours = "EAFNOSUPPORT", "done"
    assert dict(zip(words[::2], words[1::2], strict=True)) == {
        **{"vsock": closed, "alg": closed, "packet": closed},
        **{"unix": ours, "inet": ours, "inet6": ours, "netlink": ours},
    }


def test_no_ring_of_the_kernel_opens_sockets_past_the_filter(place: Place) -> None:
    number = NUMBERS[platform.machine()]["io_uring_setup"]
    assert said(place, f"print(said({number}, 8, 0))") == ["ENOSYS"]


def test_nobody_types_into_a_terminal(place: Place) -> None:
    code = """
terminal = pty.openpty()[1]
print(tried(fcntl.ioctl, terminal, 0x5412, b"x"), tried(fcntl.ioctl, terminal, 0x541C, b"\\x02"))
print(tried(fcntl.ioctl, terminal, 0x5413, b"." * 8))
"""
    assert said(place, code) == ["EPERM", "EPERM", "done"]


@pytest.mark.skipif(platform.machine() != "x86_64", reason="only x86_64 has other numberings")
def test_no_other_numbering_of_system_calls_leads_past_the_filter(place: Place) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc here")
    old = 'long r; __asm__ volatile("int $0x80" : "=a"(r) : "a"(20) : "memory"); return r < 0;'
    place.write("old.c", f"int main(void) {{ {old} }}")

    outcome = place.run("gcc old.c -o old && ./old")
    assert outcome.exit_code == 128 + 31, "killed by SIGSYS"

    assert said(place, f"print(said({0x40000000 + 39}), said(39))") == ["ENOSYS", "done"]


def test_debuggers_threads_and_processes_work(place: Place) -> None:
    code = """
import asyncio, concurrent.futures, multiprocessing, subprocess, threading

def twice(number):
    return 2 * number

async def meets():
    async def answer(reader, writer):
        writer.write(await reader.read(4))
        writer.close()
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(b"ping")
    return (await reader.read()).decode()

if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print(sum(pool.map(twice, [1, 2])))
    with concurrent.futures.ThreadPoolExecutor() as pool:
        print(sum(pool.map(twice, [2, 3])))
    print(asyncio.run(meets()))
    if os.fork() == 0:
        # PTRACE_TRACEME, by which every debugger begins.
        os._exit(0 if ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0 else 1)
    print(os.wait()[1])
"""
    assert said(place, code) == ["6", "10", "ping", "0"]


def test_programs_can_be_built_and_run(place: Place) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("no gcc here")
    place.write("a.c", '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n')

    outcome = place.run("gcc -O2 a.c -o a && ./a && git init -q r && cd r && git status --short")

    assert (outcome.exit_code, outcome.stdout) == (0, "built\n")


def test_a_command_inherits_no_descriptor_of_ours(place: Place) -> None:
    listed = said(place, 'print(*(os.readlink(f"/proc/self/fd/{n}") for n in range(3)))')
    assert [each.split(":")[0] for each in listed] == ["/dev/null", "pipe", "pipe"]
    code = "for n in range(3, 256):\n    assert tried(os.fstat, n) == 'EBADF', n"
    assert said(place, code) == []


def test_many_commands_at_once_have_each_its_filter_and_leave_no_descriptor(place: Place) -> None:
    shell = place.shell()
    command = ShellCommand("grep '^Seccomp:' /proc/self/status", place.root, SLOW_S)

    async def all_of_them() -> set[str]:
        await shell.run(command, lambda _stream, _text: None)
        before = descriptors()
        runs = (shell.run(command, lambda _stream, _text: None) for _ in range(8))
        printed = {outcome.stdout for outcome in await asyncio.gather(*runs)}
        assert descriptors() == before
        return printed

    assert asyncio.run(all_of_them()) == {"Seccomp:\t2\n"}


def test_a_bwrap_that_takes_no_filter_is_used_without_and_says_so(
    tmp_path: Path, place: Place
) -> None:
    environment = unfiltered_bwrap(tmp_path / "bin")

    found = find_sandbox(environment, place.root)

    assert isinstance(found, Available)
    assert found.syscalls is None
    assert "Unknown option --seccomp" in found.unfiltered
    outcome = place.run("echo ran", environment=environment)
    assert (outcome.stdout, outcome.confinement.sandboxed) == ("ran\n", True)
