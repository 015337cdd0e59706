"""Steps that follow one another as a file says."""

import json
from pathlib import Path
from typing import Any

from tests.cli.talk import Talk, provider_environment, talk
from tests.support.agents_at_work import at_work, writes
from tests.support.command import Finished, Project
from tests.support.provider_server import Behaviour, Call, ProviderServer, Received, Reply
from tests.support.repository import git
from tests.support.team import task_of
from tests.support.working_tree import branches_of

FLAGS = ("--mode", "yolo", "--json", "--trust-project")


def run(repository: Project, text: str, scripts: dict[str, list[Behaviour]], *flags: str) -> Talk:
    repository.write("p.yaml", text)
    command = ("pipeline", "run", "p.yaml", *flags)
    return talk(repository, at_work(scripts), *FLAGS, command=command)


def phases(document: dict[str, Any]) -> dict[str, str]:
    """How each unit went: done, or why not."""
    return {each["id"]: "done" if each["success"] else each["reason"] for each in document["units"]}


def test_steps_give_values_to_those_behind(repository: Project) -> None:
    text = """
name: All of it
variables: {mode: quick, who: }
steps:
  - name: plan
    agent: plan
    prompt: PLAN for {{who}}
    output_var: plan
    output_schema: {type: object, required: [files]}
  - name: write
    for_each: plan.files
    prompt: "WRITE {{item.path}}, number {{index}}, for {{who}}"
    output_var: written
    checks: ['test -f "$VAR_index.txt"']
  - name: never
    condition: mode == 'full'
    prompt: NEVER
    output_var: nothing
  - name: report
    condition: "'TWO' in written and mode != 'full' and not nothing"
    prompt: "REPORT {{written}} and [{{nothing}}]"
"""
    plan = {"files": [{"path": "one"}, {"path": "two; touch bad.txt"}]}
    talked = run(
        repository,
        text,
        {
            "PLAN": [Reply(json.dumps(plan))],
            "number 1": [writes("1.txt"), Reply("ONE")],
            "number 2": [writes("2.txt"), Reply("TWO")],
            "REPORT": [Reply("all done {{who}}")],
        },
        "--var",
        "who=me {{mode}}",
    )
    assert talked.code == 0, talked.stderr
    assert talked.document["reason"] == "3 steps done, 1 skipped"
    assert phases(talked.document) == {
        "plan": "done",
        "write.1": "done",
        "write.2": "done",
        "never": "its condition is false: mode == 'full'",
        "report": "done",
    }
    asked = "\n".join(map(task_of, talked.requests))
    assert "WRITE two; touch bad.txt, number 2, for me {{mode}}" in asked
    assert 'REPORT [\n  "ONE",\n  "TWO"\n] and []' in asked
    assert not (repository.folder / "bad.txt").exists()


def test_a_failed_check_fails_the_step_and_the_run(repository: Project) -> None:
    text = """
name: Fails
steps:
  - {name: build, prompt: BUILD, checks: ["echo no build; false"], retries: 1}
  - {name: ship, prompt: SHIP}
  - {name: later, prompt: LATER}
  - {name: tidy, prompt: TIDY, needs: [build], condition: failed(build) and skipped(ship)}
"""
    text = text.replace("needs: [build], condition", "needs: [build, ship], condition")
    talked = run(
        repository, text, {"BUILD": [writes("b.out"), Reply("built")], "TIDY": [Reply("tidied")]}
    )
    assert (talked.code, talked.document["status"]) == (1, "failed")
    assert phases(talked.document) == {
        "build": "failed: echo no build; false",
        "ship": "needs 'build', which failed",
        "later": "needs 'ship', which was not run",
        "tidy": "done",
    }
    assert "not run: ship, later" in talked.document["reason"]
    second = [task_of(each) for each in talked.requests if "BUILD" in task_of(each)][-1]
    assert "no build" in second  # what failed before is told
    assert talked.document["units"][0]["attempts"] == 2


def test_what_cannot_be_worked_out_fails_the_step(repository: Project) -> None:
    text = """
name: Cannot
steps:
  - {name: plan, prompt: PLAN, output_var: plan}
  - {name: key, prompt: "X {{plan.title}}"}
  - {name: order, prompt: Y, needs: [plan], condition: "plan < 3"}
  - {name: each, prompt: "LINE {{item}}", needs: [plan], for_each: plan}
"""
    talked = run(repository, text, {"PLAN": [Reply("one\n\ntwo\n")], "LINE": [Reply("ok")]})
    assert talked.code == 1
    assert phases(talked.document) == {
        "plan": "done",
        "key": "plan is a single value: it has no 'title'",
        "order": "'one\\n\\ntwo' and 3 have no order",
        "each.1": "done",
        "each.2": "done",
    }


def approving(repository: Project, server: ProviderServer, *words: str) -> Finished:
    flags = ("--json", "--api-base", server.url + "/v1")
    return repository.architect(*words, *flags, environment=provider_environment())


def test_an_approval_is_waited_for(repository: Project) -> None:
    text = """
name: Ship
steps:
  - {name: build, prompt: BUILD}
  - {name: ship, prompt: "SHIP {{item}}", approval: true, for_each: [a, b]}
  - {name: tell, prompt: TELL, approval: true}
  - {name: beside, prompt: BESIDE, needs: []}
"""
    repository.write("p.yaml", text)
    scripts: dict[str, list[Behaviour]] = {
        word: [writes(f"{word}.txt".replace(" ", "-")), Reply("ok")]
        for word in ("BUILD", "SHIP a", "SHIP b", "TELL", "BESIDE")
    }
    with ProviderServer(at_work(scripts)) as server:
        begun = approving(
            repository,
            server,
            *("pipeline", "run", "p.yaml", "--mode", "yolo", "--trust-project"),
            *("--model", "openai/m"),
        )
        assert begun.code == 6
        assert begun.document["waiting_for"] == ["ship"]
        assert phases(begun.document)["beside"] == "done"
        workflow = begun.document["workflow_id"]
        assert f"architect resume {workflow} --approve" in begun.stderr
        assert not (repository.folder / "SHIP-a.txt").exists()
        again = approving(repository, server, "resume", workflow)
        assert (again.code, again.document["waiting_for"]) == (6, ["ship"])
        second = approving(repository, server, "resume", workflow, "--approve")
        assert (second.code, second.document["waiting_for"]) == (6, ["tell"])
        assert (repository.folder / "SHIP-b.txt").exists()
        third = approving(repository, server, "resume", workflow, "--approve")
        assert (third.code, third.document["status"]) == (0, "success")
        over = approving(repository, server, "resume", workflow, "--approve")
        assert over.code == 3


def test_steps_on_copies_run_at_the_same_time_and_end_on_branches(repository: Project) -> None:
    text = """
name: Many, at once!
steps:
  - {name: first, prompt: FIRST, checkpoint: true}
  - {name: left, prompt: LEFT, worktree: true, needs: [first]}
  - {name: right, prompt: RIGHT, worktree: true, needs: [first]}
  - {name: more, prompt: MORE, worktree: true, needs: [right]}
"""
    scripts: dict[str, list[Behaviour]] = {
        word: [writes(f"{word}.txt"), Reply("ok")] for word in ("FIRST", "LEFT", "RIGHT", "MORE")
    }
    talked = run(repository, text, scripts, "--workers", "2")
    assert talked.code == 0, talked.stderr
    names = ("first", "left", "right", "more")
    assert branches_of(repository.folder) == {
        "main",
        *(f"architect/many-at-once-{name}" for name in names),
    }
    listed = {
        name: set(
            git(
                repository.folder, "ls-tree", "--name-only", f"architect/many-at-once-{name}"
            ).split()
        )
        for name in names
    }
    assert {"FIRST.txt", "LEFT.txt"} <= listed["left"]
    assert {"FIRST.txt", "RIGHT.txt", "MORE.txt"} <= listed["more"]
    assert "LEFT.txt" not in listed["more"]
    assert "FIRST.txt" in listed["first"]
    here = {each.name for each in repository.folder.iterdir()}
    assert "FIRST.txt" in here and not {"LEFT.txt", "RIGHT.txt", "MORE.txt"} & here


def test_a_pipeline_of_the_project_runs_once_it_is_trusted(repository: Project) -> None:
    text = "name: x\nsteps:\n  - {name: a, prompt: GO, checks: [sh check.sh]}\n"
    repository.write("p.yaml", text)
    repository.write("check.sh", "true\n")
    words = ("pipeline", "run", "./p.yaml", "--model", "openai/m")
    refused = repository.architect(*words)
    assert (refused.code, refused.stdout) == (3, b"")
    assert "is part of the project" in refused.stderr
    assert repository.architect("trust", "p.yaml", "--yes").code == 0

    def goes() -> Finished:
        with ProviderServer(at_work({"GO": [Reply("ok")]})) as server:
            return approving(repository, server, *words)

    assert goes().code == 0
    repository.write("check.sh", "touch bad.txt\n")
    changed = goes()
    assert changed.code == 3
    assert "has changed since you trusted it" in changed.stderr
    assert repository.architect("trust", "p.yaml", "--yes").code == 0
    assert goes().code == 0
    (repository.home / "p.yaml").write_text(text)
    elsewhere = talk(
        repository,
        at_work({"GO": [Reply("ok")]}),
        command=("pipeline", "run", str(repository.home / "p.yaml")),
    )
    assert elsewhere.code == 0


def test_a_workflow_that_came_with_the_project_is_not_resumed(repository: Project) -> None:
    text = "name: x\nsteps:\n  - {name: a, prompt: GO, approval: true, checks: [touch bad.txt]}\n"
    begun = run(repository, text, {"GO": [Reply("ok")]})
    assert begun.code == 6
    (repository.home / "state" / "architect" / "workflows.json").unlink()
    resumed = repository.architect("resume", begun.document["workflow_id"], "--approve")
    assert resumed.code == 3
    assert "may be the work of a stranger" in resumed.stderr
    assert not (repository.folder / "bad.txt").exists()


def test_words_of_an_agent_name_no_files(repository: Project) -> None:
    """What a model says becomes part of a task, and is still no order to attach something."""
    text = """
name: Names
steps:
  - {name: say, prompt: SAY, output_var: said}
  - {name: hear, prompt: "HEAR @a.txt {{said}}"}
"""
    repository.write("c.txt", "CONTENT OF C\n")
    scripts: dict[str, list[Behaviour]] = {"HEAR": [Reply("ok")], "SAY": [Reply("@c.txt")]}
    talked = run(repository, text, scripts)
    heard = json.dumps(talked.requests[-1].body)
    assert "alpha" in heard and "@c.txt" in heard
    assert "CONTENT OF C" not in heard


def test_steps_that_only_read_run_beside_each_other(repository: Project) -> None:
    """Each waits for the first request of the other."""
    text = """
name: Readers
steps:
  - {name: left, prompt: LEFT, agent: plan, needs: []}
  - {name: right, prompt: RIGHT, agent: plan, needs: []}
"""
    began: set[str] = set()

    def both(received: Received) -> Reply:
        began.add("LEFT" if "LEFT" in task_of(received) else "RIGHT")
        if len(began) == 2:
            return Reply("done")
        return Reply(calls=[Call("read_file", '{"path": "a.txt"}')])

    repository.write("p.yaml", text)
    command = ("pipeline", "run", "p.yaml", "--workers", "2")
    talked = talk(repository, [both] * 60, *FLAGS, command=command)
    assert talked.code == 0, talked.stderr
    assert began == {"LEFT", "RIGHT"}


def test_from_a_step_on(repository: Project) -> None:
    text = """
name: From
steps:
  - {name: plan, prompt: PLAN, output_var: plan, output_schema: {type: object}}
  - {name: make, prompt: "MAKE {{plan.title}}"}
"""
    scripts: dict[str, list[Behaviour]] = {"MAKE": [Reply("ok")]}
    flags = ("--from-step", "make")
    refused = run(repository, text, scripts, *flags)
    assert refused.code == 3
    assert "give it with --var plan=VALUE" in refused.stderr
    talked = run(repository, text, scripts, *flags, "--var", 'plan={"title": "it"}')
    assert talked.code == 0, talked.stderr
    assert "MAKE it" in task_of(talked.requests[-1])


EXAMPLES = Path(__file__).parents[3] / "docs" / "pipelines"


def test_the_examples_run(repository: Project) -> None:
    """Each to its end, with every step that has a way to be done."""
    found = {"modules": ["a.txt", "b.txt"]}
    scripts: dict[str, list[Behaviour]] = {
        "Plan this feature": [Reply("1. do it")],
        "Build this feature": [writes("feature.txt"), Reply("built")],
        "Write tests for": [writes("tests.txt"), Reply("tested")],
        "text of a pull request": [Reply("A feature.")],
        "in which something has to be done": [Reply(json.dumps(found))],
        "and nowhere else": [writes("changed.txt"), Reply("changed")],
        "It did not succeed": [Reply("b is hard")],
        "with regard to": [Reply("a.txt:1: bad")],
        "remarks about": [Reply('{"serious": ["a.txt:1"]}')],
        "Correct these problems": [writes("corrected.txt"), Reply("corrected")],
    }
    cases = {
        "feature.yaml": (("--var", "feature=x", "--var", "test_command=test -f tests.txt"), 6),
        "upgrade.yaml": (("--var", "change=x", "--var", "test_command=true"), 0),
        "review.yaml": ((), 0),
    }
    assert sorted(cases) == sorted(each.name for each in EXAMPLES.iterdir())
    for name, (flags, code) in cases.items():
        command = ("pipeline", "run", str(EXAMPLES / name), *flags)
        talked = talk(repository, at_work(scripts), "--mode", "yolo", "--json", command=command)
        assert talked.code == code, f"{name}: {talked.stderr}"
        if code != 6:
            continue
        with ProviderServer(at_work(scripts)) as server:
            words = ("resume", talked.document["workflow_id"], "--approve")
            resumed = approving(repository, server, *words)
        assert resumed.code == 0, resumed.stderr
    names = {each.name for each in repository.folder.glob("*.txt")}
    assert {"feature.txt", "tests.txt", "corrected.txt"} <= names
    assert {"architect/upgrade-change.1", "architect/upgrade-change.2"} <= branches_of(
        repository.folder
    )


def test_half_a_character_of_a_model_ends_no_workflow(repository: Project) -> None:
    text = """
name: Odd
steps:
  - {name: find, prompt: FIND, agent: explore, output_var: found, output_schema: {type: object}}
  - {name: use, prompt: USE, checks: ['printf %s "$VAR_found" | grep -q odd']}
"""
    said = Reply(json.dumps({"odd": "\ud800"}))
    finished = run(repository, text, {"FIND": [said], "USE": [Reply("done")]})
    assert phases(finished.document) == {"find": "done", "use": "done"}
