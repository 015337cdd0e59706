"""What a command in the real sandbox can and cannot do."""

import asyncio
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.support.sandboxes import PATIENCE_S, Place, make_place, need_sandbox
from tests.support.until import until

from architect.adapters.sandbox.protected_paths import PROTECTED
from architect.domain.errors import CommandNeedsError
from architect.domain.shell import Need, ShellCommand

NETWORK = frozenset({Need.NETWORK})
FILES = {path for path in PROTECTED if "." in path.rpartition("/")[2][1:] or path == "Jenkinsfile"}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    need_sandbox(tmp_path)
    return make_place(tmp_path)


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=True)
    return done.stdout.decode()


def put_aside(place: Place) -> list[str]:
    return sorted(path.name for path in place.root.glob(".architect/tmp/put-aside-*/*"))


def test_a_command_works_in_the_workspace(place: Place):
    place.write("in.txt", "hello\n")

    outcome = place.run("cat in.txt && mkdir -p made/deep && echo new > made/deep/out.txt; exit 3")

    assert (outcome.exit_code, outcome.stdout, outcome.stderr) == (3, "hello\n", "")
    assert place.read("made/deep/out.txt") == "new\n"
    assert outcome.confinement.sandboxed
    assert not outcome.confinement.network
    assert outcome.confinement.missing == ""


@pytest.mark.parametrize(
    "target", ["/usr/x", "/etc/x", "/x", "/opt/x", "/proc/sys/kernel/core_uses_pid"]
)
def test_the_system_cannot_be_written(target: str, place: Place):
    outcome = place.run(f"(echo 1 > {target}) 2>&1; test -e /usr/bin/env && echo readable")

    assert "readable" in outcome.stdout
    assert any(word in outcome.stdout for word in ("Read-only", "Permission denied", "nonexistent"))


def test_no_privilege_is_left(place: Place):
    outcome = place.run(
        "grep -E '^(CapEff|NoNewPrivs)' /proc/self/status; mount -t tmpfs x /mnt; "
        "mount -o remount,rw,bind /usr"
    )

    assert outcome.stdout == "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n"
    assert outcome.exit_code != 0


def test_what_lies_beside_the_workspace_is_not_there(place: Place):
    (place.root.parent / "beside").write_bytes(b"secret")

    outcome = place.run(f"cat {place.root.parent}/beside; ls {place.root.parent}")

    assert "secret" not in outcome.stdout
    assert outcome.stdout.split() == ["home", "ws"]


def test_the_home_folder_is_a_private_one_that_stays_from_command_to_command(place: Place):
    (place.home / ".ssh").mkdir()
    (place.home / ".ssh/id_rsa").write_bytes(b"secret")
    (place.home / ".netrc").write_bytes(b"secret")

    first = place.run("ls -A ~; cat ~/.ssh/id_rsa ~/.netrc; echo kept > ~/.cache-file")
    second = place.run("cat ~/.cache-file")

    assert first.stdout == ""
    assert second.stdout == "kept\n"
    assert not (place.home / ".cache-file").exists()


def test_tool_chains_in_the_home_folder_can_be_used_but_their_keys_not_be_read(place: Place):
    tool = place.home / ".cargo/bin/tool"
    tool.parent.mkdir(parents=True)
    tool.write_bytes(b"#!/bin/sh\necho built\n")
    tool.chmod(0o755)
    (place.home / ".cargo/credentials.toml").write_bytes(b"secret")
    (place.home / ".npmrc").write_bytes(b"secret")

    path = f"{tool.parent}:{os.environ['PATH']}"
    outcome = place.run(
        "tool; cat ~/.cargo/credentials.toml ~/.npmrc; echo x > ~/.cargo/bin/tool",
        environment={"PATH": path},
    )

    assert outcome.stdout == "built\n"
    assert "Read-only file system" in outcome.stderr


def test_packages_can_be_stored_by_a_command_that_may_use_the_network_only(place: Place):
    store = place.home / ".cargo/registry"
    store.mkdir(parents=True)

    place.run("echo without > ~/.cargo/registry/package")
    assert not (store / "package").exists()

    place.run("echo with > ~/.cargo/registry/package", granted=NETWORK)
    assert (store / "package").read_bytes() == b"with\n"


def test_what_the_configuration_names_is_readable_or_writable(place: Place):
    readable, writable = place.home / "data", place.home / "out"
    readable.mkdir()
    writable.mkdir()
    (readable / "set").write_bytes(b"rows\n")

    outcome = place.run(
        f"cat {readable}/set; echo x > {readable}/set; echo made > {writable}/file",
        readable=(readable,),
        writable=(writable,),
    )

    assert outcome.stdout == "rows\n"
    assert (readable / "set").read_bytes() == b"rows\n"
    assert (writable / "file").read_bytes() == b"made\n"


def test_the_folder_for_temporary_files_is_private(
    place: Place, tmp_path_factory: pytest.TempPathFactory
):
    other = tmp_path_factory.mktemp("other") / "file"
    other.write_bytes(b"secret")

    outcome = place.run(
        f"cat {other}; f=$(mktemp) && echo $f; ls -A /tmp",
        environment={"TMPDIR": str(other.parent)},
    )

    assert "secret" not in outcome.stdout
    made = Path(outcome.stdout.split()[0])
    assert made.parent == Path("/tmp")
    assert not made.exists()


def test_other_processes_are_not_there(place: Place):
    outcome = place.run(
        f"kill -0 {os.getpid()} 2>/dev/null && echo reached; "
        f"cat /proc/{os.getpid()}/environ 2>/dev/null; "
        "echo /proc/[0-9]* | wc -w"
    )

    assert int(outcome.stdout) < 10


@pytest.fixture
def port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_there_is_no_network_unless_it_is_granted_or_configured(place: Place, port: int):
    line = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo connected || echo refused"

    assert place.run(line).stdout == "refused\n"
    granted = place.run(line, granted=NETWORK)
    assert granted.stdout == "connected\n"
    assert granted.confinement.network
    assert place.run(line, network=True).stdout == "connected\n"


def test_what_is_withheld_goes_before_the_configuration_and_a_yes_before_both(
    place: Place, port: int
):
    line = f"(exec 3<>/dev/tcp/127.0.0.1/{port}) 2>/dev/null && echo connected || echo refused"

    taken = place.run(line, network=True, withheld=NETWORK)
    assert taken.stdout == "refused\n"
    assert not taken.confinement.network
    assert place.run(line, withheld=NETWORK, granted=NETWORK).stdout == "connected\n"


def test_a_server_and_its_client_can_talk_within_one_command(place: Place):
    line = (
        'python3 -c \'import socket; s = socket.create_server(("127.0.0.1", 0));'
        ' c = socket.create_connection(s.getsockname()); print("connected")\''
    )

    assert place.run(line).stdout == "connected\n"


def prepared(place: Place, path: str) -> None:
    if path in FILES or path in (".git/config", ".git/commondir"):
        place.write(path, "before\n")
    else:
        place.write(f"{path}/file", "before\n")


@pytest.mark.parametrize("path", sorted(PROTECTED))
def test_what_other_programs_execute_cannot_be_changed_moved_or_replaced(path: str, place: Place):
    prepared(place, path)
    top = path.split("/")[0]

    outcome = place.run(
        f"echo evil > {path}; echo evil > {path}/file; touch {path}/new; rm -rf {path};"
        f" mv {path} copy; mv {top} copy; ln -sfn /dev/null {path}; rm -rf {top}; exit 0"
    )

    assert outcome.exit_code == 0
    assert not (place.root / top).is_symlink()
    assert not (place.root / path).is_symlink()
    assert not (place.root / path / "new").exists()
    content = place.root / path
    assert (content / "file" if content.is_dir() else content).read_bytes() == b"before\n"


@pytest.mark.parametrize("path", sorted(PROTECTED))
def test_what_other_programs_execute_cannot_be_made(path: str, place: Place):
    git_is_there = path.startswith(".git/")
    if git_is_there:
        (place.root / ".git").mkdir()
    line = f"mkdir -p $(dirname {path}) && echo evil > {path} || mkdir {path}"

    outcome = place.run(f"{{ {line}; }} 2>/dev/null; mkdir -p {path} && echo evil > {path}/file")

    assert not os.path.lexists(place.root / path) or path == ".architect"
    if path == ".git/hooks":
        assert "Read-only" in outcome.stderr
        assert put_aside(place) == []
    elif path != ".architect":
        assert put_aside(place) == [path.rpartition("/")[2]]
        assert f"{path!r} was put aside as" in outcome.stderr


def test_git_files_cannot_be_made_where_there_is_no_repository_yet(place: Place):
    outcome = place.run("git init -q . 2>/dev/null; echo evil > .git/hooks/pre-commit")

    assert outcome.exit_code == 0
    assert not (place.root / ".git/hooks").exists()
    assert "bare = false" in place.read(".git/config")


def test_a_repository_is_made_as_git_makes_it(place: Place):
    git(place.root.parent, "init", "-q", "-b", "main", "expected")

    outcome = place.run("git init -q -b main", environment={"GIT_CONFIG_GLOBAL": os.devnull})

    assert (outcome.exit_code, outcome.stderr) == (0, "")
    assert place.read(".git/config") == (place.root.parent / "expected/.git/config").read_text()
    assert all(one.suffix == ".sample" for one in (place.root / ".git/hooks").iterdir())


def test_a_command_that_behaves_leaves_nothing(place: Place):
    (place.root / ".git").mkdir()
    place.write("file")
    before = place.tree()

    seen = place.run("find . -not -path './.architect*'").stdout.split()

    assert place.tree() == before
    assert put_aside(place) == []
    assert {path.removeprefix("./") for path in seen} == {".", *before, ".git/hooks"}


def test_a_link_on_the_way_is_put_aside_and_what_it_leads_to_is_left_alone(place: Place):
    elsewhere = place.home / "elsewhere"
    (elsewhere / "workflows").mkdir(parents=True)

    place.run(f"ln -s {elsewhere} .github; ln -s {elsewhere}/workflows .circleci")

    assert (elsewhere / "workflows").is_dir()
    assert put_aside(place) == [".circleci", ".github"]
    assert not os.path.lexists(place.root / ".github")


def test_a_link_that_was_there_is_put_back_when_it_was_replaced(place: Place):
    place.write("shared/settings.json", "before")
    (place.root / ".vscode").symlink_to("shared")

    place.run("echo evil > shared/settings.json; rm .vscode; mkdir .vscode; echo evil > .vscode/x")

    assert (place.root / ".vscode").readlink() == Path("shared")
    assert place.read("shared/settings.json") == "before"


def test_git_may_be_configured_by_a_command_whose_user_agreed(place: Place):
    git(place.root, "init", "-q")

    with pytest.raises(CommandNeedsError) as refused:
        place.run("git config core.pager evil")
    allowed = place.run(
        "git config core.pager fine && echo x > .git/hooks/new",
        granted=frozenset({Need.GIT_CONFIGURATION}),
    )

    assert refused.value.needs == {Need.GIT_CONFIGURATION}
    assert allowed.exit_code == 0
    assert "fine" in place.read(".git/config")
    assert (place.root / ".git/hooks/new").exists()


def test_commits_can_be_made_in_a_second_work_tree_whose_repository_keeps_its_rules(
    place: Place, tmp_path: Path
):
    main = tmp_path / "main"
    main.mkdir()
    git(main, "init", "-q")
    git(main, "commit", "-q", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "-q", str(place.root / "tree"))
    tree = Place(place.root / "tree", place.home)

    outcome = tree.run(
        "echo x > file && git add file"
        " && git -c user.name=A -c user.email=a@example.org commit -q -m second && echo committed;"
        f" echo evil >> {main}/.git/config; echo evil > {main}/.git/hooks/pre-commit;"
        f" echo /tmp > {main}/.git/worktrees/tree/commondir; echo evil > .git"
    )

    assert outcome.stdout == "committed\n"
    assert git(tree.root, "log", "--format=%s").split() == ["second", "first"]
    assert "evil" not in (main / ".git/config").read_text()
    assert not (main / ".git/hooks/pre-commit").exists()


def test_a_file_that_only_says_it_is_a_second_work_tree_opens_nothing(place: Place):
    other = place.home / "other"
    for name in ("objects", "refs"):
        (other / name).mkdir(parents=True)
    (other / "HEAD").write_bytes(b"ref: refs/heads/main\n")
    place.write(".git", f"gitdir: {other}\n")

    place.run(f"echo evil > {other}/evil; echo evil > {other}/HEAD")

    assert not (other / "evil").exists()
    assert (other / "HEAD").read_bytes() == b"ref: refs/heads/main\n"


def test_the_configuration_of_submodules_is_kept_as_well(place: Place):
    git(place.root, "init", "-q")
    place.write(".git/modules/lib/deep/HEAD", "ref: x\n")
    place.write(".git/modules/lib/deep/config", "before")

    place.run("echo evil > .git/modules/lib/deep/config; mkdir .git/modules/lib/deep/hooks")

    assert place.read(".git/modules/lib/deep/config") == "before"
    assert not (place.root / ".git/modules/lib/deep/hooks").exists()


def sleepers(seconds: int) -> list[str]:
    found: list[str] = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if line == f"sleep\0{seconds}\0".encode():
                found.append(folder.name)
    return found


@pytest.mark.parametrize("way", ["sleep {0}", "setsid sleep {0}", "env -i setsid nohup sleep {0}"])
def test_a_timeout_ends_everything(way: str, place: Place):
    seconds = 100_000 + os.getpid()

    outcome = place.run(f"echo started; {way.format(seconds)} & wait", timeout_s=1.0)

    assert (outcome.exit_code, outcome.stdout) == (None, "started\n")
    assert sleepers(seconds) == []


def test_what_is_left_in_the_background_ends_with_the_command(place: Place):
    seconds = 200_000 + os.getpid()

    outcome = place.run(f"(setsid sleep {seconds} &); echo done")

    assert (outcome.exit_code, outcome.stdout) == (0, "done\n")
    assert sleepers(seconds) == []


def test_many_processes_that_fork_and_hide_end_with_the_command(place: Place):
    seconds = 300_000 + os.getpid()
    line = f"for i in $(seq 200); do (setsid sh -c 'sleep {seconds} & sleep {seconds}' &) ; done; "

    outcome = place.run(f"{line} sleep {seconds}", timeout_s=3.0)

    assert outcome.exit_code is None
    assert sleepers(seconds) == []


def test_a_cancelled_command_is_gone_and_what_it_made_is_put_aside(place: Place):
    seconds = 400_000 + os.getpid()

    async def cancelled() -> None:
        started = asyncio.Event()
        line = f"mkdir .vscode; echo started; setsid sleep {seconds}"
        command = ShellCommand(line, cwd=place.root, timeout_s=PATIENCE_S)
        call = asyncio.create_task(place.shell().run(command, lambda _stream, _text: started.set()))
        async with asyncio.timeout(PATIENCE_S):
            await started.wait()
            call.cancel()
            with pytest.raises(asyncio.CancelledError):
                await call

    asyncio.run(cancelled())

    assert sleepers(seconds) == []
    assert put_aside(place) == [".vscode"]


def test_a_signal_shows_in_the_exit_code_as_shells_show_it(place: Place):
    assert place.run("kill -KILL $$").exit_code == 137


def test_limits_hold_for_the_command_and_not_for_us(place: Place):
    import resource

    before = {
        kind: resource.getrlimit(kind) for kind in (resource.RLIMIT_CORE, resource.RLIMIT_NPROC)
    }

    outcome = place.run("ulimit -c; ulimit -f; ulimit -u")

    core, file_kb, processes = outcome.stdout.split()
    assert (core, file_kb) == ("0", str(20_000_000_000 // 1024))
    assert processes == "unlimited" or int(processes) > 4_000
    assert before == {kind: resource.getrlimit(kind) for kind in before}


def test_output_is_passed_on_while_the_command_runs(place: Place):
    pieces: list[str] = []

    def show(_stream: object, text: str) -> None:
        pieces.append(text)
        place.write("seen")

    async def answer() -> str:
        line = "echo question; until [ -e seen ]; do sleep 0.01; done; echo answer"
        command = ShellCommand(line, cwd=place.root, timeout_s=PATIENCE_S)
        return (await place.shell().run(command, show)).stdout

    assert asyncio.run(answer()) == "question\nanswer\n"
    assert pieces == ["question\n", "answer\n"]


def test_nothing_of_the_sandbox_is_left_when_we_are_killed(place: Place):
    import sys

    seconds = 500_000 + os.getpid()
    program = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from tests.support.sandboxes import Place\n"
        "Place(Path(sys.argv[1]), Path(sys.argv[2])).run(sys.argv[3])\n"
    )
    line = f"setsid sleep {seconds}"
    command = [sys.executable, "-c", program, str(place.root), str(place.home), line]
    with subprocess.Popen(command, cwd=Path(__file__).parents[2]) as ours:
        until(lambda: sleepers(seconds), "the command to run")
        ours.kill()

    assert until(lambda: not sleepers(seconds), "the command to end")
