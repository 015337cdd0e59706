"""Sessions that are gone on with at the command line."""

import json

from tests.cli.talk import talk
from tests.support.command import Project
from tests.support.provider_server import Call, ProviderServer, Reply

EDIT = Call("write_file", json.dumps({"path": "new.txt", "content": "1\n"}))
FIRST = [Reply(calls=[EDIT]), Reply("There is a file now.")]


def begun(project: Project) -> str:
    """The id of a session in which one run has ended."""
    first = talk(project, FIRST, "--mode", "yolo", "--json")
    assert first.code == 0
    return first.document["session_id"]


def go_on(project: Project, server: ProviderServer, *arguments: str) -> tuple[int, str, str]:
    finished = project.architect(
        "resume",
        *arguments,
        "--model",
        "openai/m",
        "--api-base",
        f"{server.url}/v1",
        "--api-key",
        "k",
    )
    return finished.code, finished.stdout.decode(), finished.stderr


def test_a_session_goes_on_with_its_whole_conversation(project: Project) -> None:
    session = begun(project)
    with ProviderServer([Reply("It holds a 1.")]) as server:
        code, stdout, _ = go_on(project, server, session, "what is in it?", "--json")
        messages = server.requests[0].body["messages"][1:]
    document = json.loads(stdout)
    assert (code, document["session_id"], document["output"]) == (0, session, "It holds a 1.")
    assert (document["steps"], document["files_modified"]) == (1, [])
    roles = [message["role"] for message in messages]
    assert roles == ["user", "assistant", "tool", "assistant", "user"]
    assert messages[-1]["content"] == "what is in it?"
    assert len(project.journals) == 1


def test_without_a_prompt_it_goes_on_where_it_stopped(project: Project) -> None:
    session = begun(project)
    with ProviderServer([Reply("Nothing is left.")]) as server:
        code, stdout, _ = go_on(project, server, session)
        last = server.requests[0].body["messages"][-1]
    assert (code, stdout) == (0, "Nothing is left.\n")
    assert last["content"].startswith("Continue the task where you stopped.")


def test_a_session_that_does_not_exist_is_named_with_the_nearest(project: Project) -> None:
    session = begun(project)
    with ProviderServer([]) as server:
        code, stdout, stderr = go_on(project, server, session[:-1] + "x")
        assert server.requests == []
    assert (code, stdout) == (3, "")
    assert f"did you mean '{session}'" in stderr


def test_a_session_goes_on_by_its_number_and_what_is_none_is_explained(project: Project) -> None:
    first, second = begun(project), begun(project)
    listed = project.architect("sessions").text.splitlines()
    assert [line.split()[:2] for line in listed] == [["1", second], ["2", first]]
    with ProviderServer([Reply("It holds a 1.")]) as server:
        code, stdout, _ = go_on(project, server, "2", "what is in it?", "--json")
        assert (code, json.loads(stdout)["session_id"]) == (0, first)
        code, _, stderr = go_on(project, server, "3")
        assert (code, "no session with the number 3: this workspace has 2" in stderr) == (3, True)
        code, _, stderr = go_on(project, server, "continue")
        assert (code, "there is no session 'continue'" in stderr) == (3, True)
        assert "its id or its number in `architect sessions`" in " ".join(stderr.split())
        assert len(server.requests) == 1


def test_without_a_session_the_last_one_goes_on(project: Project) -> None:
    begun(project)
    session = begun(project)
    with ProviderServer([Reply("Nothing is left."), Reply("Tested.")]) as server:
        code, stdout, stderr = go_on(project, server)
        assert (code, stdout) == (0, "Nothing is left.\n")
        assert session in stderr
        code, stdout, _ = go_on(project, server, "and now the tests")
        assert (code, stdout) == (0, "Tested.\n")
        assert server.requests[-1].body["messages"][-1]["content"] == "and now the tests"
    assert len(project.journals) == 2


def test_a_session_that_comes_from_the_future_is_not_the_last_one(project: Project) -> None:
    own = begun(project)
    [journal] = project.journals
    text = journal.read_text().replace(own, "20991231-000000-000000")
    project.write(".architect/sessions/20991231-000000-000000.jsonl", text)
    with ProviderServer([Reply("Nothing is left.")]) as server:
        code, stdout, stderr = go_on(project, server)
    assert (code, stdout) == (0, "Nothing is left.\n")
    assert own in stderr
    assert stderr.count("20991231") == stderr.count("20991231-000000-000000 is dated ahead") == 1


def test_where_nothing_has_run_there_is_nothing_to_resume(project: Project) -> None:
    refused = project.architect("resume")
    assert refused.code == 3
    assert refused.stderr == (
        "architect: there is no session in this workspace yet; `architect run` starts one\n"
    )


def test_a_run_that_was_denied_something_is_listed_as_partly_done(project: Project) -> None:
    denied = talk(project, FIRST, "--json")
    assert denied.document["status"] == "partial"
    assert f"{denied.document['session_id']}  partly done  " in project.architect("sessions").text
