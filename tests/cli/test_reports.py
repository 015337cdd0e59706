"""Reports in all formats, of a run that does something of everything."""

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.cli.talk import Talk, talk
from tests.cli.test_review_command import finds, play
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.provider_server import Call, Reply
from tests.support.repository import commit_all

HOSTILE = "<script>alert(1)</script> @someone #1 ``` </details> | **x** \x1b[31m"
SARIF_SCHEMA = json.loads(
    (Path(__file__).parents[1] / "support/schemas/sarif-2.1.0.json").read_bytes()
)
FORMATS = ("r.json", "r.md", "r.html", "r.sarif", "r.xml")


def worked(project: Project) -> Talk:
    """A run with an edit, a denied call, a failed command, a question, a failed check, a plan."""
    steps = [
        Call("update_plan", json.dumps({"steps": [{"step": HOSTILE, "status": "in_progress"}]})),
        Call("read_file", '{"path": "a.txt"}', "c1"),
        Call("edit_file", '{"path": "a.txt", "old_str": "alpha", "new_str": "ALPHA"}', "c2"),
        Call("run_command", '{"command": "exit 3"}', "c3"),
        Call("read_file", '{"path": "../outside"}', "c4"),
        Call("ask_user", json.dumps({"question": f"Which one? {HOSTILE}"}), "c5"),
    ]
    script = [*(Reply(calls=[call]) for call in steps), *[Reply(HOSTILE)] * 5]
    flags = [part for file in FORMATS for part in ("--report-file", f"out/{file}")]
    return talk(project, script, *("--mode", "yolo", "--require-check", "false # </pre>"), *flags)


def reports(project: Project) -> dict[str, str]:
    return {file: project.read(f"out/{file}") for file in FORMATS}


def test_a_run_is_told_in_every_format(project: Project) -> None:
    talked = worked(project)
    assert talked.code == 1, talked.stderr
    found = reports(project)
    document = json.loads(found["r.json"])
    assert document["status"] == "failed"
    assert [(file["path"], file["added"]) for file in document["files"]] == [("a.txt", 1)]
    assert "+ALPHA" in document["patch"]
    assert document["checks"][0]["passed"] is False
    [asked] = document["questions"]
    assert (asked["question"], asked["answer"]) == (f"Which one? {HOSTILE}", None)
    for file in ("r.md", "r.html"):
        for words in ("a.txt", "ALPHA", "exit code 1", "Failed", "nobody was there"):
            assert words in found[file], (file, words)


def test_nothing_that_others_wrote_becomes_markup(project: Project) -> None:
    worked(project)
    found = reports(project)
    assert "<script" not in found["r.html"]
    assert "default-src 'none'" in found["r.html"]
    for file in FORMATS:
        assert "\x1b" not in found[file], file
    markdown = found["r.md"].split("## ", 1)[1]
    outside_of_code = markdown.split("```")[0::2]
    assert not any("<script" in part or "@someone" in part for part in outside_of_code)


def test_junit_has_the_shape_that_jenkins_reads(project: Project) -> None:
    worked(project)
    root = ElementTree.fromstring(reports(project)["r.xml"])
    suites = {suite.get("name"): suite for suite in root}
    assert set(suites) == {"architect.run", "architect.checks"}
    assert suites["architect.checks"].get("failures") == "1"
    [case] = suites["architect.checks"]
    [failure] = case
    assert failure.get("message") == "failed (exit code 1)"
    assert int(root.get("tests", "0")) == sum(len(suite) for suite in root)


def test_sarif_is_as_its_schema_and_github_want_it(project: Project) -> None:
    project.write("sub dir/ü#.py", "one\ntwo\n")
    calls = [
        finds("sub dir/ü#.py", 2, HOSTILE, severity="warning", category="security"),
        finds("a.txt", 1, severity="info"),
    ]
    files = ("--report-file", "r.sarif", "--fail-on", "never")
    finished, _ = play(
        project, [Reply(calls=calls), Reply("Done.")], "review", "a.txt", "sub dir", *files
    )
    assert finished.code == 0, finished.stderr
    log = json.loads(project.read("r.sarif"))
    check_sarif(log)
    [first, second] = log["runs"][0]["results"]
    assert (first["level"], second["level"]) == ("warning", "note")
    uri = first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "sub%20dir/%C3%BC%23.py"


def check_sarif(log: dict[str, Any]) -> None:
    """What the schema requires, what the specification says beyond it, and what GitHub documents.

    https://docs.github.com/en/code-security/reference/code-scanning/sarif-files/sarif-support-for-code-scanning
    """
    validator: Any = jsonschema.Draft202012Validator(
        SARIF_SCHEMA, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    wrong = [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]
    assert not wrong
    [run] = log["runs"]
    assert run["automationDetails"]["id"].endswith("/")
    driver = run["tool"]["driver"]
    rules = [rule["id"] for rule in driver["rules"]]
    assert len(set(rules)) == len(rules)
    for rule in driver["rules"]:
        assert {"shortDescription", "fullDescription", "help"} <= set(rule)
        assert rule.get("name") != rule["id"]
        assert rule["properties"]["precision"] in {"very-high", "high", "medium", "low"}
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["message"]["text"]
        assert result["partialFingerprints"]
        [place] = result["locations"]
        region = place["physicalLocation"]["region"]
        assert 1 <= region["startLine"] <= region["endLine"]
    for file in places(log):
        assert file["uriBaseId"] == "%SRCROOT%"
        assert file["uri"].isascii()
        assert not file["uri"].startswith("/")
        assert " " not in file["uri"]


def places(log: dict[str, Any]) -> list[dict[str, str]]:
    """The files that results and notifications name."""
    [run] = log["runs"]
    notes = [note for each in run["invocations"] for note in each["toolExecutionNotifications"]]
    return [
        place["physicalLocation"]["artifactLocation"]
        for each in (*run["results"], *notes)
        for place in each.get("locations", ())
    ]


def test_files_are_named_from_the_root_of_the_repository(project: Project) -> None:
    package = Project(project.folder / "packages/ä b", project.home)
    package.write("a.txt", "alpha\n")
    package.write("lock/uv.lock", "x\n")
    commit_all(project.folder)
    package.write("a.txt", "beta\n")
    package.write("uv.lock", "new\n")
    script = [Reply(calls=[finds("a.txt")]), Reply("Done.")]
    finished, _ = play(package, script, "review", "--report", "sarif", "--fail-on", "never")
    assert finished.code == 0, finished.stderr
    log = json.loads(finished.text)
    check_sarif(log)
    assert [file["uri"] for file in places(log)] == [
        f"packages/%C3%A4%20b/{name}" for name in ("a.txt", "uv.lock")
    ]


def test_the_comment_for_a_pull_request_keeps_its_limit_and_its_marker(project: Project) -> None:
    project.write("long.txt", "".join(f"line {n}\n" for n in range(300)))
    calls = [finds("long.txt", n, f"Finding {n}", detail="d" * 900) for n in range(1, 90)]
    script = [Reply(calls=calls), Reply("Done.")]
    finished, _ = play(
        project, script, "review", "long.txt", "--report", "github", "--fail-on", "never"
    )
    assert finished.code == 0, finished.stderr
    assert finished.text.startswith("<!-- architect-report -->\n\n## ")
    assert len(finished.stdout) <= 60_000
    assert finished.text.count("<details") == finished.text.count("</details>")
    assert "Finding 20" in finished.text
    assert "more are in the report._" in finished.text
    few, _ = play(
        project,
        [Reply(calls=calls[:2]), Reply("Done.")],
        *("review", "long.txt", "--report", "github", "--fail-on", "never"),
    )
    assert "<details open><summary>Findings</summary>" in few.text
    assert "Finding 2" in few.text


def test_a_report_of_a_session_comes_afterwards_too(project: Project) -> None:
    talked = worked(project)
    [journal] = project.journals
    session = next(iter(read_journal(journal))).run_id.rpartition(".")[0]
    plain = project.architect("report")
    assert plain.code == 0
    assert plain.text == reports(project)["r.md"]
    html = project.architect("report", session, "--report-file", "again.html")
    assert (html.code, html.stdout) == (0, b"")
    assert project.read("again.html") == reports(project)["r.html"]
    wrong = project.architect("report", "nope")
    assert wrong.code == 3
    assert "there is no session 'nope'" in wrong.stderr
    assert talked.finished.stdout


def test_a_file_that_cannot_be_written_in_the_end_fails_the_command_and_nothing_else(
    project: Project,
) -> None:
    in_the_way = Call("write_file", '{"path": "folder", "content": "x"}')
    script = [Reply(calls=[in_the_way]), Reply("Done.")]
    talked = talk(project, script, "--mode", "yolo", "--report-file", "folder/r.md")
    assert talked.code == 1
    assert "--report-file: 'folder/r.md'" in talked.stderr
    [journal] = project.journals
    assert f"`architect report {journal.stem} --report-file FILE`" in talked.stderr
    assert talked.finished.text == "Done.\n"


def test_a_review_is_headed_by_what_it_found_the_worst_first(project: Project) -> None:
    small = {"path": "a.txt", "line": 1, "severity": "info", "title": "Small", "detail": "d"}
    big = small | {"severity": "error", "title": "Big", "category": "security"}
    calls = [Call("report_finding", json.dumps(each), str(each["title"])) for each in (small, big)]
    script = [Reply(calls=calls), Reply("Done.")]
    talk(project, script, command=("review", "a.txt"))
    for flags in ((), ("--report", "github"), ("--report", "html")):
        told = project.architect("report", *flags).text
        assert "2 findings" in told
        assert "Success:" not in told
        assert told.index("Big") < told.index("Small")
    assert "## ❌ 2 findings: Review a.txt" in project.architect("report").text


def test_a_removed_line_that_looks_like_a_head_is_shown_as_removed(project: Project) -> None:
    project.write("a.sql", "-- one\nselect 1;\n")
    edit = {"path": "a.sql", "old_str": "-- one\n", "new_str": "++ two\n"}
    script = [
        Reply(calls=[Call("read_file", '{"path": "a.sql"}')]),
        Reply(calls=[Call("edit_file", json.dumps(edit))]),
        Reply("Done."),
    ]
    talk(project, script, "--mode", "yolo", "--report-file", "r.html")
    html = project.read("r.html")
    assert '<span class="removed">--- one' in html
    assert '<span class="added">+++ two' in html
    assert '<span class="file">--- a/a.sql' in html


def test_a_report_of_a_run_that_still_goes_on_says_so(project: Project) -> None:
    talk(project, [Reply("Done.")])
    [journal] = project.journals
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:40])
    report = project.architect("report", "--report", "json")
    assert json.loads(report.stdout)["status"] == "interrupted"


@pytest.mark.parametrize("moments", [20_000])
def test_a_long_journal_is_told_in_bounded_size(project: Project, moments: int) -> None:
    talk(project, [Reply("Done.")])
    [journal] = project.journals
    *first, last = journal.read_bytes().splitlines(keepends=True)
    step = next(line for line in first if b'"step.started"' in line)
    warned = step.replace(
        b'{"type":"step.started","step":1}', b'{"type":"net.hit","reason":"timeout","message":"m"}'
    )
    journal.write_bytes(b"".join([*first, warned * moments, last]))
    report = project.architect("report", "--report", "json")
    document = json.loads(report.stdout)
    assert len(document["timeline"]) == 800
    assert document["left_out"]["moments"] > moments - 800


def test_a_report_has_no_secret_that_the_run_has_seen(project: Project, tmp_path: Path) -> None:
    commit_all(project.folder)
    key = "ghp_" + "a1B2" * 9
    call = Call(
        "run_command", json.dumps({"command": f"printf '%s' {key[:10]}; printf %s {key[10:]}"})
    )
    flags = [part for file in FORMATS for part in ("--report-file", f"out/{file}")]
    talk(project, [Reply(calls=[call]), Reply(f"The key is {key}.")], "--mode", "yolo", *flags)
    for file, text in reports(project).items():
        assert key not in text, file


def test_a_comment_has_room_for_the_finding_that_says_too_much(project: Project) -> None:
    calls = [finds("a.txt", 1, "&" * 9_000, detail="<" * 90_000, suggestion="|" * 90_000)]
    finished, _ = play(
        project,
        [Reply(calls=calls), Reply("&" * 9_000)],
        *("review", "a.txt", "--report", "github", "--fail-on", "never"),
    )
    assert finished.code == 0, finished.stderr
    assert 20_000 < len(finished.stdout) <= 60_000
    assert "<details open><summary>Findings</summary>" in finished.text
    assert "`architect fix " in finished.text


def test_a_bar_in_a_command_stays_in_its_cell(project: Project) -> None:
    talked = talk(
        project,
        [Reply("Done.")] * 5,
        *("--mode", "yolo", "--require-check", "false | cat; exit 1", "--report", "markdown"),
    )
    [row] = [line for line in talked.finished.text.split("\n") if "(exit code 1) |" in line]
    assert "`false \\| cat; exit 1`" in row
    assert len(row.replace("\\|", "").split("|")) == 5


def test_a_timeline_has_steps_and_what_each_reply_cost(project: Project) -> None:
    worked(project)
    page = reports(project)["r.html"]
    assert page.count('<li class="step">') == 10
    assert "(10 in / 5 out), context 3 %" in page
    assert '<span class="added">+ALPHA</span>' in page.split('id="timeline"')[1]
