import pytest
from tests.support.table import table

from architect.domain.shell import Need
from architect.policy.shell.needs import lacks, wishes_of
from architect.policy.shell.policy import CommandPolicy


@table(
    "line",
    [
        "curl https://example.org",
        "pip install requests",
        "python3 -m pip install -r requirements.txt",
        "cd app && npm ci",
        "npm install",
        "yarn",
        "timeout 60 cargo fetch",
        "env A=1 go get ./...",
        "bash -c 'git fetch origin'",
        "git -C sub fetch",
        "git remote update",
        "uv sync --dev",
        "npm --prefix app install",
        "rsync -a host:dir .",
        "for p in a b; do wget $p; done",
        "echo $(curl x)",
        "test -d x || pip3.11 download y",
    ],
)
def test_commands_that_want_the_network_are_known(line: str):
    assert wishes_of(line).needs >= {Need.NETWORK}


@table(
    "line",
    [
        "pytest -q",
        "pip list",
        "npm test",
        "npm run build",
        "yarn test",
        "cargo build",
        "go test ./...",
        "git status",
        "git remote -v",
        "git log --grep fetch",
        "git config --get user.name",
        "rsync -a a b",
        "echo curl",
        "grep -rn wget .",
        "cat install",
        "",
        "unclosed 'quote",
    ],
)
def test_others_want_nothing(line: str):
    assert wishes_of(line).needs == frozenset()


@pytest.mark.parametrize(
    ("line", "needs"),
    [
        ("git init", frozenset[Need]()),
        ("git init --template=x", {Need.GIT_CONFIGURATION}),
        ("git config user.name 'A B'", frozenset[Need]()),
        ("git config user.name x && make", {Need.GIT_CONFIGURATION}),
        ("git config core.pager cat", {Need.GIT_CONFIGURATION}),
        ("git remote add x y", frozenset[Need]()),
        ("git remote set-url x y", {Need.GIT_CONFIGURATION}),
        ("git config alias.st status", {Need.GIT_CONFIGURATION}),
        ("git config alias.l list", {Need.GIT_CONFIGURATION}),
        ("make && git push -u origin x", {Need.NETWORK, Need.GIT_CONFIGURATION}),
        ("sh -c 'git worktree remove x'", frozenset[Need]()),
        ("pre-commit install", {Need.GIT_CONFIGURATION}),
        ("git clone x", {Need.NETWORK, Need.GIT_CONFIGURATION}),
    ],
)
def test_commands_that_change_what_rules_git_are_known(line: str, needs: set[Need]):
    assert wishes_of(line).needs == needs


@pytest.mark.parametrize(
    ("output", "need"),
    [
        ("curl: (6) Could not resolve host: example.org", Need.NETWORK),
        ("npm ERR! code EAI_AGAIN", Need.NETWORK),
        ("[Errno -3] Temporary failure in name resolution", Need.NETWORK),
        ("dial tcp: lookup proxy.golang.org: no such host", Need.NETWORK),
        ("connect: Network is unreachable", Need.NETWORK),
        ("npm error code ENOTFOUND", Need.NETWORK),
        ("Error: getaddrinfo EAI_AGAIN registry.npmjs.org", Need.NETWORK),
        ("  errno: 'ENOTFOUND',", Need.NETWORK),
        ("ERROR: No matching distribution found for x", Need.NETWORK),
        ("socket.gaierror: [Errno -2] Name or service not known", Need.NETWORK),
        ("error: could not lock config file .git/config", Need.GIT_CONFIGURATION),
        ("x: .git/hooks/pre-commit: Read-only file system", Need.GIT_CONFIGURATION),
    ],
)
def test_what_a_command_lacked_shows_in_its_output(output: str, need: Need):
    assert lacks(f"some lines\n{output}\nothers") == {need}


@table(
    "output",
    [
        "AssertionError: 1 != 2\nFAILED tests/test_a.py",
        "ModuleNotFoundError: No module named 'shop'",
        "E   ModuleNotFoundError: No module named 'x'\nmodulenotfounderror",
        "FileNotFoundError: [Errno 2] No such file or directory: 'x'",
        "Error: Cannot find module './x'\n  code: 'MODULE_NOT_FOUND'",
        "assert 'name or service not known' in text",
        "KeyError: 'ENOTFOUND_X'",
        "ConnectionRefusedError: [Errno 111] Connection refused",
    ],
)
def test_ordinary_failures_lack_nothing(output: str):
    assert lacks(output) == frozenset()


def test_only_what_is_withheld_is_needed():
    line = "git clone https://example.org/x"

    assert CommandPolicy().needs(line) == frozenset()
    withheld = frozenset({Need.GIT_CONFIGURATION})
    assert CommandPolicy(withheld=withheld).needs(line) == withheld
