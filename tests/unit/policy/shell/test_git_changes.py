from tests.support.table import table

from architect.policy.shell.git_changes import first_git_change, may_alone

WRITES = (
    # line, the command in it that writes, whether that may in a line of its own
    ("git config core.editor vim", "git config core.editor vim", False),
    ("git config alias.st status", "git config alias.st status", False),
    ("git config alias.x '!rm x'", "git config alias.x '!rm x'", False),
    ("git config set core.pager cat", "git config set core.pager cat", False),
    ("git config --unset core.pager", "git config --unset core.pager", False),
    ("git -c x.y=z config core.pager cat", "git -c x.y=z config core.pager cat", False),
    ("git remote set-url origin x", "git remote set-url origin x", False),
    ("git sparse-checkout set src", "git sparse-checkout set src", False),
    ("git submodule add ../x", "git submodule add ../x", False),
    ("make && git config user.name x", "git config user.name x", True),
    ("make; git worktree remove wt", "git worktree remove wt", True),
    ("sh -c 'make; git worktree remove wt'", "git worktree remove wt", True),
    ("timeout 9 git branch -m a b; make", "git branch -m a b", True),
    ("for r in a b; do git remote add $r ../$r; make; done", "git remote add ... ../...", True),
    ("npm ci && git push -u origin main", "git push -u origin main", True),
)
WRITES_NOTHING = (
    "git status",
    "git config user.name",
    "git config --get core.editor",
    "git config --list --show-origin",
    "git config get core.editor",
    "git config --global core.editor vim",
    "git config -f other.ini a.b c",
    "git remote -v && make",
    "git remote show origin",
    "git worktree list && make",
    "git worktree add wt",
    "git branch -d old && make",
    "git push origin main && make",
    "git -C ../other config core.editor vim",
    "cd /tmp/new && git init && git config core.editor vim && make",
    "grep -rn 'git config core.editor vim' docs",
    "echo git config core.editor vim",
)


@table(("line", "command", "alone"), WRITES)
def test_what_writes_the_configuration_is_found_before_it_runs(
    line: str, command: str, alone: bool
):
    assert first_git_change(line) == command
    assert may_alone(command) is alone


@table("line", WRITES_NOTHING)
def test_what_only_reads_or_is_about_another_repository_is_not(line: str):
    assert first_git_change(line) is None
