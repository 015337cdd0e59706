"""Replies kept on this machine: the same request is neither sent nor paid for twice."""

import json
import os
import time
from pathlib import Path

from tests.cli.talk import COMPATIBLE, provider_environment, replayed
from tests.support.command import Finished, Project
from tests.support.provider_server import Call, ProviderServer, Reply

ON = {"ARCHITECT__LLM_CACHE__ENABLED": "true", "ARCHITECT__INDEXER__ENABLED": "false"}
EDIT = Call("write_file", '{"path": "new.txt", "content": "made\\n"}')
JOB = [Reply("Writing.", calls=[EDIT]), Reply("done")]


def run(project: Project, server: ProviderServer, *flags: str, **settings: str) -> Finished:
    """The job, in the workspace as it was before any run."""
    (project.folder / "new.txt").unlink(missing_ok=True)
    where = ("--model", COMPATIBLE.model, "--api-base", f"{server.url}{COMPATIBLE.path}")
    environment = provider_environment() | ON | settings
    arguments = ("run", "make it", *where, "--mode", "yolo", "--json", *flags)
    return project.architect(*arguments, environment=environment)


def kept(project: Project) -> list[Path]:
    return sorted((project.home / "cache/architect/replies").glob("*.json"))


def test_the_second_run_asks_nobody_and_pays_nothing(project: Project) -> None:
    with ProviderServer(JOB) as server:
        first, second = run(project, server), run(project, server)
        assert len(server.requests) == 2
    assert (first.code, second.code) == (0, 0)
    assert project.read("new.txt") == "made\n"
    assert second.document["output"] == "done"
    costs = second.document["costs"]
    assert (costs["total_tokens"], costs["total_cost_usd"]) == (0, 0)
    assert first.document["costs"]["total_tokens"] > 0
    assert second.stderr.count("kept from an earlier run (llm_cache)") == 2
    assert "Writing." in second.stderr
    assert [replayed(journal)["output"] for journal in project.journals] == ["done", "done"]
    assert {file.stat().st_mode & 0o777 for file in kept(project)} == {0o600}
    assert kept(project)[0].parent.stat().st_mode & 0o777 == 0o700


def test_only_what_is_the_same_in_everything_comes_from_there(project: Project) -> None:
    other = {"ARCHITECT__LLM__TEMPERATURE": "0.5"}
    with ProviderServer([*JOB, *JOB, *JOB, *JOB]) as server:
        run(project, server)
        run(project, server, **other)
        assert len(server.requests) == 4
        project.write("AGENTS.md", "Use tabs.\n")
        run(project, server)
        assert len(server.requests) == 6
        off = {"ARCHITECT__LLM_CACHE__ENABLED": "false"}
        run(project, server, **off)
        assert len(server.requests) == 8
        run(project, server, "--no-stream")
        assert len(server.requests) == 8


def test_what_is_old_damaged_or_open_to_others_does_not_count(project: Project) -> None:
    with ProviderServer([*JOB, *JOB, *JOB, *JOB, *JOB]) as server:
        run(project, server)
        for file in kept(project):
            os.utime(file, (old := time.time() - 90_000, old))
        assert run(project, server).code == 0
        assert len(server.requests) == 4
        for file in kept(project):
            file.write_bytes(file.read_bytes()[:-20])
        assert run(project, server).code == 0
        assert len(server.requests) == 6
        for file in kept(project):
            content = json.loads(file.read_bytes()) | {"calls": [["x", 1, None]], "items": 3}
            file.write_bytes(json.dumps(content).encode())
        assert run(project, server).code == 0
        assert len(server.requests) == 8
        kept(project)[0].parent.chmod(0o777)
        assert run(project, server).code == 0
        assert len(server.requests) == 10


def test_what_is_no_whole_reply_is_not_kept(project: Project) -> None:
    bad = [Reply("half", finish="length"), Reply("cut", cut_after=1), Reply("")]
    with ProviderServer([*bad, *bad, *JOB]) as server:
        for _ in range(3):
            run(project, server)
        texts = [json.loads(file.read_bytes())["text"] for file in kept(project)]
    assert not {"half", "cut", ""}.intersection(texts)


def test_a_project_can_neither_switch_it_on_nor_say_where(project: Project) -> None:
    project.write(".architect.yaml", f"llm_cache: {{enabled: true, dir: {project.folder}/r}}\n")
    off = {"ARCHITECT__LLM_CACHE__ENABLED": "false"}
    with ProviderServer(JOB) as server:
        finished = run(project, server, **off)
    assert "llm_cache" in finished.stderr
    assert not (project.folder / "r").exists()
    relative = {"ARCHITECT__LLM_CACHE__DIR": "replies"}
    with ProviderServer(JOB) as server:
        refused = run(project, server, **relative)
    assert (refused.code, "must be an absolute path" in refused.stderr) == (3, True)
