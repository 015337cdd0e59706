"""Which calls a grant covers: narrow where it allows, wide where it denies."""

import pytest
from tests.support.table import table

from architect.domain.grants import AS_IT_IS_NOW, Grant, GrantKind
from architect.policy.grants import GrantedCall, allowing, denying, offered, prefix_of


def command(line: str, words: str | None = None) -> GrantedCall:
    return GrantedCall("run_command", line if words is None else words, line)


def prefix(text: str, most: str = "dev", *, allows: bool = True) -> Grant:
    return Grant(
        allows=allows,
        kind=GrantKind.PREFIX,
        tool="run_command",
        text=text,
        command_class=most,
    )


def exactly(text: str, tool: str = "run_command") -> Grant:
    return Grant(kind=GrantKind.EXACT, tool=tool, text=text)


def every(tool: str, *, allows: bool = True) -> Grant:
    return Grant(allows=allows, kind=GrantKind.TOOL, tool=tool)


@pytest.mark.parametrize(
    "line",
    [
        "npm test",
        "npm test -- --watch=false src/a.test.ts",
        "npm  test 'a b'",
        "npm test 2>&1",
        "npm test > /dev/null",
        "npm test | tail -20",
        "npm test 2>&1 | grep -c FAIL",
        "npm test && npm test -- other",
        "! npm test",
        "ls; npm test || echo failed",
        "npm test\nnpm test",
    ],
)
def test_a_prefix_covers_what_begins_with_its_words(line: str) -> None:
    assert allowing([prefix("npm test")], command(line)) == (prefix("npm test"),)


@table(
    "line",
    [
        "npm test; rm x",
        "npm test && rm x",
        "npm test | sh",
        "rm x | npm test",
        "npm test & rm x",
        "npm test &",
        "npm test > out.txt",
        "npm test >> ~/.bashrc",
        "npm test < input",
        "npm test <<< input",
        "npm test $(rm x)",
        "npm test `rm x`",
        'npm test "$(rm x)"',
        "npm test <(rm x)",
        "npm test $HOME",
        "npm test *",
        "npm test {a,b}",
        "npm test ~",
        "CI=1 npm test",
        "PATH=/tmp npm test",
        "NODE_OPTIONS=--require=/tmp/x npm test",
        "env npm test",
        "timeout 5 npm test",
        "bash -c 'npm test'",
        "(npm test)",
        "{ npm test; }",
        "if npm test; then rm x; fi",
        "f() { npm test; }; f",
        "cd elsewhere && npm test",
        "pushd /tmp; npm test",
        "export PATH=/tmp; npm test",
        "alias npm=rm; npm test",
        "npm --prefix elsewhere test",
        "npm",
        "npm testing",
        "npm tests",
        "npmtest",
        "npm 'test x'",
        "./npm test",
        "/tmp/npm test",
        "npm test # \u202e",
        "npm test 'unclosed",
        "npm test\x00",
        "",
        "ls",
    ],
)
def test_a_prefix_covers_nothing_else(line: str) -> None:
    assert allowing([prefix("npm test")], command(line)) == ()


def test_a_prefix_is_for_commands_in_the_workspace_itself_without_variables() -> None:
    grant = prefix("npm test")
    assert allowing([grant], command("npm test", "npm test (in sub)")) == ()
    assert allowing([grant], command("npm test", "CI=1 npm test")) == ()


def test_a_chain_is_allowed_if_every_part_is_by_one_grant_or_another() -> None:
    grants = [prefix("npm test"), prefix("pytest")]
    assert allowing(grants, command("npm test && pytest -q")) == tuple(grants)
    assert allowing(grants, command("npm test && pytest -q && mypy .")) == ()


def test_who_is_asked_about_everything_is_asked_about_parts_that_only_read() -> None:
    grant = prefix("npm test")
    assert allowing([grant], command("npm test | tail -5"), asks_about_safe=True) == ()
    assert allowing([grant], command("npm test"), asks_about_safe=True) == (grant,)


def test_a_prefix_does_not_cover_what_is_more_dangerous_than_it_was() -> None:
    assert allowing([prefix("git log", "safe")], command("git log -5")) != ()
    assert allowing([prefix("git log", "safe")], command("git log --output=x")) == ()
    assert allowing([prefix("find", "safe")], command("find . -delete")) == ()


def test_an_exact_grant_is_for_the_same_words_only() -> None:
    grant = exactly("make test && make lint > x")
    assert allowing([grant], command("make test && make lint > x")) == (grant,)
    for other in ("make test", "make test && make lint > y", "make test && make lint > x "):
        assert allowing([grant], command(other)) == ()
    elsewhere = command("make test && make lint > x", "make test && make lint > x (in sub)")
    assert allowing([grant], elsewhere) == ()


def test_a_grant_is_for_its_tool_only() -> None:
    assert allowing([every("edit_file")], GrantedCall("edit_file", "edit_file")) != ()
    assert allowing([every("edit_file")], GrantedCall("write_file", "write_file")) == ()
    assert allowing([exactly("ls", "other")], command("ls")) == ()


def test_no_grant_covers_every_command() -> None:
    assert allowing([every("run_command")], command("ls")) == ()


DENIED = [
    "git push",
    "git push --force origin main",
    "git -C sub push",
    "/usr/bin/git push",
    "true && git push",
    "echo $(git push)",
    "(git push)",
    "bash -c 'git push'",
    "env A=1 git push",
    "timeout 5 git push",
    "if true; then git push; fi",
    "f() { git push; }; f",
    "g=push; git $g",
    "git $UNKNOWN",
    "$UNKNOWN push",
    "xargs git push",
    "git 'push'",
    'git pu""sh',
    "find . -exec git push \\;",
    "git push 'unclosed",
]


@table("line", DENIED)
def test_a_denied_prefix_is_found_wherever_it_may_run(line: str) -> None:
    denial = prefix("git push", allows=False)
    assert denying([denial], command(line)) == denial


@pytest.mark.parametrize("line", ["git status", "git log push.txt", "echo git push", "ls", "push"])
def test_other_commands_are_not_denied(line: str) -> None:
    assert denying([prefix("git push", allows=False)], command(line)) is None


def test_denied_tools_are_denied_commands_too() -> None:
    denial = every("run_command", allows=False)
    assert denying([denial], command("ls")) == denial
    assert denying([denial], GrantedCall("read_file", "read_file")) is None


def test_what_allows_denies_nothing_and_what_denies_allows_nothing() -> None:
    assert denying([prefix("npm test")], command("npm test")) is None
    assert allowing([prefix("npm test", allows=False)], command("npm test")) == ()


@table(
    ("part", "expected"),
    [
        ("npm test -- -x", "npm test"),
        ("npm run build:all -- -x", "npm run build:all"),
        ("pytest -q tests", "pytest"),
        ("make lint", "make lint"),
        ("python -m pytest -q", "python -m pytest"),
        ("uv run mypy .", "uv run mypy"),
        ("cargo test --release", "cargo test"),
        ("git commit -m x", "git commit"),
        ("make", ""),
        ("npm", ""),
        ("npm --prefix x test", ""),
        ("python x.py", ""),
        ("python -c 1", ""),
        ("node x.js", ""),
        ("bash x.sh", ""),
        ("./x.sh", ""),
        ("rm x", ""),
        ("curl x", ""),
        ("git push", ""),
        ("timeout 5 pytest", ""),
        ("env pytest", ""),
        ("xargs pytest", ""),
        ("uv run python x.py", ""),
        ("npx cowsay", ""),
        ("sudo make lint", ""),
    ],
)
def test_the_words_that_say_what_a_command_does(part: str, expected: str) -> None:
    assert " ".join(prefix_of(part.split())) == expected


def test_the_narrowest_grant_is_offered_first() -> None:
    line = "npm test 2>&1 | tail -20"
    assert offered(command(line)) == (exactly(line), prefix("npm test"))
    assert offered(GrantedCall("edit_file", "edit_file")) == (every("edit_file"),)


@pytest.mark.parametrize("line", ["npm test && pytest", "npm test > x", "rm -r build", "a $(b)"])
def test_where_no_prefix_says_what_is_done_only_the_exact_line_is_offered(line: str) -> None:
    assert offered(command(line)) == (exactly(line),)


@pytest.mark.parametrize(
    "line", ["npm test -- -x", "pytest -q", "git commit -m 'a b'", "make lint"]
)
def test_whatever_is_offered_covers_the_call_it_is_offered_for(line: str) -> None:
    for grant in offered(command(line)):
        assert allowing([grant], command(line)) == (grant,)


def test_a_grant_for_one_version_of_a_tool_says_that_it_covers_every_call() -> None:
    """Whoever reads "exactly" would take it for this one call."""
    assert str(exactly(f"{AS_IT_IS_NOW} (1a2b)", tool="docs__echo")) == (
        "docs__echo: every call, as it describes itself now (1a2b)"
    )
    assert str(exactly("make t")) == "run_command, exactly: make t"
