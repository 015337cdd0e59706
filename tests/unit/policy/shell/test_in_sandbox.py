"""What is asked about in confirm-sensitive where a sandbox holds the command."""

from pathlib import Path, PurePosixPath

from tests.support.table import table

from architect.domain.shell import Need
from architect.policy.shell.policy import CommandPolicy

CASES = Path(__file__).with_name("cases")
LINE_END = "↵"
ASKED = "? "
MOST_ASKED = 0.25

ROOT = PurePosixPath("/home/u/proj")
INSTALLED = {"eslint", "jest", "playwright", "prettier", "tsc", "vite", "vitest"}
THERE = {f"{ROOT}", *(f"{ROOT}/node_modules/.bin/{tool}" for tool in INSTALLED)}


def policy(**changes: object) -> CommandPolicy:
    known: dict[str, object] = {
        "workspace": ROOT,
        "home": ROOT.parent,
        "withheld": frozenset(Need),
        "is_there": THERE.__contains__,
    }
    return CommandPolicy(**(known | changes))  # type: ignore[arg-type]


def reasons(line: str, judge: CommandPolicy) -> list[str]:
    """Why `line` is asked about or denied; nothing if it just runs."""
    denial = judge.deny_reason(line, None, {}, in_sandbox=True)
    asked = judge.ask_reason_in_sandbox(line, None, {})
    found = [str(denial.reason)] if denial else []
    return [*found, *([asked] if asked else []), *map(str, judge.needs(line))]


def listed(name: str) -> list[str]:
    lines = (CASES / f"{name}.txt").read_bytes().decode().split("\n")[1:]
    return [line.replace(LINE_END, "\n") for line in lines if line]


@table("line", listed("everyday"))
def test_only_what_is_lost_or_wants_more_than_the_sandbox_is_asked_about(line: str) -> None:
    asked = reasons(line.removeprefix(ASKED), policy())
    assert bool(asked) == line.startswith(ASKED), asked


def test_of_everyday_commands_at_most_a_quarter_is_asked_about() -> None:
    lines = listed("everyday")
    asked = [line for line in lines if reasons(line.removeprefix(ASKED), policy())]
    assert len(lines) >= 400
    assert len(asked) <= MOST_ASKED * len(lines)


@table("line", listed("lost_for_good"))
def test_what_is_lost_for_good_is_asked_about_however_it_is_written(line: str) -> None:
    assert reasons(line, policy())


IGNORED = {f"{ROOT}/{name}" for name in ("build", "dist", "web/node_modules", "node_modules")}

REBUILT = [
    "rm -rf build",
    "rm -rf build/ dist",
    "rm -rf -- ./build",
    "/bin/rm -fr dist && npm run build",
    f"rm -rf {ROOT}/build",
    "rm -rf web/node_modules",
    "make; rm -r dist 2>/dev/null; git status",
]


@table("line", REBUILT)
def test_what_builds_make_and_git_ignores_is_deleted_unasked(line: str) -> None:
    assert reasons(line, policy(is_ignored=IGNORED.__contains__)) == []
    assert reasons(line, policy())


NOT_ONLY_REBUILT = [
    "rm -rf target",
    "rm -rf build src",
    "rm -rf build; rm notes.txt",
    "rm -rf build/../src",
    "rm -rf ../build",
    "mv src build && rm -rf build",
    "mv src build/ ; rm -rf build",
    "git mv src build && rm -rf build",
    "git stash && rm -rf build",
    "x=build; rm -rf $x",
    "for d in build dist; do rm -rf $d; done",
    "rm -rf bu*",
    "cd web && rm -rf build",
    "cd $X && rm -rf build",
    "echo src | xargs rm -rf build",
    "rm -rf build; bash -c 'rm -rf src'",
    "rm -rf build; bash -c 'cd web && rm -rf build'",
    "rimraf build",
]


@table("line", NOT_ONLY_REBUILT)
def test_what_is_deleted_besides_is_asked_about(line: str) -> None:
    assert reasons(line, policy(is_ignored=IGNORED.__contains__))


@table("line", listed("lost_for_good"))
def test_a_git_that_ignores_everything_loses_nothing_for_good_but_what_builds_make(
    line: str,
) -> None:
    def ignores(_: str) -> bool:
        return True

    assert reasons(line, policy(is_ignored=ignores))


@table("line", listed("blocked"))
def test_what_is_blocked_does_not_run_unasked_in_the_sandbox_but_for_what_is_its_own(
    line: str,
) -> None:
    if not _is_of_the_sandbox(line):
        assert reasons(line, policy())


def _is_of_the_sandbox(line: str) -> bool:
    """Whether a line does nothing but end processes and change permissions of the workspace."""
    judge = policy()
    blocked = judge.deny_reason(line, None, {}) and not judge.deny_reason(
        line, None, {}, in_sandbox=True
    )
    return bool(blocked) and any(word in line for word in ("kill", "chmod", "fuser"))


OF_THE_SANDBOX = [
    "pkill -9 -f vite",
    "killall -9 node",
    "kill -9 -1",
    "chmod -R 777 .",
    "chmod 777 run.sh",
    "chmod -R a+rwx src",
    "chmod 0777 /home/u/proj/x",
]


@table("line", OF_THE_SANDBOX)
def test_what_is_private_to_the_sandbox_is_blocked_only_without_one(line: str) -> None:
    judge = policy()
    assert judge.deny_reason(line, None, {}) is not None
    assert judge.deny_reason(line, None, {}, in_sandbox=True) is None


STILL_BLOCKED = [
    "chmod -R 777 /",
    "chmod 777 ~/x",
    "chmod -R 000 .",
    "sudo pkill -9 -f vite",
    "pkill -9 -f vite; rm -rf /",
    "rm -rf .",
    ":(){ :|:& };:",
    "shutdown now",
]


@table("line", STILL_BLOCKED)
def test_the_rest_of_the_blocklist_holds_in_the_sandbox_too(line: str) -> None:
    assert policy().deny_reason(line, None, {}, in_sandbox=True) is not None


MANY_PARTS = "echo a >> b.txt; cp c d;" * 330
MANY_CHARACTERS = "cat > notes.txt <<'E'\n" + "some words here, and more\n" * 420 + "E\n"


@table("line", [MANY_PARTS, MANY_CHARACTERS])
def test_a_long_line_is_asked_about_and_blocked_for_what_it_destroys_alone(line: str) -> None:
    judge = policy()
    assert judge.ask_reason_in_sandbox(line, None, {})
    for harmless in (line, f"x=notes; cat $x; {line}"):
        assert judge.deny_reason(harmless, None, {}) is None
    for hidden in ("rm -rf ~", "x=/; rm -rf $x", "x=/; y=$x; rm -rf ${y}", "r''m -rf /"):
        assert judge.deny_reason(f"{hidden}; {line}", None, {}) is not None, hidden
    named = [file.text for file in judge.files(f'cat .e""nv; x=.npmrc; cat $x; {line}', None, {})]
    assert {f"{ROOT}/.env", f"{ROOT}/.npmrc"} <= {*named}


def test_what_the_user_calls_safe_is_not_asked_about() -> None:
    assert reasons("rm -rf build", policy(extra_safe=("rm -rf build",))) == []


def test_always_asks_as_if_there_were_no_sandbox() -> None:
    assert reasons("pytest", policy(asks_always=True))
    assert reasons("git status", policy(asks_always=True)) == []


def test_a_sandbox_with_the_network_holds_nothing() -> None:
    with_network = policy(withheld=frozenset({Need.GIT_CONFIGURATION}))
    assert reasons("pytest", with_network)
    assert reasons("python x.py", with_network)


def test_a_tool_of_another_folder_of_the_workspace_is_found() -> None:
    there = {f"{ROOT}/web/node_modules/.bin/vitest"}
    judge = policy(is_there=there.__contains__)
    assert judge.needs("npx vitest") == {Need.NETWORK}
    assert judge.needs("cd web && npx vitest run") == frozenset()
    assert judge.needs("npx vitest", "web/src") == frozenset()
    assert judge.needs("npx vitest@latest", "web") == {Need.NETWORK}
    assert judge.needs("npx --no-install eslint") == frozenset()
