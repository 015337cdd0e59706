"""What `architect context` says of a run that has not begun."""

import json
import re
import shutil
from pathlib import Path

from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Reply
from tests.support.repository import commit_all

import architect

DEMO = Path(architect.__file__).parent / "cli" / "demo_project"
KEY = "sk-proj-" + "Ab3dEf6hIj9kLmN0pQrStUv" * 2


def test_every_part_has_its_source_and_its_tokens(project: Project) -> None:
    project.write("AGENTS.md", "Use tabs.\n")
    commit_all(project.folder)
    project.write("a.txt", "changed\n")
    finished = project.architect("context", "fix it")
    assert (finished.code, finished.stderr) == (0, "")
    rows = [re.split(r"\s{2,}", line, maxsplit=2) for line in finished.text.splitlines()]
    assert [(row[0].split()[0], row[-1]) for row in rows[:-1]] == [
        ("tools", "13 tools"),
        ("prompt", "agent build"),
        ("environment", "this machine"),
        ("rules", "AGENTS.md"),
        ("today", "the clock and git"),
        ("map", "index of the project"),
        ("task", "you"),
    ]
    assert rows[-1][0] == "total"
    assert not (project.folder / ".architect").exists()


def test_the_texts_are_shown_as_the_model_would_get_them(project: Project) -> None:
    project.write("AGENTS.md", f"Use tabs.\x1b[2J\nThe key is {KEY}.\n")
    commit_all(project.folder)
    project.write("a.txt", "changed\n")
    told = project.architect("context", "fix it", "--show").text
    assert "\n== rules ==\nThese instructions come from files of the project." in told
    assert "Use tabs.\\x1b[2J\nThe key is [redacted:" in told
    assert "\nGit: branch main, 1 file changed\n" in told
    assert told.endswith("\n== task ==\nfix it\n")


def test_json_has_the_texts_and_adds_up(project: Project) -> None:
    document = project.architect("context", "fix it", "--agent", "plan", "--json").document
    assert document["tokens"] == sum(part["tokens"] for part in document["parts"])
    [prompt] = [part for part in document["parts"] if part["name"] == "prompt"]
    assert prompt["source"] == "agent plan"
    environment = next(part for part in document["parts"] if part["name"] == "environment")
    assert "bash" not in environment["text"]  # it runs no commands


def test_an_agent_that_does_not_exist_is_named_with_the_nearest(project: Project) -> None:
    finished = project.architect("context", "fix it", "--agent", "biuld")
    assert (finished.code, finished.text) == (3, "")
    assert "did you mean 'build'?" in finished.stderr


def test_what_the_demo_is_told_is_short_with_everything_on(project: Project) -> None:
    shutil.copytree(DEMO, project.folder, dirs_exist_ok=True)
    commit_all(project.folder)
    on = {"ARCHITECT__MEMORY__ENABLED": "true"}
    project.architect("memory", "add", "Use British spelling in all texts.", environment=on)
    project.architect("skill", "create", "review-tests", "--description", "How tests are written.")
    document = project.architect("context", "fix it", "--json", environment=on).document
    names = {part["name"] for part in document["parts"]}
    assert {"tools", "memory", "skills", "map"} <= names
    assert document["tokens"] <= 2_500


def test_a_first_request_is_short_without_a_map(project: Project) -> None:
    talked = talk(project, [Reply("done")], settings={"ARCHITECT__INDEXER__MAP_TOKENS": "0"})
    sent = json.dumps(talked.requests[0].body, separators=(",", ":"), ensure_ascii=False)
    assert len(sent.replace(str(project.folder), "/home/ada/project")) < 8_000
