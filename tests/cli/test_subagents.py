"""Agents that are sent out by an agent: side by side, with a context and a journal of their own."""

import json
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import Talk, provider_environment, talk
from tests.support.command import Project
from tests.support.journals import read_journal
from tests.support.processes import descendants, is_alive, running_below
from tests.support.provider_server import (
    Behaviour,
    Call,
    Hang,
    ProviderServer,
    Received,
    Reply,
)
from tests.support.team import send, task_of, team
from tests.support.until import until

from architect.domain.journal.run_events import RunFinished

DONE = Reply("all done")
YOLO = ("--mode", "yolo", "--json")


def events_of(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(line)["event"] for line in journal.read_bytes().splitlines()]


def journal_of(project: Project, number: int | None = None) -> list[dict[str, Any]]:
    """What the run has recorded, or the run that its call of that number opened."""
    folder = project.folder / ".architect" / "sessions"
    dots = 0 if number is None else 2
    tail = "" if number is None else f".{number}"
    [journal] = [each for each in folder.glob(f"*{tail}.jsonl") if each.name.count(".") == dots + 1]
    return events_of(journal)


def results_in(talked: Talk, word: str = "do it") -> list[str]:
    """What the last request about that task has as results."""
    asked = [each for each in talked.requests if word in task_of(each)]
    return [each["content"] for each in asked[-1].body["messages"] if each["role"] == "tool"]


def test_an_explorer_reads_and_only_its_answer_comes_back(project: Project) -> None:
    project.write("deep/a.py", "def secret_place():\n    pass\n")
    read = Call("read_file", '{"path": "deep/a.py"}')
    replies = team(
        [Reply(calls=[send("explore", "find WHERE it is", files=["deep/a.py"])]), DONE],
        {"WHERE": [Reply(calls=[read]), Reply("deep/a.py:1 secret_place")]},
    )
    talked = talk(project, replies, *YOLO)
    assert (talked.code, talked.document["status"]) == (0, "success")
    [result] = results_in(talked)
    assert result == "The explore agent answers, after 2 steps:\ndeep/a.py:1 secret_place"
    child = next(each for each in talked.requests if "WHERE" in task_of(each))
    names = {tool["function"]["name"] for tool in child.body["tools"]}
    assert names == {"read_file", "list_files", "find_files", "search_code", "grep", "code_map"}
    assert "Begin with these files: deep/a.py" in task_of(child)
    assert "do it" not in json.dumps(child.body["messages"])
    assert talked.document["costs"]["by_source"]["subagent"]["total_tokens"] == 30
    assert "1 | read_file deep/a.py" in talked.stderr
    own = [each["type"] for each in journal_of(project)]
    assert [kind for kind in own if kind.startswith("child.")] == [
        "child.started", "child.replied", "child.called", "child.replied", "child.finished",
    ]  # fmt: skip
    assert journal_of(project, 1)[0]["agent"] == "explore"


def test_four_go_side_by_side_and_the_fifth_waits(project: Project) -> None:
    here = threading.Barrier(4, timeout=60)
    busy: list[int] = []
    most: list[int] = []

    def meets(_: Received) -> Behaviour:
        busy.append(1)
        most.append(len(busy))
        if len(most) <= 4:
            here.wait()
        busy.pop()
        return Reply("met")

    words = [f"PART{number}" for number in range(5)]
    calls = [send("explore", f"look at {word}", word) for word in words]
    replies = team([Reply(calls=calls), DONE], dict.fromkeys(words, meets))
    talked = talk(project, replies, *YOLO)
    assert talked.code == 0
    assert [result.splitlines()[-1] for result in results_in(talked)] == ["met"] * 5
    assert max(most) == 4


def test_explorers_and_reviewers_cannot_write_or_send_out_others(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    wrong = [
        Call("write_file", '{"path": "a.py", "content": ""}', id="w"),
        Call("run_command", '{"command": "rm a.py"}', id="r"),
        send("explore", "and so on", id="s"),
    ]
    for kind in ("explore", "review"):
        replies = team(
            [Reply(calls=[send(kind, "DESTROY it")]), DONE],
            {"DESTROY": [Reply(calls=wrong), Reply("I tried")]},
        )
        talked = talk(project, replies, *YOLO)
        assert (project.folder / "a.py").read_text() == "x = 1\n"
        denied = {each["tool"] for each in talked.document["denied"]}
        assert denied == {"write_file", "run_command"}, kind
        assert "no tool 'dispatch_subagent'" in results_in(talked, "DESTROY")[2]
        assert talked.document["status"] == "partial"


def test_a_tester_runs_what_belongs_to_development_and_nothing_else(project: Project) -> None:
    project.write("test_it.py", "def test_it():\n    assert 1 == 2\n")
    run = Call("run_command", '{"command": "python3 -m unittest test_it"}', id="a")
    other = Call("run_command", '{"command": "curl http://127.0.0.1:9/x"}', id="b")
    replies = team(
        [Reply(calls=[send("test", "CHECK it")]), DONE],
        {"CHECK": [Reply(calls=[run]), Reply(calls=[other]), Reply("it fails")]},
    )
    talked = talk(project, replies, *YOLO)
    [denied] = talked.document["denied"]
    assert denied["by"] == "allowed_only"
    assert results_in(talked)[0].startswith("The test agent was denied 1 call.")


def test_a_long_answer_is_cut_and_kept_whole_where_it_can_be_read(project: Project) -> None:
    answer = "".join(f"line {number}\n" for number in range(400))
    replies = team([Reply(calls=[send("explore", "tell ALL")]), DONE], {"ALL": [Reply(answer)]})
    talked = talk(project, replies, *YOLO)
    [result] = results_in(talked)
    assert len(result) == 1_000
    path = result.rpartition("the whole answer: ")[2].rstrip("]")
    assert (project.folder / path).read_text() == answer.strip()
    assert talked.document["files_modified"] == []
    short = answer[:900].strip()
    script = team([Reply(calls=[send("explore", "tell ALL")]), DONE], {"ALL": [Reply(short)]})
    [result] = results_in(talk(project, script, *YOLO))
    assert result.endswith(f":\n{short}")


def test_findings_of_a_reviewer_are_those_of_the_run(project: Project) -> None:
    project.write("a.py", "x = 1\n")
    finding = {"path": "a.py", "line": 1, "severity": "warning", "title": "x", "detail": "y"}
    report = Call("report_finding", json.dumps(finding | {"suggestion": "z"}))
    replies = team(
        [Reply(calls=[send("review", "LOOK at it")]), DONE],
        {"LOOK": [Reply(calls=[report]), Reply("one")]},
    )
    talked = talk(project, replies, *YOLO)
    assert [each["title"] for each in talked.document["findings"]] == ["x"]


def test_agents_of_the_user_are_sent_out_and_may_write(project: Project) -> None:
    project.write(
        ".architect.yaml",
        "agents: {writer: {system_prompt: Writes texts., allowed_tools: [write_file]}}\n",
    )
    assert project.architect("trust", "--yes").code == 0
    write = Call("write_file", '{"path": "new.txt", "content": "made\\n"}')
    replies = team(
        [Reply(calls=[send("writer", "MAKE it")]), DONE],
        {"MAKE": [Reply(calls=[write]), Reply("made")]},
    )
    talked = talk(project, replies, *YOLO)
    assert (project.folder / "new.txt").read_text() == "made\n"
    assert talked.document["files_modified"] == ["new.txt"]
    tool = next(
        each["function"]
        for each in talked.requests[0].body["tools"]
        if each["function"]["name"] == "dispatch_subagent"
    )
    types = tool["parameters"]["properties"]["agent_type"]["enum"]
    assert types == ["explore", "review", "test", "writer"]
    assert "writer (Writes texts)" in tool["description"]


def test_each_type_of_agent_may_ask_a_model_of_its_own(project: Project) -> None:
    project.write(".architect.yaml", "agents: {explore: {model: openai/small}}\n")
    assert models_of_two(project) == {"LOOK": {"m"}, "CHECK": {"m"}}
    assert project.architect("trust", "--yes").code == 0
    assert models_of_two(project) == {"LOOK": {"small"}, "CHECK": {"m"}}
    settings = {"ARCHITECT__AGENTS__EXPLORE__MODEL": "anthropic/elsewhere"}
    replies: list[Behaviour] = [Reply(calls=[send("explore", "LOOK here")]), DONE]
    talked = talk(project, team(replies, {}), *YOLO, settings=settings)
    assert "ANTHROPIC_API_KEY" in results_in(talked)[0]


def models_of_two(project: Project) -> dict[str, set[str]]:
    """Which models an explorer and a tester have asked."""
    both = [send("explore", "LOOK here", "a"), send("test", "CHECK it", "b")]
    answers: dict[str, list[Behaviour]] = {"LOOK": [Reply("here")], "CHECK": [Reply("checked")]}
    talked = talk(project, team([Reply(calls=both), DONE], answers), *YOLO)
    return {
        word: {each.body["model"] for each in talked.requests if word in task_of(each)}
        for word in answers
    }


def test_what_does_not_work_is_told_to_the_one_who_asked(project: Project) -> None:
    wrong = Reply(calls=[send("explorer", "x")])
    replies = team(
        [wrong, Reply(calls=[send("explore", "FAIL")]), DONE],
        {"FAIL": [Reply("", finish="content_filter")]},
    )
    talked = talk(project, replies, *YOLO)
    unknown, failed = results_in(talked)
    assert "there is no agent_type 'explorer', did you mean 'explore'?" in unknown
    assert "the explore agent failed: the provider's content filter" in failed


def test_each_has_its_share_of_the_budget(project: Project) -> None:
    def goes_on(_: Received) -> Behaviour:
        return Reply(calls=[Call("list_files", json.dumps({"path": "."}))], usage=(90, 10, 0))

    replies = team([Reply(calls=[send("explore", "SPEND")]), DONE], {"SPEND": goes_on})
    talked = talk(project, replies, *YOLO, settings={"ARCHITECT__COSTS__BUDGET_TOKENS": "1000"})
    [result] = results_in(talked)
    assert "was stopped before it was done (budget_exceeded)" in result
    assert talked.document["costs"]["by_source"]["subagent"]["total_tokens"] <= 400
    assert talked.document["status"] == "success"


def test_a_dry_run_is_dry_all_the_way_down(project: Project) -> None:
    project.write(".architect.yaml", "agents: {writer: {system_prompt: Writes texts.}}\n")
    assert project.architect("trust", "--yes").code == 0
    write = Call("write_file", '{"path": "new.txt", "content": "made\\n"}')
    replies = team(
        [Reply(calls=[send("writer", "MAKE it")]), DONE],
        {"MAKE": [Reply(calls=[write]), Reply("made")]},
    )
    talked = talk(project, replies, "--dry-run", "--json")
    assert not (project.folder / "new.txt").exists()
    assert "planned: write_file new.txt" in talked.stderr


def many_files(project: Project) -> None:
    for number in range(10_000):
        project.write(f"d{number % 50}/f{number}.py", f"def name_{number}(): ...\n")


@pytest.mark.parametrize("moment", ["searching", "waiting for the model"])
def test_an_interrupt_ends_all_of_them_and_leaves_whole_journals(
    project: Project, moment: str
) -> None:
    many_files(project)
    words = [f"PART{number}" for number in range(4)]
    calls = [send("explore", f"look at {word}", word) for word in words]
    searches = [
        Call("grep", '{"pattern": "name_.*(1|2)+.*"}', id="a"),
        Call("search_code", '{"pattern": "name_[0-9]+"}', id="b"),
        Call("code_map", "{}", id="c"),
    ]
    one, goes_on = Reply(calls=searches[:1]), Reply(calls=searches)
    is_searching = moment == "searching"
    children: dict[str, list[Behaviour]] = {
        word: [goes_on] * 10 if is_searching else [one, Hang()] for word in words
    }
    with ProviderServer(team([Reply(calls=calls)], children)) as server:
        at = ("--api-base", f"{server.url}/v1", "--model", "openai/m", "--json")
        with project.start("run", "do it", *at, environment=provider_environment()) as running:
            if is_searching:
                until(lambda: running_below(running.pid, "rg "), "a search")
            else:
                until(lambda: len(server.requests) == 9, "all four in the middle")
            started = descendants(running.pid)
            running.send_signal(signal.SIGINT)
            assert running.wait(60) == 130
            assert [each for each in started if is_alive(each)] == []
            assert running.stdout is not None
            document = json.loads(running.stdout.read())
    assert document["stop_reason"] == "user_interrupt"
    journals = sorted(project.folder.glob(".architect/sessions/*.jsonl"))
    assert len(journals) == 5
    for journal in journals:
        assert isinstance(list(read_journal(journal))[-1].event, RunFinished), journal


def test_four_at_once_spend_no_more_than_the_budget_and_the_replies_in_flight(
    project: Project,
) -> None:
    a_reply, budget = 300, 1_500
    together = threading.Barrier(4)

    def goes_on(received: Received) -> Behaviour:
        with suppress(threading.BrokenBarrierError):
            together.wait(1)  # all four are in flight at once, as often as they can be
        path = f"d{len(received.body['messages'])}"
        call = Call("list_files", json.dumps({"path": path}))
        return Reply(calls=[call], usage=(a_reply - 10, 10, 0))

    words = [f"PART{number}" for number in range(4)]
    calls = [send("explore", f"look at {word}", word) for word in words]
    first = Reply(calls=calls, usage=(90, 10, 0))
    settings = {"ARCHITECT__COSTS__BUDGET_TOKENS": str(budget)}
    script = team([first, DONE], dict.fromkeys(words, goes_on))
    talked = talk(project, script, *YOLO, settings=settings)
    spent = talked.document["costs"]["total_tokens"]
    assert budget <= spent <= budget + 4 * a_reply
    assert talked.document["stop_reason"] == "budget_exceeded"
    assert sum("do it" in task_of(each) for each in talked.requests) == 1
