"""Runs that are played again: nothing differs, until something is changed."""

import json
import re
import socket
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import command_call, read_call, talk, write_call
from tests.support.command import Finished, Project
from tests.support.provider_server import Behaviour, Call, Judge, Reply
from tests.support.repository import commit_all, git
from tests.support.selection import with_usual
from tests.support.team import send, team

DONE = Reply("All done.")


def edit(old: str, new: str, id: str = "e1", path: str = "a.txt") -> Reply:
    arguments = {"path": path, "old_str": old, "new_str": new}
    return Reply(calls=[Call("edit_file", json.dumps(arguments), id)])


def sh(line: str, id: str = "s1") -> Reply:
    return Reply(calls=[command_call(line, call_id=id)])


def tool(name: str, id: str = "t1", **arguments: Any) -> Reply:
    return Reply(calls=[Call(name, json.dumps(arguments), id)])


EVERYTHING: Sequence[Behaviour] = (
    Reply(calls=[read_call(call_id="c1"), Call("list_files", "{}", "c2")]),
    edit("alpha", "ALPHA", "c3"),
    edit("not there", "x", "c4"),
    sh("date +%s.%N; pwd; mktemp; echo $$; exit 3", "c5"),
    sh("git status --short && git log --oneline", "c6"),
    Reply(calls=[write_call("../outside", call_id="c7"), Call("no_such_tool", "{}", "c8")]),
    tool("grep", "c9", pattern="ALPHA"),
    DONE,
)


def replay(project: Project, *arguments: str) -> Finished:
    return project.architect("replay", *arguments)


def everything(project: Project) -> None:
    project.write("a.txt", "alpha\nbeta\n")
    commit_all(project.folder)
    project.write("mine.txt", "not committed\n")
    talk(project, EVERYTHING, "--mode", "yolo")


def said(finished: Finished) -> str:
    """What is said of the first run, without its id."""
    return finished.text.partition(": ")[2]


def test_a_run_goes_as_it_went_and_the_workspace_stays_as_it_is(project: Project) -> None:
    everything(project)
    project.write("a.txt", "something else\n")
    head = git(project.folder, "rev-parse", "HEAD")
    done = replay(project)
    assert (done.code, said(done)) == (0, "8 steps, no difference\n"), done.text
    assert project.read("a.txt") == "something else\n"
    assert git(project.folder, "rev-parse", "HEAD") == head
    assert len(project.journals) == 1
    [run] = replay(project, "--json").document["runs"]
    assert (run["steps"], run["differences"]) == (8, [])


Sessions = dict[str, tuple[Sequence[Behaviour | Judge], tuple[str, ...]]]

SESSIONS: Sessions = {
    "patches": (
        [
            tool("apply_patch", "p1", path="a.txt", patch="@@ @@\n alpha\n-beta\n+BETA\n"),
            tool("apply_patch", "p2", path="a.txt", patch="@@ @@\n-gone\n+x\n"),
            DONE,
        ],
        (),
    ),
    "new files and folders": ([tool("write_file", path="d/e/f", content="1\r\n"), DONE], ()),
    "a file is removed": ([sh("rm a.txt && ls"), DONE], ()),
    "commits": (
        [sh("git add -A && git -c user.name=a -c user.email=b commit -qm x && git log -1"), DONE],
        (),
    ),
    "branches": ([sh("git switch -q -c other && git branch && git status"), DONE], ()),
    "what is staged": ([sh("git diff --cached --stat; git stash list"), DONE], ()),
    "a test fails and is repaired": (
        [sh("grep -q ALPHA a.txt", "s1"), edit("alpha", "ALPHA"), sh("grep -q ALPHA a.txt"), DONE],
        ("--require-check", "grep -q ALPHA a.txt"),
    ),
    "a check that never passes": ([Reply("Done.")] * 6, ("--require-check", "false")),
    "ignored files": ([sh("cat ignored/kept"), DONE], ()),
    "programs of an environment": ([sh("env/bin/tool && ./env/bin/tool"), DONE], ()),
    "paths in full": ([Reply(calls=[Call("read_file", '{"path": "HERE/a.txt"}')]), DONE], ()),
    "denied, since nobody is asked": ([sh("curl http://example.invalid"), DONE], ()),
    "a dry run": ([edit("alpha", "x"), sh("touch x"), DONE], ("--dry-run",)),
    "all steps are used up": ([tool("read_file", path="a.txt")] * 3, ()),
    "a plan": (
        [tool("update_plan", steps=[{"step": "one", "status": "in_progress"}]), DONE],
        (),
    ),
    "a question": ([tool("ask_user", question="Which?", options=["a"]), DONE], ()),
    "several calls at once": (
        [Reply(calls=[read_call(call_id=f"r{n}") for n in range(6)]), DONE],
        (),
    ),
    "bad arguments": ([Reply(calls=[Call("read_file", '{"path": ', "b1")]), DONE], ()),
    "the same again and again": ([tool("read_file", f"t{n}", path="a.txt") for n in range(7)], ()),
    "long output": ([sh("seq 1 3000"), sh("head -c 30000 /dev/zero | tr '\\0' x"), DONE], ()),
    "an agent that only reads": ([tool("list_files"), Reply("A plan.")], ("--agent", "plan")),
    "an answer that fits a schema": (
        [tool("read_file", path="a.txt"), Reply('{"n": "x"}'), Reply('{"n": 1}')],
        ("--output-schema", "schema.json"),
    ),
    "another agent is sent": (
        team(
            [Reply(calls=[send("explore", "find WHERE it is")]), DONE],
            {"WHERE": [tool("read_file", path="a.txt"), Reply("a.txt:1")]},
        ),
        (),
    ),
}


@pytest.mark.parametrize("name", with_usual(SESSIONS, usual=list(SESSIONS)[:5]))
def test_a_session_is_played_again_without_a_difference(project: Project, name: str) -> None:
    script, flags = SESSIONS[name]
    here = str(project.folder)
    script = [_placed(each, here) if isinstance(each, Reply) else each for each in script]
    project.write("a.txt", "alpha\nbeta\n")
    project.write(".gitignore", "ignored/\nenv/\n")
    project.write("schema.json", '{"properties": {"n": {"type": "integer"}}}')
    tool_file = project.write("env/bin/tool", f"#!{here}/env/bin/sh\npwd\n")
    tool_file.chmod(0o755)
    (project.folder / "env/bin/sh").symlink_to("/bin/sh")
    project.write("ignored/kept", "kept\n")
    commit_all(project.folder)
    project.write("staged.txt", "staged\n")
    git(project.folder, "add", "staged.txt")
    project.write("staged.txt", "changed since\n")
    mode = () if "curl" in str(script) else ("--mode", "yolo")
    talked = talk(project, script, *mode, "--max-steps", "7", *flags)
    done = replay(project)
    assert (done.code, "no difference" in done.text) == (0, True), (done.text, talked.stderr)


def _placed(reply: Reply, here: str) -> Reply:
    calls = [Call(c.name, c.arguments.replace("HERE", here), c.id) for c in reply.calls]
    return Reply(reply.text, calls=calls)


def test_a_second_run_begins_with_what_the_user_did_since(project: Project) -> None:
    project.write("a.txt", "alpha\n")
    commit_all(project.folder)
    talk(project, [edit("alpha", "beta"), DONE], "--mode", "yolo")
    project.write("a.txt", "mine\n")
    project.write("new.txt", "mine, too\n")
    [session] = [journal.stem for journal in project.journals]
    more = [edit("mine", "yours"), sh("cat new.txt a.txt"), DONE]
    resumed = talk(project, more, "--mode", "yolo", command=("resume", session, "go on"))
    assert resumed.code == 0, resumed.stderr
    done = replay(project)
    assert (done.code, done.text.count("no difference")) == (0, 2), done.text


def test_without_git_the_files_are_as_the_run_found_them(project: Project) -> None:
    project.write("a.txt", "alpha\n")
    talk(project, [edit("alpha", "beta"), sh("cat a.txt"), DONE], "--mode", "yolo")
    assert replay(project).code == 0
    assert project.read("a.txt") == "beta\n"


def test_in_a_working_tree_of_a_repository_nothing_leads_back(project: Project) -> None:
    other = project.folder
    project.write("a.txt", "alpha\n")
    commit_all(other)
    project = Project(folder=other.parent / "work", home=project.home)
    git(other, "worktree", "add", "-q", "-b", "work", str(project.folder))
    commit = "git -c user.name=a -c user.email=b commit -qam x && git log --oneline | wc -l"
    talk(project, [edit("alpha", "beta"), sh(commit), DONE], "--mode", "yolo")
    head = git(project.folder, "rev-parse", "work")
    assert git(project.folder, "log", "--format=%s", "-1") == "x\n"
    done = replay(project)
    assert done.code == 0, done.text
    assert git(project.folder, "rev-parse", "work") == head
    talk(project, [sh(commit.replace("qam", "q --allow-empty -m")), DONE], "--mode", "yolo")
    assert replay(project, "--workspace", str(project.folder)).code == 0


def changed(project: Project, change: Callable[[dict[str, Any]], None]) -> Path:
    """A copy of the journal with one of its events changed."""
    [journal] = project.journals
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    for line in lines:
        change(line["event"])
    copy = project.folder.parent / "changed" / journal.name
    copy.parent.mkdir(exist_ok=True)
    copy.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return copy


def test_what_goes_another_way_is_told_in_one_line_each(project: Project) -> None:
    project.write("a.txt", "alpha\nbeta\n")
    talk(project, [*EVERYTHING[:4], DONE], "--mode", "yolo")
    project.write("a.txt", "alpha\nbeta\n")

    def otherwise(event: dict[str, Any]) -> None:
        if event["type"] == "tool.finished" and event["call_id"] == "c1":
            event["text"] = event["text"].replace("beta", "gamma")
        if event["type"] == "file.intended":
            event["after_sha256"] = "0" * 64
        if event["type"] == "tool.finished" and event["call_id"] == "c4":
            event["success"] = True
        if event["type"] == "tool.decided" and event["call_id"] == "c5":
            event["allowed"], event["by"] = False, "hook"

    done = replay(project, str(changed(project, otherwise)))
    first, *lines = done.text.splitlines()
    assert (done.code, first.partition(": ")[2]) == (1, "5 steps, 4 differences")
    assert lines[0] == "  step 1: read_file a.txt: recorded 'gamma', now 'beta'"
    assert lines[1].startswith("  step 3: edit_file a.txt (+1 -1): recorded success")
    assert "denied by hook, now " in lines[2]
    assert lines[3].startswith("  the file a.txt: recorded content 000000000000, now content ")


def test_a_new_rule_of_the_project_shows_as_a_denial(project: Project) -> None:
    everything(project)
    assert project.architect("trust", "--yes").code in (0, 3)
    project.write(".architect.yaml", "guardrails:\n  protected_files: ['a.txt']\n")
    done = replay(project)
    assert done.code == 1
    assert "step 2: edit_file a.txt (+1 -1): recorded allowed, now denied by " in done.text


def test_it_is_played_up_to_a_step(project: Project) -> None:
    everything(project)
    done = replay(project, "--until", "2")
    assert (done.code, said(done)) == (0, "2 steps, no difference\n")
    beyond = replay(project, "--until", "99")
    assert beyond.code == 3
    assert "so it cannot be played up to step 99" in beyond.stderr


def test_a_run_becomes_a_test_case_that_needs_nothing_but_itself(project: Project) -> None:
    everything(project)
    kept = replay(project, "--record", "the-usual")
    assert (kept.code, "kept as " in kept.stderr) == (0, True), kept.text
    again = replay(project, "--record", "the-usual")
    assert (again.code, "choose another name" in again.stderr) == (3, True)
    case = project.folder / "architect-tests" / "the-usual"
    assert [each.name for each in sorted(case.iterdir())][1:] == [
        "case.json",
        "repository.bundle",
        "tree",
    ]
    assert (case / "tree" / "mine.txt").read_text() == "not committed\n"

    elsewhere = Project(folder=project.folder.parent / "elsewhere", home=project.home)
    elsewhere.folder.mkdir()
    case.parent.rename(elsewhere.folder / "architect-tests")
    passed = elsewhere.architect("test-cases")
    assert (passed.code, passed.text) == (0, "passes  the-usual\n"), passed.text
    elsewhere.write(".architect.yaml", "commands:\n  enabled: false\n")
    failed = elsewhere.architect("test-cases", "--json")
    [told] = failed.document["cases"]
    assert (failed.code, told["passed"]) == (1, False)
    names = [each["what"].split(" ")[0] for each in told["runs"][0]["differences"]]
    assert names == ["run_command", "run_command", "no_such_tool"]  # which lists the tools


def test_what_would_not_pass_is_not_kept(project: Project) -> None:
    project.write("a.txt", "alpha\n")
    talk(project, [sh("cat /proc/sys/kernel/random/uuid"), DONE], "--mode", "yolo")
    kept = replay(project, "--record", "never")
    assert (kept.code, "not kept, since it would not pass" in kept.stderr) == (1, True)
    assert not (project.folder / "architect-tests" / "never").exists()


def test_what_cannot_be_played_is_said_in_one_line(project: Project) -> None:
    def error(*arguments: str, command: str = "replay") -> str:
        done = project.architect(command, *arguments)
        assert (done.code, done.stderr.count("\n")) == (3, 1), done.stderr
        return done.stderr

    assert "there are no sessions here" in error() or "no session" in error()
    assert "there is no session '20260101-000000-aaaaaa'" in error("20260101-000000-aaaaaa")
    assert "there is no file 'x.jsonl'" in error("x.jsonl")
    assert "line 1 is not a record" in error(str(project.write("y.jsonl", "{}\n")))
    assert "there is no folder" in error(command="test-cases")
    (project.folder / "architect-tests").mkdir()
    assert "there are no test cases" in error(command="test-cases")


def test_what_is_not_compared_is_listed(project: Project) -> None:
    listed = replay(project, "--rules")
    assert listed.code == 0
    for words in ("dates and times", "the folder of the workspace", "fetch_url"):
        assert words in listed.text


def test_a_replay_leaves_nothing_behind(project: Project, tmp_path: Path) -> None:
    everything(project)
    before = sorted(each.relative_to(tmp_path) for each in tmp_path.rglob("*"))
    assert replay(project).code == 0
    after = sorted(each.relative_to(tmp_path) for each in tmp_path.rglob("*"))
    assert [str(each) for each in after if each not in before] == []
    assert subprocess.run(["git", "fsck"], cwd=project.folder, check=False).returncode == 0


def test_a_recording_from_elsewhere_sends_nothing_out_and_leaves_its_copy_alone(
    project: Project,
) -> None:
    project.write("a.txt", "alpha\n")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        knock = f"bash -c 'echo hello > /dev/tcp/127.0.0.1/{port}'"
        script = [sh(knock), sh(f"echo {project.folder}-evil", "s2"), DONE]
        talk(project, script, "--mode", "yolo")

        def as_if_it_went(event: dict[str, Any]) -> None:
            if event["type"] == "run.started":
                event["workspace"] = str(project.folder / "..")
                event["required_gates"] = [knock]

        done = replay(project, str(changed(project, as_if_it_went)))
        assert done.code in (0, 1), done.stderr
        listener.setblocking(False)
        with pytest.raises(BlockingIOError):
            listener.accept()
    assert project.read("a.txt") == "alpha\n"
    done = replay(project, str(changed(project, lambda _: None)))
    assert (done.code, "recorded allowed, now denied by taint" in done.text) == (1, True)


def test_a_session_that_came_with_the_workspace_is_nobodys_own(project: Project) -> None:
    outside = project.write("../outside.txt", "outside\n")
    project.write("a.txt", "alpha\n")
    (project.folder / "link").symlink_to(outside.parent)
    talk(project, [edit("alpha", "beta"), sh("echo hello"), DONE], "--mode", "yolo")
    [journal] = project.journals
    text = journal.read_text()
    assert replay(project).stderr == ""
    stranger = "20260101-000000-abcdef"
    up = "../" * 20 + str(outside.resolve()).lstrip("/")
    for path in (up, "link/outside.txt", ".git/config", str(outside)):
        told = text.replace(journal.stem, stranger).replace('"a.txt"', json.dumps(path))
        told = re.sub(r'"before_sha256": ?"[0-9a-f]+"', '"before_sha256":null', told)
        project.write(f".architect/sessions/{stranger}.jsonl", told)
        done = replay(project, stranger)
        assert "you have not recorded this" in done.stderr
        assert done.code in (1, 3), (path, done.text)
    assert outside.read_text() == "outside\n"


def test_what_a_stranger_calls_a_commit_is_no_option_of_git(project: Project) -> None:
    everything(project)
    [journal] = project.journals
    written = project.folder.parent / "written"
    text = journal.read_text()
    commits = set(re.findall(r'"commit": ?"([0-9a-f]{40})"', text))
    assert commits
    for commit in commits:
        text = text.replace(commit, f"--output={written}")
    journal.write_text(text)
    assert replay(project, journal.stem).code in (0, 1)
    assert not written.exists()


def test_a_repository_in_the_tree_of_a_test_case_is_not_obeyed(project: Project) -> None:
    everything(project)
    assert replay(project, "--record", "case").code == 0
    marker = project.folder.parent / "marker"
    tree = project.folder / "architect-tests" / "case" / "tree"
    git(project.folder, "init", "-q", str(tree))
    git(tree, "config", "filter.evil.clean", f"touch {marker}")
    git(tree, "config", "core.fsmonitor", f"touch {marker}")
    (tree / ".gitattributes").write_text("* filter=evil\n")
    assert project.architect("test-cases").code in (0, 1)
    assert not marker.exists()
