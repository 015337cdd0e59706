"""`architect commit-message`: a message for a commit, on standard output."""

import json
from pathlib import Path

from tests.support.command import Project
from tests.support.provider_server import ProviderServer, Reply
from tests.support.repository import commit_all


def test_it_is_printed_and_its_cost_is_in_the_ledger(project: Project) -> None:
    folder: Path = project.folder
    (folder / "a.txt").write_text("one\n")
    commit_all(folder)
    (folder / "a.txt").write_text("two\n")
    with ProviderServer([Reply("Count to two")]) as server:
        environment = {"OPENAI_API_KEY": "sk-1", "OPENAI_BASE_URL": server.url}
        finished = project.architect(
            "commit-message", "--model", "openai/gpt-4.1", environment=environment
        )
        assert (finished.code, finished.text) == (0, "Count to two\n")
    costs = project.architect("costs", "--by", "agent", "--json")
    assert "commit-message" in json.dumps(json.loads(costs.text))
