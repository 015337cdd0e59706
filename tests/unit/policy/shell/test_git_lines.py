from tests.support.table import table

from architect.policy.git_line import GitLine
from architect.policy.shell.git_lines import git_line

PURE = (
    ("git checkout topic", {"configures": True, "moves": True, "operands": ("topic",)}),
    ("git fetch && git switch topic 2>&1 | tail -3", {"configures": True, "moves": True}),
    ("git -c user.name=x -c user.email=y commit -m z", {"configures": False, "moves": False}),
    ("git config user.name 'A B'", {"configures": True}),
    ("git branch -m a b", {"configures": True}),
    ("git remote add x ../y", {"configures": True}),
    ("git clean -fdx", {"removes": True, "removes_ignored": True}),
    ("git clean -fd && git add -A", {"removes": True, "removes_ignored": False}),
    ("git stash", {"removes": False}),
    ("git stash push -um x", {"removes": True, "removes_ignored": False}),
    ("sh -c 'git worktree remove x'", {"configures": True}),
    ("cd sub && bash -ec 'git stash && git switch topic'", {"configures": True, "moves": True}),
    ("cd sub && git add -A && git commit -qm 'git push; rm x'", {"runs_hooks": True}),
)
MORE = (
    "git status",  # only reads
    "make",
    "git checkout topic && make",
    "git checkout topic > out",
    "git checkout $(cat x)",
    "git checkout topic &",
    "f() { make; }; git checkout topic; f",
    "X=1 git checkout topic",
    "git rebase --exec make main",
    "git rebase --exe make main",
    "git rebase -x make main",
    "git bisect run make",
    "git merge -s evil topic",
    "git config core.fsmonitor x",
    "git config -f .git/config user.name x",
    "git config --global user.name x",
    "git config --rename-section user core",
    "git config remote.x.url 'ext::sh -c x'",
    "git remote add x 'ext::sh -c x'",
    "git remote set-url origin x",
    "git -c core.sshCommand=x fetch",
    "git -C /elsewhere config user.name x",
    "git --git-dir=x init",
    "git init --template x",
    "git fetch --upload-pack=x",
    "git submodule foreach make",
    "git evil",
    "sh -c 'git checkout topic; make'",
    "sh -lc 'git checkout topic'",
    "sh -c 'git checkout $1' x topic",
    "./sh -c 'git checkout topic'",
    "./git checkout topic",
)


@table(("line", "expected"), PURE)
def test_a_line_of_nothing_but_git_is_known(line: str, expected: dict[str, object]):
    found = git_line(line)

    assert isinstance(found, GitLine)
    assert {name: getattr(found, name) for name in expected} == expected


@table("line", MORE)
def test_what_may_run_anything_else_is_not(line: str):
    assert git_line(line) is None
