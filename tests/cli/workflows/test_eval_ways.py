"""What an evaluation can vary, where its tasks can come from, and what becomes of it afterwards."""

import json
from pathlib import Path
from typing import Any

from tests.cli.talk import provider_environment, talk
from tests.cli.workflows.test_eval import answers, left_out_of, variants_of, working
from tests.support.command import Project
from tests.support.processes import descendants, is_alive
from tests.support.provider_server import Behaviour, Hang, ProviderServer, Received, Reply
from tests.support.repository import commit_all, git
from tests.support.team import task_of
from tests.support.until import until
from tests.support.working_tree import branches_of, state_of

CHECK = "grep -qx RIGHT answer.txt && test -f old.txt && test ! -e new.txt"


def in_a_bundle(project: Project) -> Path:
    """A folder with one task, whose repository is a bundle, at a commit before its last one."""
    source = project.home / "source"
    source.mkdir()
    (source / "old.txt").write_bytes(b"old\n")
    commit_all(source)
    git(source, "tag", "v1")
    (source / "new.txt").write_bytes(b"new\n")
    commit_all(source)
    git(source, "bundle", "create", "-q", str(project.home / "source.bundle"), "--all")
    place = project.home / "tasks/one"
    place.mkdir(parents=True)
    (place / "prompt.md").write_bytes(b"Answer in answer.txt\n")
    task = {"repository": "../../source.bundle", "commit": "v1", "checks": [CHECK]}
    (place / "task.yaml").write_bytes(json.dumps(task).encode())
    return place.parent


def test_prompts_and_agents_are_combined_at_a_task_in_a_bundle(repository: Project) -> None:
    """Only who may write, and is told how, answers right."""
    before = state_of(repository.folder)
    tasks, prompts = in_a_bundle(repository), repository.home
    (prompts / "hint.md").write_bytes(b"Say RIGHT. {task} Now.\n")
    (prompts / "plain.md").write_bytes(b"Do this:\n")

    def judge(received: Received) -> Behaviour:
        task = task_of(received)
        replied = sum(each["role"] == "assistant" for each in received.body["messages"])
        return answers("RIGHT" if "Say RIGHT." in task else "WRONG")[min(replied, 1)]

    flags = ("--prompts", f"{prompts}/hint.md,{prompts}/plain.md", "--agents", "build,plan")
    talked = talk(
        repository,
        [judge] * 100,
        *("--mode", "yolo", "--json", "--workers", "2"),
        command=("eval", "--tasks", str(tasks), *flags),
    )
    assert (talked.code, talked.document["status"]) == (0, "success"), talked.stderr
    found = variants_of(talked.document)
    solved = {name: (each["solved"], each["runs"]) for name, each in found.items()}
    assert len(solved) == 4
    assert sorted(solved.values()) == [(0, 1), (0, 1), (0, 1), (1, 1)]
    [best] = [name for name, each in solved.items() if each[0]]
    assert "build" in best and "hint.md" in best
    asked = {task_of(each).strip() for each in talked.requests}
    assert any("Say RIGHT. Answer in answer.txt" in each and "Now." in each for each in asked)
    assert any("Do this:" in each and "Answer in answer.txt" in each for each in asked)
    assert state_of(repository.folder) == before
    assert branches_of(repository.folder) == {"main"}


def test_a_killed_evaluation_goes_on_and_counts_each_run_once(repository: Project) -> None:
    before = state_of(repository.folder)
    tasks = in_a_bundle(repository)
    scripts: dict[str, list[Behaviour]] = {
        "a": answers("RIGHT"),
        "b": [answers("RIGHT")[0], Hang()],
    }
    words = ("eval", "--tasks", str(tasks), "--models", "openai/a,openai/b", "--repeat", "2")
    with ProviderServer(working(scripts)) as server:
        where = ("--api-base", server.url + "/v1", "--json")
        start = (*words, "--workers", "1", "--mode", "yolo", *where)
        with repository.start(*start, environment=provider_environment()) as process:
            until(lambda: len(server.requests) >= 4, "the second run hangs")
            below = descendants(process.pid)
            process.kill()
            process.communicate()
        until(lambda: not any(map(is_alive, below)), "the end of what it had started")
        scripts["b"][1] = Reply("answered")
        asked = len(server.requests)
        [known] = json.loads(repository.architect("workflows", "--json").stdout)
        resumed = repository.architect(
            *("resume", known["workflow_id"], *where), environment=provider_environment()
        )
        again = [str(each.body["model"]) for each in server.requests[asked:]]
    assert (resumed.code, resumed.document["status"]) == (0, "success"), resumed.stderr
    assert again == ["b", "b", "a", "a", "b", "b"]
    found = variants_of(resumed.document)
    assert {name: (each["solved"], each["runs"]) for name, each in found.items()} == {
        "openai/a": (2, 2),
        "openai/b": (2, 2),
    }
    assert left_out_of(resumed.document) == {}
    assert state_of(repository.folder) == before
    assert git(repository.folder, "for-each-ref", "refs/architect/workflows") == ""


def test_the_standings_are_in_its_report(repository: Project) -> None:
    scripts: dict[str, list[Behaviour]] = {"a": answers("RIGHT"), "b": answers("WRONG")}
    talked = talk(
        repository,
        working(scripts),
        *("--mode", "yolo", "--json"),
        command=(
            *("eval", "say it", "--check", "grep -qx RIGHT answer.txt"),
            *("--models", "openai/a,openai/b"),
        ),
    )
    assert talked.code == 0
    workflow = talked.document["workflow_id"]

    def reported(how: str) -> str:
        return repository.architect("report", workflow, "--report", how).text

    row = "| openai/a | 1/1 | 100% |"
    for how in ("markdown", "github"):
        text = reported(how)
        assert row in text, text
        assert "openai/a solved more than openai/b at 1 of 1 task" in text
    page = reported("html")
    assert "<td>openai/a</td>" in page and "21% to 100%" in page
    document: dict[str, Any] = json.loads(reported("json"))
    assert document["standings"] == talked.document["evaluation"]
