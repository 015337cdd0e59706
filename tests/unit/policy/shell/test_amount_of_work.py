"""How much a verdict costs, counted in calls of functions, which no load of the machine changes."""

import sys
from collections.abc import Callable
from pathlib import PurePath

from tests.support.effort import tries
from tests.support.table import table

from architect.policy.shell.files.named_files import files_named
from architect.policy.shell.judge import judge_command
from architect.policy.shell.place import Place
from architect.policy.shell.syntax.parse import parse
from architect.policy.shell.verdict import CommandVerdict

WORKSPACE, HOME = PurePath("/home/me/project"), PurePath("/home/me")


def judged(line: str) -> CommandVerdict:
    return judge_command(line, workspace=WORKSPACE, home=HOME)


def files_of(line: str) -> object:
    return files_named(line, Place.of(WORKSPACE, HOME, None, {}))


def work(look: Callable[[str], object], line: str) -> int:
    """The calls of functions, builtin ones included, by which `look` is done with `line`."""
    calls = 0

    def count(*_: object) -> None:
        nonlocal calls
        calls += 1

    parse.cache_clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        look(line)
    finally:
        sys.setprofile(before)
    return calls


GROWING: list[Callable[[int], str]] = [
    lambda n: "a;" * n,
    lambda n: "a\n" * n,
    lambda n: "a&&" * n + "a",
    lambda n: "a|" * n + "a",
    lambda n: "a&" * n,
    lambda n: "rm a;" * n,
    lambda n: "rm $x;" * n,
    lambda n: "cd a;" * n,
    lambda n: "x=1;" * n,
    lambda n: "x+=a;" * n,
    lambda n: "".join(f"x{number}=1;" for number in range(n)),
    lambda n: "rm " + "(!(a" * n,
    lambda n: "rm " + "!(a" * n + ")" * n,
    lambda n: "`a`;" * n,
    lambda n: "curl -o a b; sh a;" * n,
    lambda n: "if a; then b; fi;" * n,
    lambda n: "f() { a; };" * n + "f;" * n,
    lambda n: "sh -c 'a';" * n,
    lambda n: "env " * n + "a",
    lambda n: "a " + "> b" * n,
    lambda n: "echo a >> b; cp c d;" * n,
    lambda n: "'" * n,
]
"""Lines of `n` equal parts."""


@table("line", GROWING[:: tries(3, long=1)], ids=lambda line: line(3))
def test_twice_as_long_a_line_takes_about_twice_the_work(line: Callable[[int], str]) -> None:
    for look in (judged, files_of):
        work(look, line(10))
        assert work(look, line(500)) < 2.5 * work(look, line(250)), look


def nested_functions(depth: int, calls: int) -> str:
    """`f1() { f2() { ... }; f2; f2; }; f1; f1`: a few words that run `calls ** depth` commands."""
    body = "a;" * calls
    for number in range(depth):
        body = f"f{number}() {{ {body} }}; " + f"f{number};" * calls
    return body


MULTIPLYING = [
    nested_functions(1, 200),
    nested_functions(4, 20),
    "git rebase " + "-x git rebase " * 100,
    "while read x; do " * 6 + "rm $x;" + "done <<<'a\nb\nc\nd\ne\nf\ng\nh';" * 6,
]


@table("line", MULTIPLYING)
def test_a_line_that_runs_too_much_to_be_judged_is_blocked(line: str) -> None:
    assert work(judged, line) < 10_000_000
    assert work(files_of, line) < 10_000_000
    verdict = judged(line)
    assert verdict.blocked
    assert "more commands than can be judged" in verdict.reasons[0]


def test_functions_of_an_honest_line_are_looked_into() -> None:
    line = "f() { " + "echo $1;" * 10 + "};" + "f a;" * 40
    assert not judged(line).blocked
    assert judged("f() { rm -rf $1; };" + "f a;" * 40 + "f /").blocked
