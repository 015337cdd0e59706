"""What becomes of a run's changes and answer: patch, commit, branch, JSON of a given shape."""

import json
from pathlib import Path

import pytest
from tests.cli.talk import talk
from tests.cli.test_auto_review import write
from tests.cli.test_review_command import task_of
from tests.support.command import Project
from tests.support.provider_server import Call, Reply
from tests.support.repository import commit_all, git

READS = [Call("read_file", json.dumps({"path": path}), path) for path in ("a.txt", "b.txt")]
WORK = [
    Reply(calls=READS),
    write("new file.txt", "new\n"),
    write("a.txt", "ALPHA\n"),
    Reply("Done."),
]
SCHEMA = '{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}'
ME = {
    f"GIT_{who}_{what}": "a@b.invalid"
    for who in ("AUTHOR", "COMMITTER")
    for what in ("NAME", "EMAIL")
}


def test_the_patch_applies_to_the_tree_from_before(project: Project, tmp_path: Path) -> None:
    commit_all(project.folder)
    delete = Call("run_command", '{"command": "rm b.txt"}')
    script = [*WORK[:-1], Reply(calls=[delete]), WORK[-1]]
    talked = talk(project, script, "--mode", "yolo", "--export-patch", "out/c.patch")
    assert talked.code == 0, talked.stderr
    assert "patch: out/c.patch (3 files)" in talked.stderr
    git(tmp_path, "clone", "-q", str(project.folder), "clone")
    git(tmp_path / "clone", "apply", str(project.folder / "out/c.patch"))
    assert (tmp_path / "clone/new file.txt").read_text() == "new\n"
    assert (tmp_path / "clone/a.txt").read_text() == "ALPHA\n"
    assert not (tmp_path / "clone/b.txt").exists()


def test_only_the_changes_of_the_run_are_committed(project: Project) -> None:
    commit_all(project.folder)
    project.write("b.txt", "mine\n")
    project.write("staged.txt", "staged\n")
    git(project.folder, "add", "staged.txt")
    hooks = project.folder / ".git/hooks/pre-commit"
    hooks.write_text("#!/bin/sh\ntouch hooked\n")
    hooks.chmod(0o755)
    talked = talk(project, WORK, "--mode", "yolo", "--commit", "Say it loud", settings=ME)
    assert talked.code == 0, talked.stderr
    log = git(project.folder, "show", "--stat", "--format=%s", "HEAD")
    assert log.startswith("Say it loud\n")
    assert "new file.txt" in log
    assert "a.txt" in log
    assert "b.txt" not in log
    state = git(project.folder, "status", "--porcelain", "--untracked-files=no")
    assert state == " M b.txt\nA  staged.txt\n"
    assert not (project.folder / "hooked").exists()


def test_a_branch_gets_the_commit_with_the_task_as_its_message(project: Project) -> None:
    commit_all(project.folder)
    talked = talk(project, WORK, "--mode", "yolo", "--branch", "agent/x", settings=ME)
    assert talked.code == 0, talked.stderr
    assert "on the new branch agent/x (2 files)" in talked.stderr
    assert git(project.folder, "branch", "--show-current") == "agent/x\n"
    assert git(project.folder, "log", "-1", "--format=%s") == "do it\n"
    assert git(project.folder, "log", "-1", "--format=%s", "main") == "everything\n"


def test_what_cannot_be_committed_is_said_before_anything_is_paid(project: Project) -> None:
    no_repository = talk(project, [], "--commit", "m")
    assert (no_repository.code, no_repository.requests) == (3, ())
    assert "is not a git repository" in no_repository.stderr
    commit_all(project.folder)
    git(project.folder, "config", "user.useConfigOnly", "true")
    nobody = talk(project, [], "--commit", "m")
    assert (nobody.code, nobody.requests) == (3, ())
    assert nobody.stderr == (
        "architect: --commit: git does not know who commits; "
        "set user.name and user.email with `git config`\n"
    )
    for flag in ("--export-patch", "--report-file"):
        unwritable = talk(project, [], flag, "a.txt/x.md")
        assert (unwritable.code, unwritable.requests) == (3, ())
        assert f"{flag}: 'a.txt/x.md' cannot be made: " in unwritable.stderr
    for name, said in {"main": "there is a branch 'main' already", "a..b": "no name"}.items():
        refused = talk(project, [], "--branch", name, settings=ME)
        assert (refused.code, refused.requests) == (3, ())
        assert said in refused.stderr
    dry = talk(project, [], "--dry-run", "--commit", "m", settings=ME)
    assert "a dry run changes nothing" in dry.stderr


def test_files_that_the_user_had_changed_are_never_committed(project: Project) -> None:
    commit_all(project.folder)
    project.write("a.txt", "mine\n")
    talked = talk(project, WORK, "--mode", "yolo", "--commit", "m", settings=ME)
    assert talked.code == 1
    assert "nothing was committed: a.txt had changes of your own" in talked.stderr
    assert git(project.folder, "log", "--format=%s") == "everything\n"


@pytest.mark.parametrize("start", ["branch", "detached", "unborn"])
def test_a_commit_that_git_refuses_leaves_no_trace(project: Project, start: str) -> None:
    if start == "unborn":
        git(project.folder, "init", "-q", "-b", "main")
    else:
        commit_all(project.folder)
    if start == "detached":
        git(project.folder, "checkout", "-q", "--detach")
    git(project.folder, "config", "commit.gpgsign", "true")
    (project.home / ".gitconfig").write_bytes(b"[gpg]\n\tprogram = /bin/false\n")
    head = (project.folder / ".git/HEAD").read_text()
    refs = git(project.folder, "branch", "--all")
    script = [write("ü 1.txt", "new\n"), Reply("Done.")]
    talked = talk(project, script, "--mode", "yolo", "--branch", "agent/x", settings=ME)
    assert talked.code == 1
    assert "nothing was committed: git cannot commit" in talked.stderr
    assert (project.folder / ".git/HEAD").read_text() == head
    assert git(project.folder, "branch", "--all") == refs
    assert '?? "\\303\\274 1.txt"' in git(project.folder, "status", "--porcelain")
    assert git(project.folder, "ls-files", "--stage", "ü 1.txt") == ""


def test_a_merge_that_is_not_finished_is_said_before_anything_is_paid(project: Project) -> None:
    commit_all(project.folder)
    head = git(project.folder, "rev-parse", "HEAD")
    (project.folder / ".git/MERGE_HEAD").write_text(head)
    talked = talk(project, WORK, "--mode", "yolo", "--commit", settings=ME)
    assert (talked.code, list(talked.requests)) == (3, [])
    assert "--commit: a merge is not finished here" in talked.stderr


def test_a_patch_has_execute_bits_and_empty_files(project: Project, tmp_path: Path) -> None:
    commit_all(project.folder)
    work = "chmod +x a.txt; : > e.txt; printf x > 'f f.sh'; chmod +x 'f f.sh'; rm b.txt"
    script = [Reply(calls=[Call("run_command", json.dumps({"command": work}))]), Reply("Done.")]
    flags = ("--mode", "yolo", "--export-patch", str(tmp_path / "p.patch"), "--commit", "m")
    assert talk(project, script, *flags, settings=ME).code == 0
    git(tmp_path, "clone", "-q", str(project.folder), "clone")
    git(tmp_path / "clone", "checkout", "-q", "HEAD~1")
    git(tmp_path / "clone", "apply", "--index", str(tmp_path / "p.patch"))
    head = git(project.folder, "rev-parse", "HEAD").strip()
    assert git(tmp_path / "clone", "diff", "--cached", head) == ""


def test_what_is_in_no_patch_and_no_commit_is_named(project: Project) -> None:
    commit_all(project.folder)
    script = [Reply(calls=[Call("run_command", '{"command": "printf \'\\\\0\' > ü.bin"}')])]
    flags = ("--mode", "yolo", "--export-patch", "p.patch", "--commit", "m")
    talked = talk(project, [*script, Reply("Done.")], *flags, settings=ME)
    assert talked.code == 0, talked.stderr
    assert "architect: left out: 1 changed file, binary: ü.bin" in talked.stderr


def test_a_run_that_failed_commits_nothing(project: Project) -> None:
    commit_all(project.folder)
    flags = ("--mode", "yolo", "--commit", "m", "--require-check", "false")
    talked = talk(project, [*WORK, *[Reply("Done.")] * 5], *flags, settings=ME)
    assert talked.code == 1
    assert "nothing was committed: the run ended as failed" in talked.stderr


def test_an_answer_fits_the_schema_or_is_asked_for_again(project: Project) -> None:
    project.write("s.json", SCHEMA)
    flags = ("--output-schema", "s.json")
    right = talk(project, [Reply('```json\n{"n": 1}\n```')], *flags)
    assert json.loads(right.finished.stdout) == {"n": 1}
    assert '"required": ["n"]' in task_of(right.requests[0])
    second = talk(project, [Reply("It is 1."), Reply('{"n": 1}')], *flags)
    assert (second.code, json.loads(second.finished.stdout)) == (0, {"n": 1})
    never = talk(project, [Reply('{"n": "1"}')] * 2, *flags)
    assert never.code == 2
    assert "does not fit the schema: $.n: '1' is not of type 'integer'" in never.finished.text


@pytest.mark.parametrize(
    ("schema", "said"),
    [
        ("[]", "it has to be an object"),
        ('{"type": "nope"}', "it is no JSON schema"),
        ("{", "'s.json'"),
    ],
)
def test_a_schema_that_is_none_is_said_before_the_run(
    project: Project, schema: str, said: str
) -> None:
    project.write("s.json", schema)
    talked = talk(project, [], "--output-schema", "s.json")
    assert (talked.code, talked.requests) == (3, ())
    assert said in talked.stderr


def test_changes_go_with_the_task_in_all_forms(project: Project) -> None:
    commit_all(project.folder)
    project.write("a.txt", "two\n")
    commit_all(project.folder)
    project.write("b.txt", "staged\n")
    git(project.folder, "add", ".")
    project.write("a.txt", "three\n")
    table = {
        "HEAD": {"+three", "+staged"},
        "staged": {"+staged"},
        "HEAD~1..HEAD": {"+two"},
        "HEAD~1...HEAD": {"+two"},
        "HEAD~1": {"+three", "+staged"},
    }
    for changes, expected in table.items():
        talked = talk(project, [Reply("ok")], "--context-git-diff", changes)
        task = task_of(talked.requests[0])
        found = {word for word in ("+two", "+three", "+staged") if word in task}
        assert found == expected, changes
    last = talk(project, [Reply("ok")], "--context-git-diff")
    assert "+three" in task_of(last.requests[0])
    wrong = talk(project, [], "--context-git-diff", "nope..HEAD")
    assert "git knows no revision 'nope'" in wrong.stderr
