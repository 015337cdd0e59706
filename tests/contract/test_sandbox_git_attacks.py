"""What a command in the sandbox may not leave behind in a repository, however it goes about it."""

import asyncio
import contextlib
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.sandboxes import PATIENCE_S, Place, make_place, need_sandbox
from tests.support.table import table

from architect.domain.errors import CommandNeedsError, ShellFault
from architect.domain.shell import CommandOutcome, Need, ShellCommand
from architect.ports.shell import Shell

_ENVIRONMENT = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
_NAMES = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A"), ("EMAIL", "a@b.example"))
}
_IDENTITY = "-c user.name=A -c user.email=a@b.example"
_EVIL_COMMIT = (
    "blob=$(echo evil | git hash-object -w --stdin) &&"
    " export GIT_INDEX_FILE=/tmp/index && git read-tree HEAD &&"
    " git update-index --add --cacheinfo 100644,$blob,{path} &&"
    f" commit=$(git {_IDENTITY} commit-tree -p HEAD -m evil $(git write-tree)) &&"
    " unset GIT_INDEX_FILE && git branch evil $commit"
)

SETTINGS = (
    "core.fsmonitor evil",
    "core.hooksPath evil",
    "core.sshCommand evil",
    "core.pager evil",
    "core.editor evil",
    "core.worktree /evil",
    "core.bare true",
    "alias.x '!evil'",
    "filter.x.clean evil",
    "diff.external evil",
    "diff.x.textconv evil",
    "merge.x.driver evil",
    "credential.helper evil",
    "include.path /evil",
    "includeIf.gitdir:/.path /evil",
    "url.http://evil/.insteadOf http://good/",
    "remote.origin.url http://evil/",
    "remote.new.url 'ext::sh -c evil'",
    "remote.origin.uploadpack evil",
    "remote.origin.proxy http://evil",
    "remote.origin.vcs evil",
    "gpg.program evil",
    "http.proxy evil",
    "protocol.ext.allow always",
    "submodule.x.update '!evil'",
    "sequence.editor evil",
    "uploadpack.packObjectsHook evil",
    "extensions.worktreeConfig true",
    "branch.main.mergeOptions '--strategy=evil'",
)
WAYS = (
    "git config {key} {value}",
    "git config --local {key} {value}",
    "git config --add {key} {value}",
    "git config --file .git/config {key} {value}",
    "git config user.name ok && git config {key} {value}",
    'sh -c "git config {key} {value}"',
)
LINES = (
    "printf '[core]\\n\\tfsmonitor = evil\\n' >> .git/config",
    "printf '[core]\\n\\tfsmonitor = evil\\n' > c && mv c .git/config",
    "git config user.name \"$(printf 'x\\n[core]\\n\\tfsmonitor = evil')\"",
    "git config core.fsmonitor evil; git branch -m main other; git branch -m other main",
    "git config --rename-section user core",
    "git -c core.hooksPath=hooks checkout -b next origin/main",
    "git clone -q -c core.fsmonitor=evil . /tmp/x; cp /tmp/x/.git/config .git/config",
    "rm -rf .git/config; ln -s /tmp/evil .git/config",
    "rm .git/config",
    "echo evil > .git/hooks/pre-commit",
    "git init -q --template=hooks .",
    "git remote set-url origin http://evil/",
    "git remote rm origin && git remote add origin http://evil/",
)
PATHS = (".vscode/settings.json", ".github/workflows/evil.yml", ".gitlab-ci.yml")
"""One that is changed, one that is new, and one that is a single file."""
MOVES = (
    "git checkout -q evil",
    "git checkout -q evil -- {path}",
    "git reset -q --hard evil",
    f"git {_IDENTITY} merge -q evil",
    "git restore --source evil {path}",
    f"git {_IDENTITY} cherry-pick evil",
    "git stash -q; git checkout -q evil",
    "git clean -fdq; git checkout -q evil",
    "git replace HEAD evil; git checkout -q -- {path}; git reset -q --hard",
    "git update-ref refs/heads/main evil; git reset -q --hard",
    "git update-ref refs/remotes/origin/main evil; git checkout -q origin/main",
    "sh -c 'git checkout -q evil'",
    "cp src/payload {path}",
    "ln -sf ../src/payload {path}",
)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("git")
    need_sandbox(folder)
    place = make_place(folder)
    place.write(".vscode/settings.json", "{}\n")
    place.write(".gitlab-ci.yml", "fine\n")
    place.write("src/payload", "evil\n")
    place.write("hooks/pre-commit", "evil\n")
    script = f"""
        git init -q -b main . && git config remote.origin.url http://good/ && git add -A
        git {_IDENTITY} commit -qm base && git update-ref refs/remotes/origin/main HEAD
    """
    environment = {**os.environ, **_ENVIRONMENT}
    subprocess.run(["bash", "-ec", script], cwd=place.root, env=environment, check=True)
    return place


@pytest.fixture
def place(template: Place, tmp_path: Path) -> Place:
    return repository(template, tmp_path)


def repository(template: Place, folder: Path) -> Place:
    """One with files that other programs execute, and with one that nobody does."""
    shutil.copytree(template.root.parent, folder, dirs_exist_ok=True)
    return Place(folder / "ws", folder / "home")


def run(
    shell: Shell, place: Place, line: str, *, granted: frozenset[Need] = frozenset()
) -> CommandOutcome:
    command = ShellCommand(line, cwd=place.root, timeout_s=PATIENCE_S, granted=granted)
    return asyncio.run(shell.run(command, lambda _stream, _text: None))


def state(place: Place) -> str:
    looks = "git status --porcelain; git for-each-ref; git stash list; ls -A . .git"
    done = subprocess.run(["bash", "-c", looks], cwd=place.root, capture_output=True, check=True)
    return done.stdout.decode()


def rules(place: Place) -> str:
    """What git would do by its own rules: its configuration and hooks."""
    folders = (place.root / ".git").rglob("*")
    files = [one for one in folders if one.is_symlink() or "config" in one.name]
    told = [f"{one}: {one.is_symlink() or one.read_text()}" for one in files if one.is_file()]
    hooks = [one for one in (place.root / ".git").rglob("hooks/*") if one.suffix != ".sample"]
    return "\n".join([*map(str, files), *told, *map(str, hooks)])


_UNREAD = "cd . && "
"""Before a command that would be refused otherwise: who knows in which repository it is?"""


@table("setting", SETTINGS)
def test_no_command_has_git_run_or_reach_anything_by_a_setting(
    setting: str, template: Place, tmp_path: Path
):
    key, _, value = setting.partition(" ")
    place = repository(template, tmp_path)
    for way in WAYS:
        before = rules(place)

        run(place.shell(_ENVIRONMENT), place, _UNREAD + way.format(key=key, value=value))

        assert rules(place).replace("\n[user]\n\tname = ok", "") == before, way


@table("line", LINES)
def test_no_command_changes_what_rules_git(line: str, template: Place, tmp_path: Path):
    place = repository(template, tmp_path)
    before = rules(place)

    run(place.shell(_ENVIRONMENT), place, _UNREAD + line)

    assert rules(place) == before


@table("move", MOVES)
def test_what_a_command_committed_itself_does_not_come_where_others_execute_it(
    move: str, template: Place, tmp_path: Path
):
    for number, path in enumerate(PATHS):
        place = repository(template, tmp_path / str(number))
        shell = place.shell(_ENVIRONMENT)
        made = run(shell, place, _EVIL_COMMIT.format(path=path))
        assert made.exit_code == 0, made.stderr

        with contextlib.suppress(CommandNeedsError):
            run(shell, place, move.format(path=path))

        there = place.root / path
        text = there.read_text() if there.is_file() else ""
        assert "evil" not in text, path
        assert place.read(".vscode/settings.json") == "{}\n"
        assert place.read(".gitlab-ci.yml") == "fine\n"


def expect_to_start(shell: Shell, place: Place, line: str, refusal: CommandNeedsError) -> None:
    """See that the same is said of `line` before it is started, unless what it needs is granted."""
    command = ShellCommand(line, cwd=place.root, timeout_s=1)
    asyncio.run(shell.expect_to_start(replace(command, granted=refusal.needs)))
    with pytest.raises(CommandNeedsError) as foreseen:
        asyncio.run(shell.expect_to_start(command))
    assert (str(foreseen.value), foreseen.value.needs) == (str(refusal), refusal.needs)


REFUSED = (
    "git checkout evil",
    "git checkout -q evil -- .github",
    "git merge evil",
    "git rebase evil",
    "git cherry-pick evil",
    "git cherry-pick main..evil",
    "git reset --hard evil",
    "git restore --source evil .github",
    "git am evil.patch",
    "git apply evil.patch",
)


@table("line", REFUSED)
def test_what_could_not_be_carried_out_is_refused_before_git_begins(
    line: str, template: Place, tmp_path: Path
):
    place = repository(template, tmp_path)
    shell = place.shell({**_ENVIRONMENT, **_NAMES})
    run(shell, place, _EVIL_COMMIT.format(path=".github/workflows/evil.yml"))
    run(shell, place, "git format-patch -1 evil --stdout > evil.patch")
    before = state(place)

    with pytest.raises(CommandNeedsError, match=r"\.github/workflows/evil\.yml") as refused:
        run(shell, place, line)

    assert refused.value.needs == {Need.EXECUTABLE_FILES}
    expect_to_start(shell, place, line, refused.value)
    assert state(place) == before
    allowed = run(shell, place, line, granted=refused.value.needs)
    assert (allowed.exit_code, place.read(".github/workflows/evil.yml")) == (0, "evil\n")


CHANGES = (
    ("git config core.editor vim", "`git config core.editor vim`"),
    ("git config alias.st status", "`git config alias.st status`"),
    ("git remote set-url origin x", "`git remote set-url origin x`"),
    ("python3 -c 1; git worktree remove wt", "in a line of its own it may"),
    ("sh -c 'python3 -c 1; git config user.name x'", "in a line of its own it may"),
)


@table(("line", "told"), CHANGES)
def test_what_would_fail_at_a_setting_is_refused_before_git_begins(
    line: str, told: str, place: Place
):
    shell = place.shell(_ENVIRONMENT)
    run(shell, place, "git worktree add -q wt")
    before = (place.root / ".git/config").read_bytes()

    with pytest.raises(CommandNeedsError) as refused:
        run(shell, place, line)

    assert told in str(refused.value)
    assert refused.value.needs == {Need.GIT_CONFIGURATION}
    expect_to_start(shell, place, line, refused.value)
    assert (place.root / ".git/config").read_bytes() == before
    assert (place.root / "wt/.git").exists()
    assert run(shell, place, line, granted=refused.value.needs).exit_code == 0


def test_a_part_of_a_repository_does_not_move_the_rest(place: Place):
    part = Place(place.root / "src", place.home)
    shell = part.shell({**_ENVIRONMENT, **_NAMES})
    (place.root / "hooks/pre-commit").write_bytes(b"changed\n")

    with pytest.raises(ShellFault, match="'hooks/pre-commit'"):
        run(shell, part, "git stash")
    assert (
        run(shell, part, "git checkout -q -b other && git commit -q --allow-empty -m x").exit_code
        == 0
    )


def test_a_branch_is_not_made_without_its_upstream(place: Place):
    hook = place.write(".git/hooks/post-checkout", "#!/bin/sh\nnpm test\n")
    hook.chmod(0o755)
    shell = place.shell(_ENVIRONMENT)

    with pytest.raises(CommandNeedsError) as refused:
        run(shell, place, "git checkout -b next origin/main")

    assert refused.value.needs == {Need.GIT_CONFIGURATION}
    assert run(shell, place, "git branch --list next").stdout == ""


@table("line", [
    "git config core.fsmonitor evil",
    "echo '[core] fsmonitor = evil' > .git/config",
    "echo evil > .vscode/settings.json; echo evil > .vscode/tasks.json",
    "rm -rf .vscode; mkdir .vscode; echo evil > .vscode/settings.json",
    "git checkout -q evil",
])  # fmt: skip
def test_not_even_while_the_command_runs(line: str, template: Place, tmp_path: Path):
    place = repository(template, tmp_path)
    before = rules(place)
    shell = place.shell(_ENVIRONMENT)
    run(shell, place, _EVIL_COMMIT.format(path=".vscode/settings.json"))

    async def looked() -> tuple[str, list[str]]:
        done = asyncio.Event()
        waits = f"({_UNREAD}{line}) 2>/dev/null; echo done; until [ -e seen ]; do sleep 0.01; done"
        command = ShellCommand(waits, cwd=place.root, timeout_s=PATIENCE_S)
        call = asyncio.create_task(shell.run(command, lambda _stream, _text: done.set()))
        async with asyncio.timeout(PATIENCE_S):
            await done.wait()
            settings = (place.root / ".vscode").iterdir()
            found = rules(place), [one.read_text() for one in settings]
            place.write("seen")
            await call
        return found

    assert asyncio.run(looked()) == (before, ["{}\n"])


PLANTED = (
    "mkdir -p bin && printf '#!/bin/sh\\n{evil}' > bin/git && chmod +x bin/git",
    "mkdir -p bin && printf '#!/bin/sh\\n{evil}' > bin/tail && chmod +x bin/tail",
    "git config --global core.fsmonitor 'sh -c \"{evil}\"'",
    "mkdir -p ~/.config/git && git config -f ~/.config/git/config core.fsmonitor 'sh -c {evil}'",
)


@table("plant", PLANTED)
def test_no_program_that_a_command_made_runs_while_git_may_write_settings(
    plant: str, template: Place, tmp_path: Path
):
    place = repository(template, tmp_path)
    path = f"{place.root}/bin:{os.environ['PATH']}"
    environment = {name: value for name, value in _ENVIRONMENT.items() if "GLOBAL" not in name}
    shell = place.shell({**environment, "PATH": path})
    run(shell, place, plant.format(evil="echo [core] >> .git/config && touch planted"))

    with contextlib.suppress(CommandNeedsError):
        run(shell, place, "git branch -m main other && git status 2>&1 | tail -1")

    assert not (place.root / "planted").exists(), "git's configuration could be written"
    assert place.read(".git/config").count("[core]") == 1


def test_a_formatter_of_all_files_works_and_leaves_those_that_others_execute(place: Place):
    line = "for f in src/payload .vscode/settings.json .gitlab-ci.yml; do echo x >> $f; done"

    outcome = run(place.shell(), place, f"set -e; {line}")

    assert outcome.exit_code == 0
    assert place.read("src/payload") == "evil\nx\n"
    assert place.read(".vscode/settings.json") == "{}\n"
    assert place.read(".gitlab-ci.yml") == "fine\n"
    assert outcome.stderr.count("is as it was, and the new one was put aside") == 2


@table("line", ["yes | head -c 5000000 > {0}", "rm -f {0}; mkdir -p {0}; touch {0}/{{1..500}}"])
def test_more_than_can_be_looked_at_is_put_aside_as_a_whole(
    line: str, template: Place, tmp_path: Path
):
    for number, path in enumerate((".gitlab-ci.yml", ".vscode/settings.json")):
        place = repository(template, tmp_path / str(number))

        outcome = run(place.shell(), place, line.format(path))

        assert outcome.exit_code == 0, outcome.stderr
        assert place.read(".vscode/settings.json") == "{}\n"
        assert place.read(".gitlab-ci.yml") == "fine\n"
        assert "put aside as" in outcome.stderr


def test_what_the_user_has_not_committed_comes_back_from_a_stash_of_an_earlier_command(
    place: Place,
):
    place.write(".vscode/settings.json", "mine\n")
    place.write(".vscode/new.json", "mine too\n")
    shell = place.shell({**_ENVIRONMENT, "GIT_AUTHOR_NAME": "A", "GIT_COMMITTER_NAME": "A"})

    stashed = run(shell, place, f"git {_IDENTITY} stash -u")
    assert (place.read(".vscode/settings.json"), stashed.exit_code) == ("{}\n", 0)
    assert not (place.root / ".vscode/new.json").exists()
    popped = run(shell, place, f"git {_IDENTITY} stash pop")

    assert popped.exit_code == 0, popped.stderr
    assert place.read(".vscode/settings.json") == "mine\n"
    assert place.read(".vscode/new.json") == "mine too\n"


def test_a_folder_of_a_repository_is_a_workspace_with_git(place: Place):
    part = Place(place.root / "src", place.home)
    shell = part.shell(_ENVIRONMENT)

    outcome = run(shell, part, f"echo x > new && git add . && git {_IDENTITY} commit -qm part")

    assert (outcome.exit_code, outcome.stderr) == (0, "")
    refused = run(shell, part, "echo x >> ../.git/config; echo x > ../hooks/pre-commit")
    assert refused.stderr.count("Read-only file system") == 2
