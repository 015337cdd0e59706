"""The network that commands in the background and those beside them have together."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.sandboxes import need_sandbox

from architect.adapters.sandbox.probe import NAMESPACES
from architect.adapters.sandbox.shared_network import SharedNetwork

INSIDE = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--")
NOBODY = 65534


def in_sandbox(
    before: tuple[str, ...], own: tuple[str, ...], passed: tuple[int, ...], *command: str, user: int
) -> "subprocess.Popen[bytes]":
    bwrap = shutil.which("bwrap")
    assert bwrap is not None
    return subprocess.Popen(
        [*before, bwrap, *own, *NAMESPACES, *INSIDE, *command],
        pass_fds=passed,
        user=user,
        group=user,
        extra_groups=[],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd="/",
    )


def said(process: "subprocess.Popen[bytes]") -> str:
    out, errors = process.communicate(timeout=60)
    return (out + errors).decode()


@pytest.mark.parametrize("user", [NOBODY, 0])
def test_every_user_joins_it_as_himself_and_it_goes_with_the_last(
    user: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_sandbox(tmp_path)
    if os.getuid() != 0:
        pytest.skip("only root can be another user")
    monkeypatch.setattr(os, "getuid", lambda: user)
    monkeypatch.setattr(os, "getgid", lambda: user)
    shared = SharedNetwork()
    shared.hold()
    as_root = ("--unshare-user",) if user == 0 else ()
    with shared.opening() as (words, passed):
        own = (*as_root, "--unshare-net", *words)
        first = in_sandbox((), own, passed, "sleep", "60", user=user)
    try:
        shared.learn()
        assert shared.is_open
        theirs = str(Path(f"/proc/{first.pid}/ns/net").readlink())
        before, own, passed = shared.joined()
        who = ("sh", "-c", "id -u; readlink /proc/self/ns/net; cat /proc/self/status | grep CapEff")
        second = said(in_sandbox(before, own, passed, *who, user=user))
        uid, network, capabilities = second.split("\n")[:3]
        assert (uid, capabilities) == (str(user), "CapEff:\t0000000000000000"), second
        assert network != theirs  # that of bwrap's own process, outside
        assert network == f"net:[{os.fstat(passed[0]).st_ino}]"
    finally:
        first.kill()
        first.communicate(timeout=60)
    shared.release()
    assert not shared.is_open
    assert shared.joined() == ((), (), ())
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(passed[0])


def test_a_command_that_ends_at_once_opens_nothing(tmp_path: Path) -> None:
    need_sandbox(tmp_path)
    shared = SharedNetwork()
    shared.hold()
    with shared.opening() as (_, passed):
        process = subprocess.Popen(["true"], pass_fds=passed)
        process.wait(60)
    shared.learn()
    assert not shared.is_open
    shared.release()
