"""The model of a workflow: without one it does not begin, and a resumed one has the same."""

import json
from pathlib import Path

from tests.cli.talk import provider_environment
from tests.support.command import Project
from tests.support.provider_server import ProviderServer, Status

NO_KEYS = {"OPENAI_API_KEY": "", "ANTHROPIC_API_KEY": "", "GEMINI_API_KEY": ""}
STEPS = [{"name": "go", "prompt": "GO", "approval": True}]


def script(folder: Path, text: str) -> str:
    """The name of a model that says `text`."""
    path = folder / f"{text}.json"
    path.write_text(json.dumps({"schema_version": 1, "replies": [{"text": text}]}))
    return f"recorded/{path}"


def waiting(project: Project, *flags: str) -> str:
    """The id of a pipeline that waits for an approval."""
    project.write("p.yaml", json.dumps({"name": "P", "steps": STEPS}))
    words = ("pipeline", "run", "p.yaml", "--trust-project", "--json", *flags)
    finished = project.architect(*words, environment=NO_KEYS)
    assert finished.code == 6, finished.stderr
    return json.loads(finished.stdout)["workflow_id"]


def test_without_a_key_nothing_begins(repository: Project) -> None:
    ways = (
        ("loop", "x", "--check", "false", "--model", "openai/gpt-4.1"),
        ("parallel", "--task", "x", "--models", "openai/gpt-4.1,anthropic/claude-x"),
        ("eval", "x", "--model", "openai/gpt-4.1"),
    )
    for words in ways:
        finished = repository.architect(*words, environment=NO_KEYS)
        assert (finished.code, finished.stdout) == (4, b""), finished.stderr
        assert finished.stderr.startswith("architect: no key for 'openai/gpt-4.1': ")
    assert json.loads(repository.architect("workflows", "--json").stdout) == []


def test_a_resumed_one_has_the_model_with_which_it_began(
    repository: Project, tmp_path: Path
) -> None:
    first = waiting(repository, "--model", script(tmp_path, "FIRST"))
    resumed = repository.architect("resume", first, "--approve", "--json", environment=NO_KEYS)
    assert resumed.code == 0, resumed.stderr
    assert json.loads(resumed.stdout)["units"][0]["output"] == "FIRST"

    second = waiting(repository, "--model", script(tmp_path, "FIRST"))
    words = ("resume", second, "--approve", "--json", "--model", script(tmp_path, "OTHER"))
    resumed = repository.architect(*words, environment=NO_KEYS)
    assert json.loads(resumed.stdout)["units"][0]["output"] == "OTHER"


def test_a_missing_key_does_not_end_what_could_be_resumed(
    repository: Project, tmp_path: Path
) -> None:
    waits = waiting(repository, "--model", script(tmp_path, "FIRST"))
    words = ("resume", waits, "--approve", "--json", "--model")
    refused = repository.architect(*words, "openai/gpt-4.1", environment=NO_KEYS)
    assert refused.code == 4
    resumed = repository.architect(*words, script(tmp_path, "LATER"), environment=NO_KEYS)
    assert resumed.code == 0, resumed.stderr


def test_a_record_that_somebody_changed_chooses_no_model(
    repository: Project, tmp_path: Path
) -> None:
    own, other = script(tmp_path, "OWN"), script(tmp_path, "OTHER")
    waits = waiting(repository, "--model", own)
    record = repository.folder / f".architect/sessions/.workflows/{waits}.jsonl"
    record.write_text(record.read_text().replace(own, other))
    words = ("resume", waits, "--approve", "--json", "--model", own)
    refused = repository.architect(*words, environment=NO_KEYS)
    assert refused.code == 3
    assert "is not what you began" in refused.stderr
    trusted = repository.architect(*words, "--trust-project", environment=NO_KEYS)
    assert json.loads(trusted.stdout)["units"][0]["output"] == "OWN"


def test_a_workflow_that_is_not_there_cannot_be_resumed(
    repository: Project, tmp_path: Path
) -> None:
    waits = waiting(repository, "--model", script(tmp_path, "FIRST"))
    refused = repository.architect("resume", waits[:-1] + "x")
    assert refused.code == 3
    assert refused.stderr.endswith(
        f"there is no workflow '{waits[:-1]}x', did you mean {waits!r}?\n"
    )


def test_a_key_that_is_refused_ends_it_as_it_ends_a_run(repository: Project) -> None:
    with ProviderServer([Status(401)] * 3) as server:
        where = ("--model", "openai/m", "--api-base", server.url + "/v1")
        finished = repository.architect(
            "loop", "x", "--check", "false", *where, environment=provider_environment()
        )
    assert finished.code == 4, finished.stderr
