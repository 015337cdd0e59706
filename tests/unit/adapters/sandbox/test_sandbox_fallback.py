import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.support.sandboxes import Place, broken_bwrap, calls_of, make_place, need_sandbox

from architect.adapters.process.proc_table import own_children
from architect.adapters.sandbox.probe import Available, Unavailable, find_sandbox
from architect.domain.errors import CommandRefusedError


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path)


def unavailable(environment: dict[str, str], root: Path) -> Unavailable:
    found = find_sandbox(environment, root)
    assert isinstance(found, Unavailable)
    return found


def test_auto_runs_the_command_without_a_sandbox_and_says_why(place: Place, tmp_path: Path):
    environment = broken_bwrap(tmp_path / "bin")

    outcome = place.run("echo ran", environment=environment, mode="auto")

    assert (outcome.exit_code, outcome.stdout) == (0, "ran\n")
    assert not outcome.confinement.sandboxed
    assert outcome.confinement.network
    assert "bubblewrap does not work here" in outcome.confinement.missing
    assert "No permissions to create a new namespace" in outcome.confinement.missing


def test_require_runs_nothing_and_says_why_and_what_to_do(place: Place, tmp_path: Path):
    environment = broken_bwrap(tmp_path / "bin")

    with pytest.raises(
        CommandRefusedError, match=r"'require'.*No permissions.*user namespaces|container"
    ) as refused:
        place.run("echo ran > ran", environment=environment, mode="require")

    assert "use the other tools" in refused.value.advice
    assert not (place.root / "ran").exists()


def test_off_looks_for_no_sandbox(place: Place, tmp_path: Path):
    environment = broken_bwrap(tmp_path / "bin")

    outcome = place.run("echo ran", environment=environment, mode="off")

    assert outcome.stdout == "ran\n"
    assert outcome.confinement.missing == ""
    assert calls_of(tmp_path / "bin") == 0


def test_the_sandbox_is_tried_at_the_first_command_and_then_remembered(
    place: Place, tmp_path: Path
):
    environment = broken_bwrap(tmp_path / "bin")
    place.shell(environment, mode="auto")
    assert calls_of(tmp_path / "bin") == 0

    place.run("true", environment=environment, mode="auto")
    tried = calls_of(tmp_path / "bin")
    place.run("true", environment=environment, mode="auto")

    assert tried > 0
    assert calls_of(tmp_path / "bin") == tried


def test_a_sandbox_that_was_mended_is_tried_again(place: Place, tmp_path: Path):
    need_sandbox(tmp_path)
    environment = broken_bwrap(tmp_path / "bin")
    unavailable(environment, place.root)
    real = shutil.which("bwrap")
    assert real is not None
    program = tmp_path / "bin/bwrap"
    program.write_bytes(f'#!/bin/sh\nexec {real} "$@"\n'.encode())
    os.utime(program, ns=(1, 1))

    assert isinstance(find_sandbox(environment, place.root), Available)


def test_the_trial_leaves_no_child_behind(place: Place, tmp_path: Path):
    need_sandbox(tmp_path)
    place.run("true", mode="off")  # from then on orphans are ours
    real = shutil.which("bwrap")
    assert real is not None
    program = tmp_path / "bin/bwrap"
    program.parent.mkdir()
    program.write_bytes(f'#!/bin/sh\nexec {real} "$@"\n'.encode())
    program.chmod(0o755)
    before = own_children()

    assert isinstance(find_sandbox({"PATH": str(program.parent)}, place.root), Available)

    assert own_children() == before


def test_where_bwrap_is_missing_the_command_that_installs_it_is_named(place: Place):
    found = unavailable({"PATH": str(place.home)}, place.root)

    assert found.reason == "bwrap is not installed"
    assert "bubblewrap" in found.fix


@pytest.mark.parametrize("link", [False, True])
def test_a_bwrap_that_the_workspace_brings_along_is_never_run(
    link: bool, place: Place, tmp_path: Path
):
    folder = place.root / "venv/bin"
    broken_bwrap(folder)
    path = folder
    if link:
        path = tmp_path / "linked"
        path.symlink_to(folder)

    assert unavailable({"PATH": str(path)}, place.root).reason == "bwrap is not installed"
    assert calls_of(folder) == 0


def test_a_bwrap_that_hangs_up_is_told_apart_by_its_exit_code(place: Place, tmp_path: Path):
    environment = broken_bwrap(tmp_path / "bin")
    (tmp_path / "bin/bwrap").write_bytes(b"#!/bin/sh\nexit 7\n")

    assert "exit code 7" in unavailable(environment, place.root).reason


def test_a_workspace_that_holds_the_system_has_no_sandbox():
    import asyncio

    from architect.adapters.sandbox.rules import SandboxRules
    from architect.adapters.sandbox.sandbox import Sandbox

    found = asyncio.run(Sandbox(Path("/"), SandboxRules()).availability(os.environ))

    assert isinstance(found, Unavailable)
    assert "holds the system itself" in found.reason


def test_another_user_can_use_the_sandbox_too(place: Place):
    need_sandbox(place.root)
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    found = find_sandbox(os.environ, place.root)
    assert isinstance(found, Available)
    flags = [flag for flag in found.flags if flag != "--unshare-user"]
    command = [found.program, *flags, "--ro-bind", "/", "/", "--proc", "/proc", "id", "-u"]

    done = subprocess.run(
        command, user=65534, group=65534, extra_groups=(), cwd="/", capture_output=True, check=False
    )

    assert (done.returncode, done.stdout) == (0, b"65534\n"), done.stderr
