"""Verdicts in detail: reasons, places, settings, bounds."""

from pathlib import PurePath, PurePosixPath

import pytest
from tests.support.table import table

from architect.policy.shell.judge import MAX_CHARACTERS, judge_command
from architect.policy.shell.verdict import CommandClass, CommandVerdict

HOME = PurePosixPath("/home/u")
WORKSPACE = HOME / "proj"


def judged(
    line: str,
    *,
    workspace: PurePath | None = WORKSPACE,
    home: PurePath | None = HOME,
    folder: PurePath | None = None,
    variables: dict[str, str] | None = None,
    extra_safe: tuple[str, ...] = (),
    blocked_patterns: tuple[str, ...] = (),
    git_programs: tuple[str, ...] = (),
) -> CommandVerdict:
    return judge_command(
        line,
        workspace=workspace,
        home=home,
        folder=folder,
        variables=variables,
        extra_safe=extra_safe,
        blocked_patterns=blocked_patterns,
        git_programs=git_programs,
    )


@table(
    ("line", "reason"),
    [
        ("ls > out.txt", "writes to out.txt"),
        ("sort -o x y", "`sort -o` writes a file (x)"),
        ("sort --outp=x y", "`sort --outp` writes a file"),
        ("find . -name x -exec rm {} +", "`find -exec` runs a command (rm)"),
        ("git -c a.b=c log", "`git -c` sets a setting that may run a program"),
        ("git push", "`git push` talks to the network"),
        ("rm x", "rm deletes files"),
        ("frobnicate", "frobnicate is not known here and may do anything"),
        ("$x y", "runs $x, which is not known before it runs"),
        ("PATH=x ls", "sets PATH, which changes what programs run"),
        ("uniq a b", "uniq writes its second operand"),
        ("sed -i s/a/b/ x", "`sed -i` writes the file (s/a/b/)"),
        ("sed 'w x' y", "the script of sed may write or run something"),
        ("npx evil", "`npx` may download and run evil"),
        ("echo 'a", "cannot be parsed"),
        ("pytest", "runs pytest, which runs code of the project"),
        ("mkdir x", "`mkdir` makes folders"),
    ],
)
def test_the_reason_is_in_words(line: str, reason: str) -> None:
    assert reason in judged(line).reasons


def test_a_safe_line_needs_no_reason() -> None:
    assert judged("git status | head") == CommandVerdict(CommandClass.SAFE, False, ())


def test_only_the_reasons_of_the_worst_part_are_given() -> None:
    assert judged("pytest; rm x").reasons == ("rm deletes files",)


def test_a_blocked_line_says_why_it_is_blocked_and_nothing_else() -> None:
    assert judged("sudo id > x").reasons == ("sudo runs commands as another user",)


@pytest.mark.parametrize(
    ("line", "blocked"),
    [
        ("architect trust --yes", True),
        ("python -m architect trust", True),
        ("architect grants revoke 1", True),
        ("architect run x --trust-project", True),
        ("architect trust --show", False),
        ("architect grants list", False),
    ],
)
def test_no_command_gives_its_agent_more_rights(line: str, blocked: bool) -> None:
    assert judged(line).blocked is blocked


def test_relative_targets_are_those_of_the_folder_the_command_starts_in() -> None:
    assert judged("rm -rf *").blocked
    assert not judged("rm -rf *", folder=WORKSPACE / "build").blocked
    assert judged("rm -rf ..", folder=WORKSPACE / "build").blocked


def test_without_a_workspace_and_a_home_both_are_still_protected() -> None:
    for line in ("rm -rf .", "rm -rf ~", "rm -rf $HOME", "rm -rf /home/somebody"):
        assert judged(line, workspace=None, home=None).blocked, line
    assert not judged("rm -rf build", workspace=None, home=None).blocked


def test_a_workspace_is_protected_by_its_whole_path() -> None:
    assert judged("rm -rf /srv/ws", workspace=PurePosixPath("/srv/ws")).blocked
    assert judged("rm -rf /srv", workspace=PurePosixPath("/srv/ws")).blocked
    assert not judged("rm -rf /srv/ws-old", workspace=PurePosixPath("/srv/ws")).blocked


def test_variables_of_the_call_are_known_and_judged() -> None:
    assert judged("$X -rf /", variables={"X": "rm"}).blocked
    assert judged("ls", variables={"LC_ALL": "C"}).command_class is CommandClass.SAFE
    assert judged("ls", variables={"LD_PRELOAD": "x"}).command_class is CommandClass.DANGEROUS


def test_a_variable_set_twice_has_the_value_it_was_given_last() -> None:
    assert judged("x=/tmp/a; x=/; rm -rf $x").blocked
    assert not judged("x=/; x=/tmp/a; rm -rf $x").blocked


def test_what_a_branch_may_have_set_to_something_precious_counts() -> None:
    assert judged("x=a; if test -f b; then x=/; fi; rm -rf $x").blocked
    assert not judged("x=a; if test -f b; then x=c; fi; rm -rf $x").blocked


def test_popd_and_a_dash_go_back_to_where_the_line_was() -> None:
    assert judged("cd src && cd - && rm -rf *").blocked
    assert judged("pushd src && popd && rm -rf *").blocked
    assert not judged("pushd src && pushd a && popd && rm -rf *").blocked


def test_a_pattern_of_the_user_blocks_what_would_be_safe() -> None:
    verdict = judged("ls prod", blocked_patterns=(r"\bprod\b",))
    assert verdict.blocked
    assert verdict.reasons == (r"matches the blocked pattern '\\bprod\\b'",)
    assert not judged("ls product", blocked_patterns=(r"\bprod\b",)).blocked


def test_a_pattern_that_is_none_blocks_rather_than_to_be_forgotten() -> None:
    assert judged("ls", blocked_patterns=("(",)).blocked


def test_safe_commands_of_the_user_hold_for_their_words_only() -> None:
    own = ("npm run check", "./scripts/lint")
    assert judged("npm run check --all", extra_safe=own).command_class is CommandClass.SAFE
    assert judged("./scripts/lint", extra_safe=own).command_class is CommandClass.SAFE
    assert judged("npm run build", extra_safe=own).command_class is CommandClass.DEV
    assert judged("./scripts/lint2", extra_safe=own).command_class is CommandClass.DANGEROUS
    assert judged("./scripts/lint > x", extra_safe=own).command_class is CommandClass.DANGEROUS
    assert judged("./scripts/lint $(rm x)", extra_safe=own).command_class is CommandClass.DANGEROUS


def test_safe_commands_of_the_user_unblock_nothing() -> None:
    assert judged("sudo ls", extra_safe=("sudo",)).blocked


@pytest.mark.parametrize(
    "line",
    [
        "ls\u00a0-la",
        "l\u200bs",
        "ls \u202e txt",
        "ls\rrm x",
        "ls \x0brm",
        "ls \ufeff",
        "ls \udcff",
        "ls\0rm x",
        "\u0441at x",
        "ls \u2028rm x",
    ],
)
def test_what_an_eye_takes_for_something_else_is_dangerous(line: str) -> None:
    assert judged(line).command_class is CommandClass.DANGEROUS


@pytest.mark.parametrize("line", ["ls é", "echo 日本語", "git log --grep='ñ'"])
def test_letters_of_other_languages_are_letters(line: str) -> None:
    assert judged(line).command_class is CommandClass.SAFE


@pytest.mark.parametrize(
    "line",
    [
        "(" * 5_000,
        "$(" * 4_000,
        "`" * 5_000,
        "{" * 5_000,
        "a|" * 4_000 + "a",
        "a;" * 4_000,
        "a&&" * 3_000 + "a",
        "echo x|" * 1_300 + "sh",
        "rm -rf " + "{a,b}" * 1_500,
        "bash -c '" * 500,
        "eval " * 1_900 + "rm",
        "<<a " * 2_000,
        "x" * 1_000_000,
        "ls " + "x" * 11_000,
        "$(" * 150 + "ls" + ")" * 150,
        "(" * 130 + "ls" + ")" * 130,
    ],
)
def test_what_is_too_long_or_too_deep_is_dangerous_in_bounded_time(line: str) -> None:
    assert judged(line).command_class is CommandClass.DANGEROUS


def test_a_destruction_in_front_of_an_endless_tail_is_found() -> None:
    assert judged("rm -rf / #" + "x" * 100_000).blocked
    assert judged("rm -rf /;" + "(" * 5_000).blocked


def test_a_reason_is_one_short_line_whatever_it_quotes() -> None:
    for line in ("a\nb" * 500 + " > 'x\ny'", "rm -rf / > " + "y" * 5_000, "ls > $(x\n\n)y"):
        for reason in judged(line).reasons:
            assert reason.isprintable(), reason
            assert len(reason) <= MAX_CHARACTERS


@pytest.mark.parametrize(
    "line",
    [
        "git diff",
        "env git status",
        "ls; (cd sub && git log)",
        "/usr/bin/git show",
        "echo $(git diff)",
    ],
)
def test_git_asks_where_the_repository_has_it_run_programs(line: str) -> None:
    verdict = judged(line, git_programs=("external = ./evil",))
    assert verdict.command_class is CommandClass.DANGEROUS
    assert verdict.reasons == (
        "git runs what the configuration of the repository says: external = ./evil",
    )
    assert judged(line).command_class is CommandClass.SAFE


def test_other_programs_do_not_care_what_git_would_run() -> None:
    assert judged("ls -la | head", git_programs=("external = x",)).command_class == "safe"
    assert judged("rm x", git_programs=("external = x",)).reasons == ("rm deletes files",)


PUSHES = [
    ("git push --force && ls", "`--force` overwrites commits there"),
    ("git push -fu origin main", "`-f` overwrites commits there"),
    ("git push origin main --force-with-lease", "overwrites commits there"),
    ("git push origin +main", "`+main` overwrites commits there"),
    ("git push --mirror", "overwrites commits and deletes branches there"),
    ("git push origin :old", "`:old` deletes branches there"),
    ("git push origin --delete old", "`--delete` deletes branches there"),
]


@table(("line", "reason"), PUSHES)
def test_a_push_that_loses_what_is_there_says_so(line: str, reason: str) -> None:
    verdict = judged(line)
    assert verdict.command_class is CommandClass.DANGEROUS
    assert any(each.endswith(reason) for each in verdict.reasons), verdict.reasons


@table("line", ["git push", "git push origin main", "git push -u origin main:main"])
def test_an_ordinary_push_is_not_said_to_lose_anything(line: str) -> None:
    assert judged(line).reasons[0].endswith("talks to the network")
