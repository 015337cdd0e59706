"""Git in the sandbox leaves a repository as it does without one.

Each command runs on two copies of the same repository, at the same path and the same time, whose
commits differ in files that other programs execute. What git says of both afterwards is compared.
"""

import asyncio
import os
import shutil
import subprocess

import pytest
from tests.support.effort import LONG
from tests.support.sandboxes import PATIENCE_S, Place, make_place, need_sandbox
from tests.support.table import table

from architect.adapters.sandbox.rules import SandboxRules
from architect.adapters.sandbox.sandbox import Sandbox
from architect.adapters.shell.local_shell import LocalShell
from architect.domain.shell import CommandOutcome, ShellCommand

_IDENTITY = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "A"), ("EMAIL", "a@b.example"), ("DATE", "2024-01-01T00:00:00Z"))
}
_ALONE = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}

_MAKE = """
git init -q -b main .
git config user.name A; git config user.email a@b.example
mkdir -p .github/workflows .devcontainer .vscode src
for n in 1 2 3 4 5 6 7 8 9; do echo "line $n"; done > .github/workflows/ci.yml
echo gitlab > .gitlab-ci.yml; echo '{}' > .devcontainer/devcontainer.json
echo '{"a": 1}' > .vscode/settings.json; echo code > src/a.txt
git add -A; git commit -qm base
git branch old
git checkout -qb topic
sed -i 's/line 2/topic 2/' .github/workflows/ci.yml; echo deploy > .github/workflows/deploy.yml
git rm -q .gitlab-ci.yml; echo '[]' > .vscode/tasks.json; echo '{"mcp": 1}' > .mcp.json
chmod +x src/a.txt; git add -A; git commit -qm 'topic one'
echo topic >> src/a.txt; echo more >> .vscode/tasks.json; git commit -qam 'topic two'
git checkout -q main
echo other > src/b.txt; echo '{"b": 2}' > .devcontainer/devcontainer.json; git add -A
git commit -qm 'main two'
git checkout -qb both
sed -i 's/line 8/both 8/' .github/workflows/ci.yml; git commit -qam 'both'
git checkout -qb clash main
sed -i 's/line 2/clash 2/' .github/workflows/ci.yml; git commit -qam 'clash'
git checkout -qb folder main
git rm -qr .vscode .devcontainer; ln -s src .vscode; git add -A; git commit -qm 'link'
git checkout -qb without main; git rm -qr .github .devcontainer; git commit -qm 'without'
git checkout -q main
git format-patch -q -1 topic~1 --stdout > /dev/null
git clone -q --bare . ../origin.git
git remote add origin ../origin.git; git fetch -q; git branch -q --set-upstream-to origin/main
git branch -qD folder; git tag v1 old
echo stashed >> .github/workflows/ci.yml; git stash -q
echo '{"c": 3}' > .vscode/launch.json; echo scratch > scratch.txt
printf 'ignored.txt\\n' > .git/info/exclude; echo x > ignored.txt
git gc -q
git worktree add -q wt old; printf 'wt/\\n' >> .git/info/exclude
"""

_LOOKS = (
    "git fsck --no-dangling",
    "git status --porcelain --branch --ignored -uall",
    "git ls-tree -r HEAD",
    "git for-each-ref",
    "git config --local --list | sort",
    "git branch -vv",
    "git stash list; git stash show -p",
    "git ls-files --stage",
    "git diff",
    "git worktree list",
    "ls .git/*_HEAD .git/rebase-merge .git/sequencer 2>/dev/null",
    "find . -path ./.git -prune -o -type f -printf '%P %m\\n' | sort",
    "find . -path ./.git -prune -o -type f -print0 | sort -z | xargs -0 cat",
    "find . -type d -empty | grep -v '^./.git/objects' | sort",
)

COMMANDS = (
    # moves
    "git checkout topic",
    "git checkout -q topic && git checkout -q main",
    "git checkout v1 && git switch -c fix",
    "git checkout folder",
    "git checkout topic -- .github .vscode",
    "git restore --source topic --staged --worktree .",
    "git reset --hard topic~1 && git reset --hard ORIG_HEAD",
    "git reset --soft topic && git stash && git stash pop",
    "git merge topic",
    "git merge --squash topic && git commit -qm squashed",
    "git checkout topic && git rebase -q old && git rebase -q main",
    "git cherry-pick main..topic",
    "git checkout topic && git revert --no-edit HEAD~1",
    "git stash -u && git stash pop",
    "git stash --all",
    "git clean -fdxq",
    "git checkout -q without && git checkout -q main",
    "git worktree add ../ws/wt2 topic -q && git worktree remove wt2",
    "git rm -qr .github && git commit -qm gone",
    # merges of what both sides changed
    "git checkout both && git merge topic",
    "git checkout clash && git merge topic || git merge --abort",
    "git checkout clash && git rebase topic || git rebase --abort",
    # configuration
    "git config user.name 'B C'",
    "git config --unset user.email",
    "git branch -m old older",
    "git branch --set-upstream-to=origin/topic topic",
    "git checkout -b tracked origin/topic",
    "git remote rename origin upstream",
    "git init -q .",
    # with other programs beside
    "git checkout topic && cat .github/workflows/ci.yml > seen.txt && git checkout main",
    "sh -c 'git stash -q; git checkout -q topic; git stash pop -q'",
    "for b in topic both main; do git checkout -q $b; done",
)
FURTHER = (
    # moves
    "git switch topic",
    "git checkout old",
    "git checkout -f topic",
    "git checkout -B again topic",
    "git checkout topic~1 -- .mcp.json && git commit -qm one",
    "git reset --hard topic",
    "git merge --no-ff -m merged topic",
    "git checkout topic && git rebase main",
    "git cherry-pick topic~1",
    "git stash apply",
    "git stash pop",
    "git stash drop",
    "git checkout topic && git stash apply",
    "git clean -fdq",
    "git clean -fdX",
    "git checkout -q without",
    "git bisect start topic old && git bisect good && git bisect reset",
    "git worktree add -q wt3 -b third origin/topic",
    "git worktree remove wt",
    "git checkout topic && git add -A && git commit -qm all --allow-empty",
    # merges of what both sides changed
    "git checkout both && git rebase topic",
    "git checkout both && git cherry-pick topic~1",
    "git checkout clash && git merge topic",
    "git checkout clash && git merge -X theirs topic",
    # configuration
    "git config --add remote.origin.fetch '+refs/tags/*:refs/tags/*'",
    "git branch -d old; git branch -D clash",
    "git branch --unset-upstream",
    "git branch new origin/topic",
    "git switch -c tracked --track origin/both",
    "git branch -D topic && git checkout topic",
    "git remote add other ../other.git",
    "git remote remove origin",
    # with other programs beside
    "sh -c 'git checkout -q topic'",
    "sh -c 'git rm -qr .github .vscode'",
    "sh -c 'git merge -q topic'",
)
"""The same ways to the same places in other words; tried where there is time."""


def variables(place: Place) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in ("PATH",)}
    return {**inherited, **_IDENTITY, **_ALONE, "HOME": str(place.home), "LC_ALL": "C"}


def run(place: Place, line: str, *, sandboxed: bool = True) -> CommandOutcome:
    sandbox = Sandbox(place.root, SandboxRules(mode="require")) if sandboxed else None
    shell = LocalShell(variables(place), sandbox=sandbox)
    command = ShellCommand(line, cwd=place.root, timeout_s=PATIENCE_S)
    return asyncio.run(shell.run(command, lambda _stream, _text: None))


def bash(place: Place, script: str) -> str:
    done = subprocess.run(
        ["bash", "-c", f"exec 2>&1\n{script}"],
        cwd=place.root,
        env=variables(place),
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def state(place: Place) -> dict[str, str]:
    """What git and the disk say of the workspace."""
    shutil.rmtree(place.root / ".architect", ignore_errors=True)
    said = bash(place, "\n".join(f"echo '=== '; {look}" for look in _LOOKS))
    return dict(zip(_LOOKS, said.split("=== \n")[1:], strict=True))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("git")
    need_sandbox(folder)
    place = make_place(folder)
    said = bash(place, f"set -e\n{_MAKE}")
    assert (place.root / "wt").is_dir(), said
    shutil.copytree(folder, folder.with_name("template"), symlinks=True)
    return place


def fresh(place: Place) -> Place:
    """The repository as it was made, at the same path."""
    folder = place.root.parent
    shutil.rmtree(folder)
    shutil.copytree(folder.with_name("template"), folder, symlinks=True)
    return place


@table("line", (*COMMANDS, *FURTHER) if LONG else COMMANDS[::2])
def test_git_does_in_the_sandbox_what_it_does_without(line: str, template: Place):
    bare = run(fresh(template), line, sandboxed=False)
    expected = state(template)
    outcome = run(fresh(template), line)
    found = state(template)

    said = f"{outcome.stdout}\n{outcome.stderr}"
    differences = [
        f"{key}:\n{expected[key]}---\n{found[key]}" for key in found if found[key] != expected[key]
    ]
    assert not differences, "\n".join([*differences, said])
    assert outcome.exit_code == bare.exit_code, said
