"""What is asked about in confirm-sensitive where a sandbox holds the command."""

from pathlib import Path, PurePosixPath

from tests.support.table import table

from architect.domain.losses import Found, Losses
from architect.domain.shell import Need
from architect.policy.shell.policy import CommandPolicy

CASES = Path(__file__).with_name("cases")
LINE_END = "↵"
ASKED = "? "
UNLESS_UNDONE = "~ "
MOST_ASKED = 0.2

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


def reasons(line: str, judge: CommandPolicy, *, undone: bool = False) -> list[str]:
    """Why `line` is asked about or denied; nothing if it just runs, as where all is `undone`."""
    denial = judge.deny_reason(line, None, {}, in_sandbox=True)
    when_held = judge.asked_when_held(line, None, {})
    comes_back = undone and when_held.losses is not None
    asked = when_held.besides if comes_back else when_held.ask_reason
    found = [str(denial.reason)] if denial else []
    return [*found, *([asked] if asked else []), *map(str, judge.needs(line))]


def listed(name: str) -> list[str]:
    lines = (CASES / f"{name}.txt").read_bytes().decode().split("\n")[1:]
    return [line.replace(LINE_END, "\n") for line in lines if line]


def told_apart(name: str) -> list[tuple[str, str]]:
    """The lines of `name` with their marks."""
    marks = (ASKED, UNLESS_UNDONE)
    return [(line[:2], line[2:]) if line[:2] in marks else ("", line) for line in listed(name)]


@table(("mark", "line"), told_apart("everyday"))
def test_only_what_is_lost_or_wants_more_than_the_sandbox_is_asked_about(
    mark: str, line: str
) -> None:
    assert bool(reasons(line, policy())) == bool(mark)
    assert bool(reasons(line, policy(), undone=True)) == (mark == ASKED)


def test_of_everyday_commands_at_most_a_fifth_is_asked_about() -> None:
    lines = told_apart("everyday")
    asked = [line for _, line in lines if reasons(line, policy(), undone=True)]
    assert len(lines) >= 400
    assert len(asked) <= MOST_ASKED * len(lines)


@table(("mark", "line"), told_apart("lost_for_good"))
def test_what_is_lost_for_good_is_asked_about_however_it_is_written(mark: str, line: str) -> None:
    assert reasons(line, policy())
    assert bool(reasons(line, policy(), undone=True)) == (mark != UNLESS_UNDONE)


WRITTEN_OUT = {
    "rm -rf build src": Losses(at=(f"{ROOT}/build", f"{ROOT}/src")),
    "rm -rf -- ./build/ -x": Losses(at=(f"{ROOT}/build", f"{ROOT}/-x")),
    "rm -f *.o '*.a' lib[0-9]*": Losses(at=(f"{ROOT}/*.o", f"{ROOT}/*.a", f"{ROOT}/lib[0-9]*")),
    "rm -rf {build,dist}/*": Losses(at=(f"{ROOT}/build/*", f"{ROOT}/dist/*")),
    "cd web && rm -rf dist; git status": Losses(at=(f"{ROOT}/web/dist",)),
    "cd web; rm -rf dist": Losses(at=(f"{ROOT}/dist", f"{ROOT}/web/dist")),
    "cd build && make && rm -rf *": Losses(at=(f"{ROOT}/build/*",)),
    "cd build || exit 1; rm -rf *": Losses(at=(f"{ROOT}/build/*",)),
    "(cd build && rm -rf *); rm a": Losses(
        at=(f"{ROOT}/build/*", f"{ROOT}/a", f"{ROOT}/build/a"),
    ),
    "make || cd build && rm -rf x": Losses(at=(f"{ROOT}/x", f"{ROOT}/build/x")),
    "! cd build && rm -rf x": Losses(at=(f"{ROOT}/x", f"{ROOT}/build/x")),
    "cd build || true && rm -rf x": Losses(at=(f"{ROOT}/x", f"{ROOT}/build/x")),
    "cd build | cat && rm -rf x": Losses(at=(f"{ROOT}/x", f"{ROOT}/build/x")),
    "if cd build; then rm x; fi": Losses(at=(f"{ROOT}/x", f"{ROOT}/build/x")),
    "for d in build dist; do rm -rf $d; done": Losses(at=(f"{ROOT}/build", f"{ROOT}/dist")),
    'for f in src/*.o; do rm -- "$f"; done': Losses(at=(f"{ROOT}/src/*.o",)),
    "for f in a b; do rm -f lib/$f.o; done": Losses(at=(f"{ROOT}/lib/a.o", f"{ROOT}/lib/b.o")),
    "if [ -d build ]; then rm -rf build; else make; fi": Losses(at=(f"{ROOT}/build",)),
    "rm -f a; mv b a": Losses(at=(f"{ROOT}/a",)),
    "find . -name '*.pyc' | xargs rm -f": Losses(found=(Found(str(ROOT), "*.pyc", split=True),)),
    "find . -name '*.pyc' -print0 | xargs -0 rm": Losses(found=(Found(str(ROOT), "*.pyc"),)),
    "make > log; rm -r dist 2>/dev/null; timeout 9 pytest": Losses(at=(f"{ROOT}/dist",)),
    "rm /tmp/x a": Losses(at=(f"{ROOT}/a",)),
    "rimraf dist || true": Losses(at=(f"{ROOT}/dist",)),
    "find . -name '*.pyc' -delete": Losses(found=(Found(str(ROOT), "*.pyc"),)),
    r"find src web -name \*.o -exec rm -f {} \;": Losses(
        found=(Found(f"{ROOT}/src", "*.o"), Found(f"{ROOT}/web", "*.o"))
    ),
    "find . -name a -o -name b -delete": Losses(at=(str(ROOT),)),
    "find build ! -name keep -delete": Losses(at=(f"{ROOT}/build",)),
    "git add -A && git reset --hard HEAD": Losses(changed=True, untracked=True),
    "git reset --hard HEAD": Losses(changed=True),
    "git add x; git rm -f x": Losses(changed=True, untracked=True, within=(f"{ROOT}/x",)),
    "git add x && git reset && git checkout -- y": Losses(changed=True, within=(f"{ROOT}/y",)),
    "git checkout -- a src": Losses(changed=True, within=(f"{ROOT}/a", f"{ROOT}/src")),
    "git checkout HEAD~1 ./a": Losses(
        changed=True, untracked=True, within=(f"{ROOT}/HEAD~1", f"{ROOT}/a")
    ),
    "git restore '*.py'": Losses(changed=True),
    "git restore a; git clean -fd": Losses(changed=True, untracked=True),
    "git switch -f main": Losses(changed=True, untracked=True),
}

NOT_WRITTEN_OUT = [
    "mv src build && rm -rf build",
    "ln -s ../x build; rm -rf build/a",
    "git mv src build && rm -rf build",
    "git stash pop && git checkout .",
    "git stash && rm -rf build",
    "x=build; rm -rf $x",
    "IFS=x rm -rf a",
    'for d in build dist; do rm -rf "$d" $e; done',
    "for f in *.o; do rm $f; done",
    "for f in 'a b'; do rm $f; done",
    "for f; do rm $f; done",
    "for d in build; do for d in src; do :; done; rm -rf $d; done",
    "for d in build; do let d=5; rm -rf $d; done",
    "for d in build; do cd $d; rm -rf x; done",
    "for PATH in x; do rm a; done",
    "while read f; do rm $f; done < list",
    "while make; do rm -rf a; mv src a; done",
    "for f in $(ls); do rm $f; done",
    "for f in a b; do bash -c 'rm src'; rm $f; done",
    "f() { cd src; }; f; rm a",
    "command cd web && rm -rf build",
    "printf -v CDPATH src; cd build && rm -rf a",
    "find . -name a | xargs -0 rm",
    "find . -name a -print0 | xargs rm",
    "find . -name a | grep b | xargs rm",
    "find . -name a -o -name b | xargs rm",
    "find . -name a | xargs -I{} rm {}/..",
    "find . -name a | xargs -a list rm",
    "find . -printf src | xargs rm",
    "git ls-files -o | xargs rm",
    "echo build | xargs rm -rf",
    "rm() { command rm -rf src; }; rm build",
    "alias ls='rm -rf src'; rm build",
    "export CDPATH=/x; cd build && rm -rf a",
    ". x.sh; rm a",
    "cd $X && rm -rf build",
    "cd && rm -rf build",
    "cd -P link/.. && rm -rf build",
    "popd; rm a",
    "rm -rf build/../src",
    "rm -rf ../build",
    "rm -rf ~/x ~",
    'rm "$f"',
    "rm $(cat list)",
    "rm -rf '{a,b}'",
    "rm a &",
    "echo src | xargs rm -rf build",
    "rm -rf build; bash -c 'rm -rf src'",
    "rm -rf build; bash -c 'cd web && rm -rf build'",
    "rm -rf build; echo 'git reset --hard' | sh",
    "env -C web rm a",
    "npx -y rimraf dist",
    "shred a",
    "find -L . -name a -delete",
    "find -O3 /x -delete",
    "find . -delete -name a",
    "find . -name a -exec rm -rf {}/.. \\;",
    "find . -name a -exec rm {} \\; -o -name b -exec rm {} \\;",
    "find . -name a -exec git checkout {} \\;",
    "find . -name a -exec sh -c 'rm $1' _ {} \\;",
    "git -C .. reset --hard",
    "git -c core.excludesFile=x clean -fd",
    "GIT_DIR=x git reset --hard",
    "git reset --hard HEAD~1",
    "git reset --hard origin/main",
    "git clean -fdx",
    "git clean -ffd",
    "git checkout -B main",
    "git switch -C main",
    "git stash drop",
    "git branch -D x",
    "git merge --abort",
]


def test_what_is_written_out_is_told_for_who_knows_the_files() -> None:
    told = {line: policy().asked_when_held(line, None, {}) for line in WRITTEN_OUT}
    assert {line: one.losses for line, one in told.items()} == WRITTEN_OUT
    assert all(one.ask_reason for one in told.values())
    assert [line for line, one in told.items() if one.besides] == []


@table("line", NOT_WRITTEN_OUT)
def test_what_else_is_lost_or_may_be_is_asked_about_whatever_undo_can(line: str) -> None:
    asked = policy().asked_when_held(line, None, {})
    assert asked.ask_reason
    assert asked.losses is None


def test_other_reasons_stay_and_variables_may_mean_other_files() -> None:
    both = policy().asked_when_held("rm a; git stash drop; docker ps", None, {})
    assert both.losses is None
    more = policy().asked_when_held("rm a; docker ps", None, {})
    assert more.losses == Losses(at=(f"{ROOT}/a",))
    assert more.besides == "docker acts on the system, which is beyond the sandbox"
    assert policy().asked_when_held("git reset --hard", None, {"GIT_DIR": "x"}).losses is None


@table("line", listed("blocked"))
def test_what_is_blocked_does_not_run_unasked_in_the_sandbox_but_for_what_is_its_own(
    line: str,
) -> None:
    judge = policy()
    if judge.deny_reason(line, None, {}, in_sandbox=True) or _is_of_the_sandbox(line, judge):
        return
    assert reasons(line, judge)


def _is_of_the_sandbox(line: str, judge: CommandPolicy) -> bool:
    """Whether a line does nothing but end processes and change permissions of the workspace.

    So it is blocked where no sandbox holds it, and not where one does.
    """
    ends_or_opens = any(word in line for word in ("kill", "chmod", "fuser"))
    return ends_or_opens and bool(judge.deny_reason(line, None, {}))


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
    assert judge.asked_when_held(line, None, {}).ask_reason
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
