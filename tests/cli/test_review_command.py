"""`architect review` and `architect fix`: scopes, parts, coverage, baselines, exit codes."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import COMPATIBLE, check_conversation, provider_environment
from tests.support.command import Finished, Project
from tests.support.provider_server import (
    Behaviour,
    Call,
    Judge,
    ProviderServer,
    Received,
    Reply,
    Status,
)
from tests.support.repository import commit_all, git
from tests.support.team import task_of

NOTHING = Reply("Nothing to report.")


def finds(path: str, line: int = 1, title: str = "It is wrong", **more: Any) -> Call:
    fields = {"path": path, "line": line, "severity": "error", "title": title, "detail": "Why."}
    return Call("report_finding", json.dumps(fields | more), f"call_{path}_{line}_{title}")


def play(
    project: Project, script: Sequence[Behaviour | Judge], *arguments: str, **environment: str
) -> tuple[Finished, list[Received]]:
    variables = provider_environment(COMPATIBLE) | environment
    with ProviderServer(script) as server:
        told = ("--model", COMPATIBLE.model, "--api-base", server.url + COMPATIBLE.path)
        finished = project.architect(*arguments, *told, environment=variables)
        for received in server.requests:
            check_conversation(received)
        return finished, list(server.requests)


def each(answer: Callable[[str], Reply]) -> list[Behaviour | Judge]:
    """Each agent answers its first request by what it is shown, and then is done."""

    def judge(received: Received) -> Behaviour:
        if any(message["role"] == "tool" for message in received.body["messages"]):
            return Reply("Done.")
        return answer(task_of(received))

    return [judge] * 200


def repository(project: Project) -> None:
    project.write("src/a.py", "x = 1\n")
    commit_all(project.folder)


def test_uncommitted_and_new_files_are_reviewed_and_a_finding_fails_the_job(
    project: Project,
) -> None:
    repository(project)
    project.write("src/a.py", "x = 1\ny = 1 / 0\n")
    project.write("src/new.py", "z = 0\n")
    script = [Reply(calls=[finds("src/a.py", 2, category="security")]), Reply("Done.")]
    finished, requests = play(project, script, "review")
    assert finished.code == 1
    task = task_of(requests[0])
    assert "+y = 1 / 0" in task
    assert "+z = 0" in task
    first, *_ = finished.text.split("\n")
    assert first.startswith("src/a.py:2: error: It is wrong [security] ")
    assert "1 finding." in finished.text
    assert "reviewed: 2 files" in finished.stderr


@pytest.mark.parametrize(
    ("severity", "fail_on", "code"),
    [
        ("error", "error", 1),
        ("warning", "error", 0),
        ("warning", "warning", 1),
        ("info", "warning", 0),
        ("info", "info", 1),
        ("error", "never", 0),
    ],
)
def test_fail_on_decides_the_exit_code(
    project: Project, severity: str, fail_on: str, code: int
) -> None:
    script = [Reply(calls=[finds("a.txt", severity=severity)]), Reply("Done.")]
    finished, _ = play(project, script, "review", "a.txt", "--fail-on", fail_on)
    assert finished.code == code, finished.stderr


def test_a_finding_keeps_its_id_when_lines_move_and_words_change(project: Project) -> None:
    def once(title: str, line: int) -> str:
        script = [Reply(calls=[finds("a.txt", line, title)]), Reply("Done.")]
        finished, _ = play(project, script, "review", "a.txt", "--json")
        [finding] = finished.document["findings"]
        return str(finding["finding_id"])

    project.write("a.txt", "alpha\nbeta\n")
    first = once("Wrong", 2)
    project.write("a.txt", "new\n\nalpha\n  beta\n")
    assert once("In other words", 4) == first


def test_lines_that_differ_in_blanks_only_have_findings_of_their_own(project: Project) -> None:
    project.write("a.txt", "a = 1\nb = 2\na=1\n  a = 1\n")
    calls = [finds("a.txt", line) for line in (1, 3, 4)]
    finished, _ = play(project, [Reply(calls=calls), Reply("Done.")], "review", "a.txt", "--json")
    found = {each["finding_id"]: each["line"] for each in finished.document["findings"]}
    assert sorted(found.values()) == [1, 3, 4]


def test_known_findings_stay_quiet_and_new_ones_are_told(project: Project) -> None:
    project.write("a.txt", "alpha\nbeta\n")
    old, new = finds("a.txt", 1, "Old"), finds("a.txt", 2, "New")
    script: list[Behaviour | Judge] = [Reply(calls=[old]), Reply("Done.")]
    flags = ("--baseline", "known/base.json")
    written, _ = play(project, script, "review", "a.txt", *flags, "--update-baseline")
    assert (written.code, "known/base.json: 1 known finding" in written.stderr) == (0, True)
    again, _ = play(project, script, "review", "a.txt", *flags)
    assert (again.code, again.text) == (0, "No findings (1 known).\n")
    both: list[Behaviour | Judge] = [Reply(calls=[old, new]), Reply("Done.")]
    more, _ = play(project, both, "review", "a.txt", *flags)
    assert more.code == 1
    assert "New" in more.text
    assert "Old" not in more.text
    for content in ("[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{}]}'):
        project.write("bad.json", content)
        bad, _ = play(project, [], "review", "a.txt", "--baseline", "bad.json")
        assert bad.code == 3
        assert "'bad.json' is no baseline of ours" in bad.stderr
    missing, _ = play(project, [], "review", "a.txt", "--baseline", "none.json")
    assert "--update-baseline writes a new one" in missing.stderr


def test_a_review_that_failed_leaves_the_baseline_as_it_was(project: Project) -> None:
    flags = ("review", "a.txt", "--baseline", "base.json", "--update-baseline")
    play(project, [Reply(calls=[finds("a.txt")]), Reply("Done.")], *flags)
    before = project.read("base.json")
    finished, _ = play(project, [Status(401)], *flags)
    assert finished.code == 4
    assert "--update-baseline: 'base.json' stays as it was" in finished.stderr
    assert project.read("base.json") == before


def test_forty_files_are_reviewed_in_parts_with_one_budget(project: Project) -> None:
    repository(project)
    for number in range(40):
        project.write(f"src/f{number:02}.py", "".join(f"v{n} = {n}\n" for n in range(300)))
    project.write("package-lock.json", "{}\n")
    project.write("logo.png", b"\x89PNG\0\0")
    project.write(".env", "TOKEN=abc\n")
    git(project.folder, "checkout", "-q", "-b", "work")
    git(project.folder, "add", "-f", ".")
    git(project.folder, "commit", "-q", "-m", "work")

    def answer(task: str) -> Reply:
        paths = [line.split("+++ b/")[1] for line in task.split("\n") if line.startswith("+++ b/")]
        return Reply(calls=[finds(path.strip()) for path in paths])

    finished, requests = play(
        project, each(answer), "review", "--base", "main", "--json", "--fail-on", "never"
    )
    document = finished.document
    assert (finished.code, document["status"]) == (0, "success"), finished.stderr
    assert len(document["findings"]) == 40
    assert len({each["finding_id"] for each in document["findings"]}) == 40
    tasks = {task_of(each) for each in requests}
    assert len(tasks) > 2
    assert not any("TOKEN=abc" in task for task in tasks)
    missed = {each["path"]: each["reason"] for each in document["coverage"] if each["reason"]}
    assert missed == {
        ".env": "it may hold secrets",
        "logo.png": "it is no text",
        "package-lock.json": "a lock file; name it to have it reviewed",
    }
    looked = {each["path"] for each in document["coverage"] if each["reviewed"]}
    assert len(looked) == 40
    assert document["costs"]["by_source"]["subagent"]["total_tokens"] > 0


def test_when_the_budget_ends_every_hunk_is_seen_or_listed(project: Project) -> None:
    repository(project)
    for number in range(30):
        project.write(f"f{number:02}.py", "".join(f"v{n} = {n}\n" for n in range(900)))
    files = ("r.json", "r.md", "r.html", "r.sarif", "r.xml")
    reports = [part for file in files for part in ("--report-file", file)]
    project.write("prices.json", '{"openai/m": {"input": 1000, "output": 1000}}')
    project.write("c.yaml", "costs: {prices_file: prices.json}\n")
    finished, requests = play(
        project,
        each(lambda _: Reply("Fine.")),
        *("review", "--json", "--budget", "0.05", "-c", "c.yaml", *reports),
    )
    document = finished.document
    assert (finished.code, document["status"]) == (2, "partial"), finished.stderr
    missed = [each for each in document["coverage"] if not each["reviewed"]]
    looked = [each for each in document["coverage"] if each["reviewed"]]
    assert looked
    assert missed
    lines = {(each["path"], *map(tuple, each["lines"])) for each in document["coverage"]}
    assert (
        sum(last - first + 1 for _, *spans in lines for first, last in spans) == 27_002
    )  # the two of settings, too
    assert 0 < len(requests) < 30
    for file in files:
        assert missed[0]["path"] in project.read(file), file
    assert "Not reviewed" in project.read("r.md")
    assert "Not reviewed" in project.read("r.html")


def test_a_part_whose_reviewer_fails_is_listed_and_the_rest_counts(project: Project) -> None:
    for number in range(30):
        project.write(f"f{number:02}.py", "".join(f"v{n} = {n}\n" for n in range(900)))
    repository(project)
    git(project.folder, "rm", "-q", "--cached", "-r", ".")

    def answer(received: Received) -> Behaviour:
        return Status(400, b"no") if "f00.py" in task_of(received) else Reply("Fine.")

    finished, _ = play(project, [answer] * 60, "review", "f00.py", *_names(30), "--json")
    assert finished.code == 2, finished.stderr
    missed = [each for each in finished.document["coverage"] if each["reason"]]
    assert missed[0]["path"] == "f00.py"
    assert "the reviewer failed" in missed[0]["reason"]
    assert any(each["reviewed"] for each in finished.document["coverage"])


def _names(count: int) -> list[str]:
    return [f"f{number:02}.py" for number in range(1, count)]


@pytest.mark.parametrize(
    "variables",
    [
        {"GITHUB_BASE_REF": "main"},
        {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"},
        {"CHANGE_TARGET": "main"},
    ],
)
def test_the_pull_request_is_known_by_the_variables_of_the_ci(
    project: Project, variables: dict[str, str], tmp_path: Path
) -> None:
    repository(project)
    clone = Project(tmp_path / "clone", project.home)
    git(tmp_path, "clone", "-q", str(project.folder), "clone")
    git(clone.folder, "checkout", "-q", "-b", "work")
    clone.write("src/a.py", "x = 2\n")
    commit_all(clone.folder)
    project.write("later.py", "on main\n")
    commit_all(project.folder)
    git(clone.folder, "fetch", "-q")
    finished, requests = play(clone, [NOTHING], "review", "--pr", **variables)
    assert finished.code == 0, finished.stderr
    assert "+x = 2" in task_of(requests[0])
    assert "later" not in task_of(requests[0])


def test_what_is_staged_or_named_is_all_that_is_looked_at(project: Project) -> None:
    repository(project)
    project.write("src/a.py", "x = 2\n")
    project.write("a.txt", "changed\n")
    git(project.folder, "add", "a.txt")
    _, staged = play(project, [NOTHING], "review", "--staged")
    assert "+changed" in task_of(staged[0])
    assert "+x = 2" not in task_of(staged[0])
    _, below = play(project, [NOTHING], "review", "--base", "HEAD", "src")
    assert "+x = 2" in task_of(below[0])
    assert "+changed" not in task_of(below[0])
    _, whole = play(project, [NOTHING], "review", "src/a.py", "b.txt")
    assert "     1\tx = 2" in task_of(whole[0])
    assert "     1\tbeta" in task_of(whole[0])


def test_nothing_to_review_is_no_error_and_still_a_report(project: Project) -> None:
    repository(project)
    finished, requests = play(
        project, [], "review", "--report-file", "out/r.sarif", "--report-file", "r.xml"
    )
    assert (finished.code, requests) == (0, [])
    assert "nothing has changed since 'HEAD'; --base REF reviews" in finished.stderr
    assert json.loads(project.read("out/r.sarif"))["runs"][0]["results"] == []


def test_wrong_words_say_what_to_do(project: Project) -> None:
    table = {
        ("--base", "nope"): "; fetch it, or name another",
        ("--pr",): "this is no job of a pull request",
        ("nothing.py",): "there is nothing at 'nothing.py' to review",
        ("../x",): "'../x' cannot be reviewed",
        ("--base", "HEAD", "--staged"): "exclude each other",
        ("--update-baseline", "--baseline", "a.txt/b"): "'a.txt/b' cannot be made",
        ("--update-baseline",): "needs --baseline FILE",
        ("a.txt", "--report-file", "x.pdf"): "does not say which format",
        ("a.txt", "--report", "html", "--json"): "name a --report-file",
        ("a.txt", "--instructions", "none.md"): "--instructions: 'none.md'",
    }
    repository(project)
    wrong: list[tuple[tuple[str, ...], int, str]] = []
    for arguments, said in table.items():
        finished, requests = play(project, [], "review", *arguments)
        if finished.code != 3 or said not in finished.stderr or requests:
            wrong.append((arguments, finished.code, finished.stderr))
    assert wrong == []


def test_what_fails_a_review_is_said_and_the_base_is_named_as_the_user_does(
    project: Project,
) -> None:
    repository(project)
    git(project.folder, "branch", "release")
    project.write("src/a.py", "x = 2\n")
    script = [Reply(calls=[finds("src/a.py")]), Reply("Done.")]
    finished, _ = play(project, script, "review", "--base", "release", "--report", "markdown")
    assert finished.code == 1
    assert "1 finding as severe as --fail-on error; `architect fix ID`" in finished.stderr
    assert "1 finding: Review Changes Since release" in finished.text


def test_a_review_that_saw_nothing_does_not_say_that_nothing_is_wrong(project: Project) -> None:
    repository(project)
    project.write("src/a.py", "x = 2\n")
    reports = ("--report-file", "r.md", "--report-file", "r.html")
    refused = Status(400, {"error": {"message": "no"}})
    finished, _ = play(project, [refused], "review", *reports)
    assert finished.code == 1
    assert finished.text.startswith("No findings in what was reviewed.\n")
    for file in ("r.md", "r.html"):
        assert "None in what was reviewed." in project.read(file)


def test_its_own_baseline_and_reports_are_not_reviewed(project: Project) -> None:
    repository(project)
    project.write("src/a.py", "x = 2\n")
    flags = ("--baseline", "known.json", "--report-file", "out/r.md")
    play(project, [NOTHING], "review", *flags, "--update-baseline")
    finished, requests = play(project, [NOTHING], "review", *flags)
    task = task_of(requests[0])
    assert "+x = 2" in task
    assert "known.json" not in task
    assert "out/r.md" not in task
    assert finished.code == 0
    assert "not reviewed: known.json: the baseline" in finished.stderr
    assert "out/r.md: a report of architect" in finished.stderr


def test_the_project_says_what_a_review_shall_look_for(project: Project) -> None:
    project.write("REVIEW.md", "Look at the units.\n")
    _, requests = play(
        project, [NOTHING], *("review", "a.txt", "--focus", "security", "--max-findings", "3")
    )
    task = task_of(requests[0])
    assert "Look at the units." in task
    assert "of the category security only" in task
    assert "the 3 most important" in task
    project.write("base.md", "Only this.\n")
    _, requests = play(project, [NOTHING], "review", "a.txt", "--instructions", "base.md")
    assert "Only this." in task_of(requests[0])
    assert "Look at the units." not in task_of(requests[0])


def test_no_more_than_the_worst_findings_are_told(project: Project) -> None:
    project.write("a.txt", "1\n2\n3\n")
    calls = [
        finds("a.txt", 1, "Small", severity="info"),
        finds("a.txt", 2, "Big", severity="error"),
        finds("a.txt", 3, "Middle", severity="warning"),
    ]
    script = [Reply(calls=calls), Reply("Done.")]
    finished, _ = play(project, script, "review", "a.txt", "--max-findings", "2")
    assert "Big" in finished.text
    assert "Middle" in finished.text
    assert "Small" not in finished.text
    assert "2 findings (1 beyond --max-findings)." in finished.text


def test_findings_are_listed_fixed_by_id_and_gone_then(project: Project) -> None:
    project.write("a.txt", "alpha\nbeta\n")
    calls = [finds("a.txt", 1, "First"), finds("a.txt", 2, "Second")]
    review, _ = play(project, [Reply(calls=calls), Reply("Done.")], "review", "a.txt", "--json")
    first, second = (each["finding_id"] for each in review.document["findings"])
    listed, _ = play_plain(project, "fix", "--list")
    assert f"{first}  a.txt:1: error: First [bug]" in listed.text
    edit = Call("edit_file", json.dumps({"path": "a.txt", "old_str": "alpha", "new_str": "ALPHA"}))
    read = Call("read_file", json.dumps({"path": "a.txt"}), "read")
    script = [Reply(calls=[read]), Reply(calls=[edit]), Reply("Fixed.")]
    fixed, requests = play(project, script, "fix", first, "--mode", "yolo")
    assert (fixed.code, project.read("a.txt")) == (0, "ALPHA\nbeta\n"), fixed.stderr
    assert "First" in task_of(requests[0])
    assert "Second" not in task_of(requests[0])
    listed, _ = play_plain(project, "fix", "--list")
    assert first not in listed.text
    assert second in listed.text
    undone = project.architect("undo", "--json")
    assert first in project.architect("fix", "--list").text
    project.architect("undo", undone.document["run_id"])
    assert first not in project.architect("fix", "--list").text
    wrong, _ = play(project, [], "fix", "abcdef012345")
    assert wrong.code == 3
    assert "there is no open finding 'abcdef012345'" in wrong.stderr
    neither, _ = play(project, [], "fix")
    assert "Name the ids of findings, or --all" in neither.stderr


def play_plain(project: Project, *arguments: str) -> tuple[Finished, list[Received]]:
    return project.architect(*arguments), []


def test_a_subfolder_of_a_repository_is_reviewed_by_its_own_paths(project: Project) -> None:
    repository(project)
    inner = Project(project.folder / "src", project.home)
    inner.write("a.py", "x = 3\n")
    inner.write("new dir/ü.py", "n = 1\n")
    calls = [finds("a.py"), finds("new dir/ü.py")]
    finished, _ = play(inner, [Reply(calls=calls), Reply("Done.")], "review", "--json")
    assert sorted(each["path"] for each in finished.document["findings"]) == [
        "a.py",
        "new dir/ü.py",
    ]


def test_only_what_is_committed_counts_if_that_is_asked_for(project: Project) -> None:
    repository(project)
    git(project.folder, "checkout", "-q", "-b", "work")
    project.write("src/a.py", "x = 2\n")
    commit_all(project.folder)
    project.write("src/a.py", "x = 3\n")
    project.write("new.py", "y = 1\n")
    finished, requests = play(project, [NOTHING], "review", "--base", "main", "--committed")
    assert finished.code == 0, finished.stderr
    task = task_of(requests[0])
    assert "+x = 2" in task
    assert "x = 3" not in task
    assert "new.py" not in task
    wrong, _ = play(project, [], "review", "--committed")
    assert (wrong.code, "--committed needs --base or --pr" in wrong.stderr) == (3, True)


def test_what_was_fixed_is_open_again_once_the_files_are_those_before_the_fix(
    project: Project,
) -> None:
    repository(project)
    edit = {"path": "src/a.py", "old_str": "x = 1", "new_str": "x = 2"}
    fix = Reply(calls=[Call("edit_file", json.dumps(edit), "1")])
    assert play(project, [Reply(calls=[finds("src/a.py")]), NOTHING], "review", "src/a.py")[0].code
    fixed, _ = play(project, [fix, Reply("Done.")], "fix", "--all", "--mode", "yolo")
    assert fixed.code == 0, fixed.stderr
    [originals] = project.folder.glob(".architect/sessions/*.files")
    run_id = f"{originals.stem}.1"

    def went(*words: str, text: str) -> Any:
        done = project.architect(*words, "--json").document
        assert project.read("src/a.py") == text, (words, done)
        is_open = "It is wrong" in project.architect("fix", "--list").text
        assert is_open == (text == "x = 1\n"), words
        return done

    undone = went("undo", run_id, text="x = 1\n")
    went("undo", undone["run_id"], text="x = 2\n")
    back = went("rollback", run_id, "--to-step", "0", text="x = 1\n")
    forward = went("rollback", "--to-commit", back["before"], text="x = 2\n")
    went("undo", forward["run_id"], text="x = 1\n")
