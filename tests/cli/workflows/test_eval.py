"""Variants compared at the same tasks."""

import csv
import io
import json
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.cli.talk import Talk, provider_environment, talk
from tests.support.agents_at_work import writes
from tests.support.command import Project
from tests.support.provider_server import (
    Behaviour,
    Call,
    Hang,
    Judge,
    ProviderServer,
    Received,
    Reply,
)
from tests.support.repository import commit_all, git
from tests.support.team import task_of
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

CHECK = "sh tests/check.sh"
A_AND_B = ("--models", "openai/a,openai/b")


def working(scripts: Mapping[str, Sequence[Behaviour]]) -> list[Judge]:
    """Each run goes by the script of its `MODEL`, or of `MODEL WORD`, a word of its task."""

    def judge(received: Received) -> Behaviour:
        model, task = received.body["model"], task_of(received)
        keys = (key for key in scripts if key.split()[0] == model)
        script = scripts[next(key for key in keys if all(word in task for word in key.split()[1:]))]
        replied = sum(each["role"] == "assistant" for each in received.body["messages"])
        return script[min(replied, len(script) - 1)]

    return [judge] * 2_000


def answers(word: str, *more: Behaviour) -> list[Behaviour]:
    return [writes("answer.txt", f"{word}\n"), *more, Reply("answered")]


def make_tasks(project: Project, words: Sequence[str], **settings: object) -> Path:
    """A folder with a task for each word, which is what `answer.txt` has to say."""
    source = project.home / "source"
    source.mkdir()
    (source / "README.md").write_bytes(b"a project\n")
    commit_all(source)
    (source / "solution.txt").write_bytes(b"the solution, in a later commit\n")
    commit_all(source)
    folder = project.home / "tasks"
    for word in words:
        place = folder / word.lower()
        (place / "hidden/tests").mkdir(parents=True)
        (place / "prompt.md").write_bytes(f"Answer {word}\n".encode())
        task = {"repository": "../../source", "commit": "HEAD~1", "checks": [CHECK], **settings}
        (place / "task.yaml").write_bytes(json.dumps(task).encode())
        check = f"grep -q {word} answer.txt && test ! -e solution.txt\n"
        (place / "hidden/tests/check.sh").write_bytes(check.encode())
    return folder


def evaluated(project: Project, scripts: Mapping[str, Sequence[Behaviour]], *words: str) -> Talk:
    return talk(
        project, working(scripts), *("--mode", "yolo", "--json"), command=("eval", *words, *A_AND_B)
    )


def variants_of(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {each["variant"]: each for each in document["evaluation"]["variants"]}


def left_out_of(document: dict[str, Any]) -> dict[str, str]:
    runs = document["evaluation"]["runs"]
    return {each["unit"]: each["left_out"] for each in runs if each["left_out"]}


def test_the_better_model_is_ranked_first_by_checks_that_no_agent_saw(project: Project) -> None:
    words = ("ONE", "TWO", "THREE", "FOUR")
    folder = make_tasks(project, words)
    source = state_of(project.home / "source")
    looks = Reply(calls=[Call("run_command", '{"command": "git log --all -p; ls -R"}', id="l")])
    cheats = writes("tests/check.sh", "exit 0\n", id="c2")
    scripts = {
        "a ONE": answers("ONE", looks),
        "a FOUR": answers("wrong"),
        **{f"a {word}": answers(word) for word in ("TWO", "THREE")},
        "b ONE": answers("ONE"),
        "b TWO": answers("wrong", cheats),
        "b": answers("wrong"),
    }
    report = project.home / "out"
    talked = evaluated(
        project,
        scripts,
        *("--tasks", str(folder), "--workers", "2"),
        *(flag for end in ("html", "csv", "json") for flag in ("--results", f"{report}.{end}")),
    )
    document = talked.document
    assert (talked.code, document["status"], document["reason"]) == (
        0,
        "success",
        "8 runs of 8 count",
    )
    first, second = document["evaluation"]["variants"]
    assert (first["variant"], first["solved"], first["pass_rate"]) == ("openai/a", 3, 0.75)
    assert (first["pass_rate_low"], first["pass_rate_high"]) == (0.3006, 0.9544)
    assert (second["variant"], second["solved"], second["pass_rate"]) == ("openai/b", 1, 0.25)
    assert (second["pass_rate_low"], second["pass_rate_high"]) == (0.0456, 0.6994)
    [compared] = document["evaluation"]["comparisons"]
    assert (compared["better"], compared["worse"], compared["p_value"]) == (2, 0, 0.5)
    overwritten = {run["unit"]: run["overwritten"] for run in document["evaluation"]["runs"]}
    assert [name for name, files in overwritten.items() if files] == ["4-two-v2-r1"]
    asked = [json.dumps(each.body) for each in talked.requests]
    assert not any("grep -q" in body or "check.sh && " in body for body in asked)
    assert not any("the solution" in body for body in asked)
    assert state_of(project.home / "source") == source
    assert git(project.home / "source", "for-each-ref").count("\n") == 1
    page = report.with_suffix(".html").read_text()
    assert "openai/a" in page and "30% to 95%" in page and "<script" not in page
    rows = list(csv.DictReader(io.StringIO(report.with_suffix(".csv").read_text())))
    assert [row["solved"] for row in rows].count("true") == 4
    assert json.loads(report.with_suffix(".json").read_text()) == document


def test_what_a_budget_cuts_off_is_said_and_left_out_of_the_rates(project: Project) -> None:
    """A reply costs a tenth of a dollar, and a run has two."""
    folder = make_tasks(project, ("ONE", "TWO", "THREE"))
    project.write(
        "prices.json", json.dumps({name: {"input": 10_000.0, "output": 0} for name in "ab"})
    )
    scripts = {
        f"{model} {word}": [
            Reply(calls=writes("answer.txt", f"{word}\n").calls, usage=(10, 0, 0)),
            Reply("answered", usage=(10, 0, 0)),
        ]
        for model in "ab"
        for word in ("ONE", "TWO", "THREE")
    }
    talked = talk(
        project,
        working(scripts),
        *("--mode", "yolo", "--json", "--budget", "0.65"),
        command=("eval", "--tasks", str(folder), "--workers", "1", *A_AND_B),
        settings={"ARCHITECT__COSTS__PRICES_FILE": str(project.folder / "prices.json")},
    )
    document = talked.document
    left_out = left_out_of(document)
    assert (talked.code, document["status"]) == (2, "partial")
    assert set(left_out) >= {"3-two-v1-r1", "3-two-v2-r1"}
    assert all("budget" in reason for reason in left_out.values())
    for each in variants_of(document).values():
        assert each["pass_rate"] == 1.0
        assert each["runs"] + each["left_out"] == 3
        assert each["cost_per_solved_usd"] == 0.2
    assert sum(each["runs"] for each in variants_of(document).values()) == 6 - len(left_out)
    shown = project.architect("workflows", document["workflow_id"]).text
    assert "left out of all of it:" in shown


def test_an_interrupted_evaluation_goes_on_without_repeating(repository: Project) -> None:
    before = state_of(repository.folder)
    scripts: dict[str, list[Behaviour]] = {
        "a": answers("x"),
        "b": [writes("answer.txt", "x\n"), Hang()],
    }
    words = ("eval", "say X", *A_AND_B, "--repeat", "2", "--check", "grep -q x answer.txt")
    report = repository.home / "out.csv"
    with ProviderServer(working(scripts)) as server:
        where = ("--api-base", server.url + "/v1")
        flags = ("--workers", "1", "--mode", "yolo", "--json", "--results", str(report))
        with repository.start(
            *words, *flags, *where, environment=provider_environment()
        ) as process:
            until(lambda: len(server.requests) >= 4, "the second run hangs")
            process.send_signal(signal.SIGINT)
            stopped = repository.finish(process)
        assert stopped.code == 130
        assert len(left_out_of(stopped.document)) == 3
        assert variants_of(stopped.document)["openai/b"]["pass_rate"] is None
        scripts["b"][1] = Reply("answered")
        asked = len(server.requests)
        resumed = repository.architect(
            *("resume", stopped.document["workflow_id"], "--json"),
            *where,
            environment=provider_environment(),
        )
        again = [str(each.body["model"]) for each in server.requests[asked:]]
    assert (resumed.code, resumed.document["status"]) == (0, "success"), resumed.stderr
    assert again == ["b", "b", "a", "a", "b", "b"]
    rows = {each["variant"]: each for each in resumed.document["evaluation"]["variants"]}
    assert {name: (each["solved"], each["runs"]) for name, each in rows.items()} == {
        "openai/a": (2, 2),
        "openai/b": (2, 2),
    }
    assert report.read_text().count("\n") == 5
    assert state_of(repository.folder) == before
    assert branches_of(repository.folder) == {"main"}


def test_a_configuration_that_changed_is_another_variant(repository: Project) -> None:
    config = repository.home / "c.yaml"
    config.write_bytes(b"llm: {retries: 0}\n")
    with ProviderServer(working({"m": [Hang()]})) as server:
        where = ("--api-base", server.url + "/v1", "--model", "openai/m")
        words = ("eval", "say X", "--configs", str(config), "--json")
        with repository.start(*words, *where, environment=provider_environment()) as process:
            until(lambda: len(server.requests) >= 1, "the run hangs")
            process.send_signal(signal.SIGINT)
            stopped = repository.finish(process)
    config.write_bytes(b"llm: {retries: 1}\n")
    workflow = stopped.document["workflow_id"]
    resumed = repository.architect("resume", workflow, environment=provider_environment())
    assert resumed.code == 3
    assert "has changed since the evaluation began" in resumed.stderr


def test_tasks_of_swe_bench_run_where_their_repository_is_at_hand(project: Project) -> None:
    folder = project.home / "repositories/owner__project"
    folder.mkdir(parents=True)
    (folder / "answer.txt").write_bytes(b"wrong\n")
    (folder / "tests").mkdir()
    (folder / "tests/run.sh").write_bytes(b"exit 0\n")
    commit_all(folder)
    base = git(folder, "rev-parse", "HEAD").strip()
    test = 'for name in "$@"; do grep -q "$name" answer.txt || exit 1; done\n'
    (folder / "tests/run.sh").write_bytes(test.encode())
    patch = git(folder, "diff")
    git(folder, "checkout", "-q", ".")
    objects = git(folder, "count-objects")
    line = {
        "instance_id": "owner__project-1",
        "repo": "owner/project",
        "base_commit": base,
        "problem_statement": "It should say RIGHT",
        "test_patch": patch,
        "FAIL_TO_PASS": '["RIGHT", "R[IJ]GHT"]',
        "PASS_TO_PASS": ["GH"],
        "patch": "not read",
    }
    other = {**line, "instance_id": "other-1", "repo": "other/project"}
    unknown = {**line, "instance_id": "owner__project-2", "base_commit": "1" * 40}
    file = project.home / "tasks.jsonl"
    file.write_bytes("\n".join(map(json.dumps, (line, other, unknown))).encode())
    edit = {"path": "answer.txt", "old_str": "wrong", "new_str": "RIGHT"}
    read = Reply(calls=[Call("read_file", '{"path": "answer.txt"}', id="r")])
    scripts = {
        "a": [read, Reply(calls=[Call("edit_file", json.dumps(edit), id="e")]), Reply("done")],
        "b": [writes("tests/more.sh", "x"), Reply("done")],
    }
    talked = evaluated(
        project,
        scripts,
        *("--tasks", str(file), "--repositories", str(folder.parent)),
        *("--test-command", "sh tests/run.sh"),
    )
    document = talked.document
    assert (talked.code, document["status"]) == (0, "success"), talked.stderr
    assert document["evaluation"]["tasks"] == ["owner__project-1"]
    assert [each.partition(":")[0] for each in document["evaluation"]["missing_tasks"]] == [
        "other-1",
        "owner__project-2",
    ]
    solved = {name: each["solved"] for name, each in variants_of(document).items()}
    assert solved == {"openai/a": 1, "openai/b": 0}
    checks = [check["command"] for check in document["units"][0]["checks"]]
    assert checks == ["sh .architect-checks/FAIL_TO_PASS", "sh .architect-checks/PASS_TO_PASS"]
    assert not any("R[IJ]GHT" in json.dumps(each.body) for each in talked.requests)
    assert git(folder, "count-objects") == objects


def test_what_is_wrong_with_tasks_is_named(repository: Project) -> None:
    folder = make_tasks(repository, ("ONE",))
    settings = folder / "one/task.yaml"

    def refused(*words: str) -> str:
        finished = repository.architect("eval", *words, "--model", "openai/m")
        assert (finished.code, finished.stdout) == (3, b"")
        return finished.stderr

    settings.write_bytes(b"checks: [x]\nrepositry: y\n")
    told = refused("--tasks", str(folder))
    assert "task.yaml:2: repositry: unknown key, did you mean 'repository'?" in told
    settings.write_bytes(b"checks: [x]\nrepository: ../../tasks\n")
    assert "is not a git repository" in refused("--tasks", str(folder))
    settings.write_bytes(b"repository: ../../source\n")
    assert "has no checks" in refused("--tasks", str(folder))
    link = folder / "one/hidden/key"
    link.symlink_to(repository.home / "key")
    assert f"{str(link)!r} is a link that leads out of its task" in refused("--tasks", str(folder))
    link.unlink()
    (folder / "one/prompt.md").unlink()
    (folder / "one/prompt.md").symlink_to(folder.parent / "source/README.md")
    assert "is a link that leads out of its task" in refused("--tasks", str(folder))
    repository.write("tasks/one/prompt.md", "x")
    repository.write("tasks/one/task.yaml", "checks: [x]")
    assert "agents can read the hidden files" in refused("--tasks", "tasks")
    assert "either TASK or --tasks" in refused()
    file = repository.write("tasks.jsonl", '{"instance_id": "x"}')
    assert "tasks.jsonl:1: 'repo' is missing" in refused(
        "--tasks", str(file), "--repositories", "."
    )
    assert "use .html, .csv or .json" in refused("x", "--results", "x.pdf")
